"""The grammar of sentences: which word depends on which, and how."""
