"""Our own sentences around what a model read, in the language of the run."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent / "messages"


class ReadingSentences:
    """The sentences of one language; a missing key or variable raises KeyError."""

    def __init__(self, language: str) -> None:
        path = _FOLDER / f"{language}.toml"
        self.tree: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))

    def text(self, path: str, **values: str) -> str:
        """The sentence at a dotted path, filled in."""
        table, _, name = path.partition(".")
        return str(self.tree[table][name]).format(**values)


@cache
def words_for(language: str) -> ReadingSentences:
    """The sentences of `en` or `pt`."""
    return ReadingSentences(language)
