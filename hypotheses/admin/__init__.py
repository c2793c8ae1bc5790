"""Hypotheses in the admin: what a run produced, to look at."""

from . import dashboard, hypotheses, ledger, registrations, reviews, versions

__all__ = [
    "dashboard",
    "hypotheses",
    "ledger",
    "registrations",
    "reviews",
    "versions",
]
