"""Hypotheses in the admin: the rows of runs, read-only."""

from hypotheses.admin import hypotheses, versions

__all__ = [
    "hypotheses",
    "versions",
]
