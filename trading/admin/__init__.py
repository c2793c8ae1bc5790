"""Trading in the admin: what was imported, opened and produced is to look at; gates to edit."""

from . import datasets, memory, openings, profiles, research, results, rounds, strategies

__all__ = [
    "datasets",
    "memory",
    "openings",
    "profiles",
    "research",
    "results",
    "rounds",
    "strategies",
]
