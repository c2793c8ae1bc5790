"""Hypotheses in the admin: what a run produced, to look at."""

from . import dashboard, decisions, hypotheses, ledger, registrations, reviews, versions

__all__ = [
    "dashboard",
    "decisions",
    "hypotheses",
    "ledger",
    "registrations",
    "reviews",
    "versions",
]
