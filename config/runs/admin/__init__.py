"""Runs in the admin: to look at, cancel and retry; what they left; how many one may start."""

from . import abilities, calls, dashboard, history, hosts, providers, quotas, runs

__all__ = [
    "abilities",
    "calls",
    "dashboard",
    "history",
    "hosts",
    "providers",
    "quotas",
    "runs",
]
