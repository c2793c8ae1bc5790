"""Hypotheses in the admin: what a run produced is to look at; the site's lexicon is to edit."""

from . import dashboard, decisions, hypotheses, ledger, lexicon, registrations, reviews, versions

__all__ = [
    "dashboard",
    "decisions",
    "hypotheses",
    "ledger",
    "lexicon",
    "registrations",
    "reviews",
    "versions",
]
