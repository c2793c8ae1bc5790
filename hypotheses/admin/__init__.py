"""Hypotheses in the admin: what a run produced, to look at."""

from . import hypotheses, reviews, versions

__all__ = [
    "hypotheses",
    "reviews",
    "versions",
]
