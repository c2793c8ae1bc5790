"""Finding rows by meaning, an option (CRIVO_MEMORY=chroma); knows neither app, docs/memory.md.

The database is the truth: the index holds ids, vectors and owners, and can be made anew at any
time. Nothing here is imported before it is used: the packages are heavy, and optional.
"""
