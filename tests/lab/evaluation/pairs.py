"""Our own labelled pairs: one idea in both languages, fixed by a recorded hash."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import field_validator

from hypotheses.domain.types import ASPECTS, Aspect, Language, Verdict

from .data import DataError, Record, content_of, records

FOLDER = Path(__file__).parent / "data"
SUMS = "SHA256SUMS"
PREFIX, SUFFIX = "pairs_", ".jsonl"

Score = Literal[0, 1, 2]
Noise = Literal["typos", "no_accents", "informal"]
VetoKind = Literal[
    "popular_belief", "value_judgement", "tautology", "unfalsifiable", "metaphysics", "vagueness"
]


class Pair(Record):
    """One idea in both languages with its label, which holds for both."""

    id: str
    field: str
    noise: Noise | None
    pt: str
    en: str
    scores: dict[Aspect, Score]
    hedged: bool
    veto: VetoKind | None
    verdict: Verdict

    @field_validator("scores")
    @classmethod
    def _all_aspects(cls, scores: dict[Aspect, Score]) -> dict[Aspect, Score]:
        if set(scores) != set(ASPECTS):
            raise ValueError("takes a score for each of " + ", ".join(ASPECTS))
        return scores

    def text(self, language: Language) -> str:
        return self.pt if language == "pt" else self.en


@dataclass(frozen=True, slots=True)
class PairSet:
    """A file of pairs that is what its recorded hash says."""

    name: str
    file: str
    sha256: str
    pairs: tuple[Pair, ...]


def is_held_out(identity: str) -> bool:
    """Whether a claim is of the eighth that only ever measures, and never trains a reader."""
    return int(hashlib.sha1(identity.encode(), usedforsecurity=False).hexdigest(), 16) % 100 < 12


def read_pair_sets(folder: Path = FOLDER) -> list[PairSet]:
    """The sets that SHA256SUMS lists, in its order; of our own, the pairs that are held out.

    The reader has learned from the others, so they can't measure it. Raises DataError for a file
    that is missing, was changed or is not listed, before any is parsed.
    """
    recorded = _recorded(folder)
    for path in sorted(folder.glob(f"{PREFIX}*{SUFFIX}")):
        if path.name not in recorded:
            raise DataError("unlisted", file=path.name)
    contents = {file: _checked(folder / file, sha256) for file, sha256 in recorded.items()}
    sets = []
    for file, content in contents.items():
        pairs = records(Pair, file, content)
        if folder == FOLDER:
            pairs = tuple(pair for pair in pairs if is_held_out(pair.id))
        sets.append(PairSet(_name(file), file, recorded[file], pairs))
    return sets


def _recorded(folder: Path) -> dict[str, str]:
    """Each listed file's hash, from lines as `sha256sum` writes them."""
    text = content_of(folder / SUMS).decode("ascii", "replace")
    recorded = {}
    for number, line in enumerate(text.splitlines(), 1):
        sha256, _space, file = line.partition("  ")
        if not file:
            raise DataError("sum", file=SUMS, line=number)
        recorded[file] = sha256
    return recorded


def _checked(path: Path, sha256: str) -> bytes:
    content = content_of(path)
    if hashlib.sha256(content).hexdigest() != sha256:
        raise DataError("changed", file=path.name)
    return content


def _name(file: str) -> str:
    return file.removeprefix(PREFIX).removesuffix(SUFFIX)
