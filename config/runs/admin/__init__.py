"""Runs in the admin: to look at, cancel and retry; what they left; how many one may start."""

from . import calls, dashboard, providers, quotas, runs

__all__ = [
    "calls",
    "dashboard",
    "providers",
    "quotas",
    "runs",
]
