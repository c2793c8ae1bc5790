"""Finding rows by meaning, an option (CRIVO_MEMORY=chroma); knows neither app, docs/memory.md.

The database is the truth: the index holds ids, vectors and owners, and can be rebuilt at any time.
Packages are imported when they are used: they are heavy, and optional.
"""
