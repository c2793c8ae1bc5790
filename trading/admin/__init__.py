"""Trading in the admin: what was imported, opened and produced is to look at; gates to edit."""

from trading.admin import datasets, memory, rounds, specs

__all__ = [
    "datasets",
    "decisions",
    "memory",
    "rounds",
    "specs",
    "strategies",
]
