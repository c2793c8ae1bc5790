"""Trading in the admin: imported, opened and produced rows, read-only; gate profiles, editable."""

from trading.admin import datasets, memory, rounds, specs

__all__ = [
    "datasets",
    "decisions",
    "memory",
    "rounds",
    "specs",
    "strategies",
]
