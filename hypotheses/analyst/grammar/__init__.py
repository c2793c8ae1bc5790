"""What each language says regardless of field: verbs, comparisons, hedges, vetoes."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError, field_validator

from hypotheses.analyst.lexicon.schema import LexiconError

FOLDER = Path(__file__).parent
VERBS = ("up", "down", "change", "beat", "equal", "link")
PHRASES = (
    "more less change_up_nouns change_down_nouns signs equivalence effect_nouns pair_nouns "
    "passive_relations claim_openers conditionals adjuncts comparators between_groups "
    "window_prepositions time_units windows number_words hedges hedge_verbs hedge_modals negators "
    "measured_by selection_cues thresholds statistics statistic_words living same "
    "bound_participles demonyms places age_cues dose_links vague_nouns quantifiers placeholders outcome_words criteria_openers outcome_openers empty_nouns"
).split()
VETOES = (
    "popular_belief value_judgement modal_should prediction_verbs tautology unfalsifiable "
    "metaphysics vagueness contrasts minds feelings universals belief_verbs absences proofs tests failures "
    "worths persons"
).split()


class Grammar(BaseModel):
    """One grammar file: comma-separated lists by name."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    language: Literal["en", "pt"]
    function_words: tuple[str, ...]
    telling_words: tuple[str, ...]
    verbs: dict[str, tuple[str, ...]]
    phrases: dict[str, tuple[str, ...]]
    vetoes: dict[str, tuple[str, ...]]

    @field_validator("function_words", "telling_words", mode="before")
    @classmethod
    def _words(cls, value: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(value.split()))

    @field_validator("verbs", "phrases", "vetoes", mode="before")
    @classmethod
    def _lists(cls, value: dict[str, str]) -> dict[str, tuple[str, ...]]:
        return {name: _entries(text) for name, text in value.items()}

    @field_validator("verbs", "phrases", "vetoes")
    @classmethod
    def _complete(cls, value: dict[str, tuple[str, ...]], info: object) -> dict[str, object]:
        expected = {"verbs": VERBS, "phrases": PHRASES, "vetoes": VETOES}[info.field_name]  # type: ignore[attr-defined]
        if set(value) != set(expected):
            raise ValueError(f"lists missing or unknown: {sorted(set(value) ^ set(expected))}")
        return dict(value)


def _entries(text: str) -> tuple[str, ...]:
    entries = (" ".join(entry.split()) for entry in text.split(","))
    return tuple(dict.fromkeys(entry for entry in entries if entry))


@cache
def load(language: str) -> Grammar:
    """Read and check a language's grammar. Raises LexiconError naming file and key."""
    path = FOLDER / f"{language}.toml"
    try:
        return Grammar.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except (tomllib.TOMLDecodeError, ValidationError) as error:
        raise LexiconError(f"grammar/{path.name}: {error}") from error
