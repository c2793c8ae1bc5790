"""Trading in the admin: what was imported, opened and produced is to look at; gates to edit."""

from . import (
    datasets,
    decisions,
    looks,
    memory,
    openings,
    profiles,
    research,
    results,
    rounds,
    specs,
    strategies,
)

__all__ = [
    "datasets",
    "decisions",
    "looks",
    "memory",
    "openings",
    "profiles",
    "research",
    "results",
    "rounds",
    "specs",
    "strategies",
]
