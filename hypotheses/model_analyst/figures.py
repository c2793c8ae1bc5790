"""Numbers in what a model writes, open slots of a version respected."""

from __future__ import annotations

from functools import partial

from config.llm import figures
from config.llm.figures import given
from config.text.tokens import SLOT

__all__ = ["given", "strike"]

strike = partial(figures.strike, slot=SLOT)
