"""Deviations as pages show them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from config.desk.diff import Piece, sides, word_diff
from hypotheses.domain.registration import Deviation
from hypotheses.services.deviations import part_name, value_name


@dataclass(frozen=True)
class DeviationLine:
    """A deviation in the reader's language; `words` where its texts are a person's."""

    name: str
    before: str
    after: str
    words: bool
    at: datetime
    version: int | None
    declared: int | None
    removed: list[Piece]
    added: list[Piece]


def deviation_lines(deviations: Iterable[Deviation]) -> list[DeviationLine]:
    """A line each, in their order."""
    return [_line(each) for each in deviations]


def _line(each: Deviation) -> DeviationLine:
    removed, added = sides(word_diff(each.before, each.after))
    return DeviationLine(
        name=part_name(each.part),
        before=value_name(each.part, each.before),
        after=value_name(each.part, each.after),
        words=each.part != "decision" and not each.part.startswith("origin:"),
        at=each.at,
        version=each.version,
        declared=each.declared,
        removed=removed,
        added=added,
    )
