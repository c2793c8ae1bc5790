"""Hypotheses in the admin: what a run produced, to look at."""

from hypotheses.admin import hypotheses, versions

__all__ = [
    "hypotheses",
    "versions",
]
