"""Trading in the admin: what was imported and opened is to look at."""

from . import datasets, openings

__all__ = ["datasets", "openings"]
