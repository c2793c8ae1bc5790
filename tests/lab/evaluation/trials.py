"""Clinical trials from outside the project: text in two languages, without labels."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hypotheses.domain.types import Language

from .data import Record, content_of, records

FILE = "rebec_train.jsonl"

# The parts of a trial that make up each kind of item.
ITEMS: dict[str, tuple[str, ...]] = {
    "full": ("scientific_title", "inclusion_criteria", "primary_outcome"),
    "no_outcome": ("scientific_title", "inclusion_criteria"),
    "no_inclusion": ("scientific_title", "primary_outcome"),
    "title_only": ("public_title",),
}


class TrialText(Record):
    public_title: str
    scientific_title: str
    inclusion_criteria: str
    primary_outcome: str


class Trial(Record):
    """A registered clinical trial in both languages."""

    id: str
    pt: TrialText
    en: TrialText

    def item(self, kind: str, language: Language) -> str:
        """The text of a kind of ITEMS; empty when the trial has none of its parts."""
        source = self.pt if language == "pt" else self.en
        return joined([getattr(source, part) for part in ITEMS[kind]])


def joined(parts: Sequence[str]) -> str:
    """The parts as sentences, empty ones left out."""
    kept = [part for part in (part.strip().rstrip(".") for part in parts) if part]
    return ". ".join(kept) + "." if kept else ""


def read_trials(folder: Path) -> tuple[Trial, ...]:
    """The trials in the folder's file. Raises DataError."""
    return records(Trial, FILE, content_of(folder / FILE))
