"""Runs in the admin: to look at, cancel and retry; what they left; how many one may start."""

from . import answers, calls, dashboard, history, hosts, providers, queue, quotas, runs

__all__ = [
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
