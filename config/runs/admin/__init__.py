"""Runs in the admin: to look at, cancel and retry; what they left; how many one may start."""

from . import abilities, answers, calls, dashboard, history, hosts, providers, queue, quotas, runs

__all__ = [
    "abilities",
    "answers",
    "calls",
    "dashboard",
    "history",
    "hosts",
    "providers",
    "queue",
    "quotas",
    "runs",
]
