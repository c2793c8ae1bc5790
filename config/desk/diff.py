"""Word-level differences between two texts."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

_TOKEN = re.compile(r"\s+|\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of text that both texts have (`same`), or only one of them."""

    kind: Literal["same", "removed", "added"]
    text: str


def word_diff(before: str, after: str) -> list[Piece]:
    """The pieces of both texts in reading order.

    The `same` and `removed` pieces joined are `before`, the `same` and `added` ones `after`.
    Changes with only a space between them are joined: a rewritten phrase reads as one change.
    """
    old, new = _TOKEN.findall(before), _TOKEN.findall(after)
    pieces: list[Piece] = []
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for kind, i, j, k, m in _joined(matcher.get_opcodes(), old):
        if kind == "equal":
            pieces.append(Piece("same", "".join(old[i:j])))
            continue
        if i < j:
            pieces.append(Piece("removed", "".join(old[i:j])))
        if k < m:
            pieces.append(Piece("added", "".join(new[k:m])))
    return pieces


Opcode = tuple[str, int, int, int, int]


def _joined(opcodes: Sequence[Opcode], old: list[str]) -> list[Opcode]:
    """The operations, with changes on both sides of a single space joined."""
    joined: list[Opcode] = []
    last = len(opcodes) - 1
    for index, (kind, i, j, k, m) in enumerate(opcodes):
        between = 0 < index < last and kind == "equal"
        change = kind != "equal" or (between and "".join(old[i:j]).isspace())
        if change and joined and joined[-1][0] == "change":
            joined[-1] = ("change", joined[-1][1], j, joined[-1][3], m)
        else:
            joined.append(("change" if change else "equal", i, j, k, m))
    return joined


def sides(pieces: list[Piece]) -> tuple[list[Piece], list[Piece]]:
    """The differences as two columns: the text before, and the text after."""
    before = [piece for piece in pieces if piece.kind != "added"]
    after = [piece for piece in pieces if piece.kind != "removed"]
    return before, after
