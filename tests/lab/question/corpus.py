"""Texts with the question that a methodologist would put for each, by hands that saw no code."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hypotheses.domain.types import LANGUAGES, Language
from tests.lab.evaluation.pairs import is_held_out
from tests.lab.reader import corpus as claims
from tests.lab.reader.annotation import unmarked

DATA = Path(__file__).parent / "data" / "questions.jsonl"
UNSEEN = Path(__file__).parent / "data" / "unseen.jsonl"
"""Pairs by two further hands, from which nothing is learned."""
NEEDS = (
    "cases", "bound", "measure", "outcome", "exposure", "comparator", "relation", "window", "term",
    "method", "topic",
)  # fmt: skip
"""What the author would still have to be asked."""
NOTHING = "nothing"
"""That no question can be made of a text."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A text and its question; empty where no question can be made of it."""

    id: str
    language: Language
    text: str
    question: str
    needs: tuple[str, ...]

    @property
    def is_apart(self) -> bool:
        """Whether nothing is learned from it."""
        return is_held_out(self.id)


def pairs(further: Path | None = None) -> Iterator[Pair]:
    """All pairs, and those of a further file. `{id, lang, text, q, ask}` a line; a text of the
    reader's data is named alone."""
    for path in (DATA, *([further] if further else [])):
        yield from _read(path)


def unseen() -> Iterator[Pair]:
    """The pairs of `UNSEEN`."""
    yield from _read(UNSEEN)


def _read(path: Path) -> Iterator[Pair]:
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        text = row.get("text") or _texts()[row["id"]]
        yield Pair(row["id"], row["lang"], text, row["q"], tuple(row["ask"]))


@cache
def _texts() -> dict[str, str]:
    """The texts of the reader's data, by id; of claims in both languages by id and language."""
    made = {}
    for path in claims.STATEMENTS:
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            made[row["id"]] = row["text"]
    for path in claims.FILES:
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            made |= {f"{row['id']}-{lang}": unmarked(row[lang])[0] for lang in LANGUAGES}
    return made
