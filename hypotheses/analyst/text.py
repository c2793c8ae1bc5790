"""Words of a text with their places; see config.text.words."""

from __future__ import annotations

from config.text.words import SLOT, Words, fold, split

__all__ = ["SLOT", "Words", "fold", "split"]
