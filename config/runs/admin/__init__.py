"""Runs in the admin: to look at, cancel and retry; what they left; how many one may start."""

from config.runs.admin import providers, runs

__all__ = [
    "providers",
    "quotas",
    "runs",
]
