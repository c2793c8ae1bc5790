"""What keeps chaos from being made."""

from __future__ import annotations


class ChaosError(Exception):
    """One clear line."""
