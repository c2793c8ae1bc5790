"""Codes in words: each that the analyst may write down has some, in both languages."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

import hypotheses.analyst.messages as messages
from hypotheses.admin import versions
from hypotheses.domain.claim import ELEMENT_KINDS, SLOTS
from hypotheses.model_analyst import answers
from hypotheses.models import ELEMENT_NAMES
from hypotheses.services.answers import ANSWERS
from hypotheses.slot_names import SLOT_NAMES

FILE = Path(str(messages.__file__)).parent / "en.toml"
WRITTEN = tomllib.loads(FILE.read_text())
GAPS = {code for slot in WRITTEN["gaps"].values() for code in slot}
# What a score is short of, which slots do not fit each other, and what earlier releases wrote.
SCORED = {"no_approach", "construct_only", "one_side", "no_comparator", "no_margin"}
MISFITS = {
    "unit_measure",
    "outcome_measure",
    "same_comparator",
    "other_kind",
    "window_short",
    "order",
}
EARLIER = {"negated", "vague_iv", "vague_dv"}


@pytest.mark.parametrize(
    ("words", "written"),
    [
        (versions.GAPS, {*GAPS, *SCORED, *MISFITS, *EARLIER, answers.CODE}),
        (versions.VETOES, {*WRITTEN["vetoes"], answers.VETO}),
        (ELEMENT_NAMES, {"claim", *ELEMENT_KINDS.values()}),
        (SLOT_NAMES, {*ANSWERS.values(), *SLOTS, "hedge", "fit"}),
    ],
)
def test_every_code_has_words(words: Mapping[str, Any], written: set[str]) -> None:
    assert set(words) == written


@pytest.mark.parametrize(
    "words", [versions.GAPS, versions.VETOES, ELEMENT_NAMES, versions.STATUSES, SLOT_NAMES]
)
def test_the_words_are_translated(words: Mapping[str, Any]) -> None:
    with translation.override("en"):
        english = {code: str(text) for code, text in words.items()}
    with translation.override("pt-br"):
        portuguese = {code: str(text) for code, text in words.items()}
    assert not [code for code in words if english[code] == portuguese[code]]
