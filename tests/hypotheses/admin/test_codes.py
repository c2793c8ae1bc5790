"""Codes in words: each that the analyst may write down has some, in both languages."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

import hypotheses.analyst.messages as messages
from hypotheses.admin import codes
from hypotheses.analyst.lexicon.compile import SECTIONS, field_names
from hypotheses.model_analyst import evidence

FILE = Path(str(messages.__file__)).parent / "en.toml"
WRITTEN = tomllib.loads(FILE.read_text())
GAPS = {code for aspect in WRITTEN["gaps"].values() for code in aspect}


@pytest.mark.parametrize(
    ("words", "written"),
    [
        (codes.GAPS, {*GAPS, evidence.CODE}),
        (codes.VETOES, {*WRITTEN["vetoes"], evidence.VETO}),
        (codes.SECTIONS, set(SECTIONS)),
        (codes.FIELDS, set(field_names())),
    ],
)
def test_every_code_has_words(words: Mapping[str, Any], written: set[str]) -> None:
    assert set(words) == written


@pytest.mark.parametrize("words", [codes.GAPS, codes.VETOES, codes.ELEMENTS, codes.STATUSES])
def test_the_words_are_translated(words: Mapping[str, Any]) -> None:
    with translation.override("en"):
        english = {code: str(text) for code, text in words.items()}
    with translation.override("pt-br"):
        portuguese = {code: str(text) for code, text in words.items()}
    assert not [code for code in words if english[code] == portuguese[code]]
