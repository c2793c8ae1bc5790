"""What each language says regardless of field: verbs, comparisons, hedges, vetoes."""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError, ValidationInfo, field_validator

from config.text.language import tongue
from hypotheses.analyst.lexicon.schema import LexiconError
from hypotheses.analyst.text import fold

FOLDER = Path(__file__).parent
# The lists that each section of a grammar file has to have, and no others.
SECTIONS = {
    "verbs": frozenset("up down change beat equal link".split()),
    "phrases": frozenset(
        "more less change_up_nouns change_down_nouns signs equivalence effect_nouns pair_nouns "
        "passive_relations claim_openers conditionals adjuncts comparators between_groups "
        "window_prepositions time_units brief_times windows number_words hedges hedge_verbs "
        "negators measured_by selection_cues thresholds statistics statistic_words living same "
        "bound_participles demonyms places vague_nouns quantifiers "
        "placeholders outcome_words criteria_openers outcome_openers empty_nouns".split()
    ),
    "vetoes": frozenset(
        "popular_belief value_judgement modal_should prediction_verbs tautology unfalsifiable "
        "metaphysics vagueness contrasts minds feelings universals belief_verbs absences proofs "
        "tests failures worths persons concessions".split()
    ),
}


class Grammar(BaseModel):
    """One grammar file: comma-separated lists by name."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    language: Literal["en", "pt"]
    verbs: dict[str, tuple[str, ...]]
    phrases: dict[str, tuple[str, ...]]
    vetoes: dict[str, tuple[str, ...]]

    @property
    def function_words(self) -> tuple[str, ...]:
        """They are never the content of a phrase."""
        return tongue(self.language).function_words

    @field_validator("verbs", "phrases", "vetoes", mode="before")
    @classmethod
    def _lists(cls, value: dict[str, str]) -> dict[str, tuple[str, ...]]:
        return {name: _entries(text) for name, text in value.items()}

    @field_validator("verbs", "phrases", "vetoes")
    @classmethod
    def _complete(
        cls, value: dict[str, tuple[str, ...]], info: ValidationInfo
    ) -> dict[str, tuple[str, ...]]:
        if wrong := set(value) ^ SECTIONS[str(info.field_name)]:
            raise ValueError(f"lists missing or unknown: {sorted(wrong)}")
        return value


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


def words(name: str) -> frozenset[str]:
    """The folded words, or pairs `word/word`, of a list of `words.toml`, named `table.list`.

    Raises LexiconError for a name that is not there, and for a file that lists one twice.
    """
    try:
        return _word_lists()[name]
    except KeyError:
        raise LexiconError(f"grammar/words.toml: no list {name!r}") from None


@cache
def _word_lists() -> dict[str, frozenset[str]]:
    path = FOLDER / "words.toml"
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:  # a list named twice ends here, too
        raise LexiconError(f"grammar/{path.name}: {error}") from error
    return {
        f"{table}.{name}": _each_once(text, f"{table}.{name}")
        for table, lists in tables.items()
        for name, text in lists.items()
    }


def _each_once(text: str, name: str) -> frozenset[str]:
    counted = Counter("/".join(map(fold, entry.split("/"))) for entry in text.split())
    if twice := sorted(word for word, count in counted.items() if count > 1):
        raise LexiconError(f"grammar/words.toml: {name}: listed twice: {', '.join(twice)}")
    return frozenset(counted)
