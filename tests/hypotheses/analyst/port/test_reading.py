"""An analyst tells what an idea is."""

from __future__ import annotations

from typing import get_args

import pytest

from hypotheses.domain.types import Kind
from tests.hypotheses.analyst.port.briefs import done, every_idea


@every_idea
def test_it_tells_language_and_kind(analyst, language, text):
    reading = done(analyst.read(text, "auto"))

    assert reading["language"] == language
    assert reading["kind"] in get_args(Kind)


def test_a_forced_language_is_taken(analyst):
    assert done(analyst.read("Exercise", "pt"))["language"] == "pt"


def test_a_text_in_no_known_language_is_refused(analyst):
    with pytest.raises(ValueError, match="alphabet"):
        done(analyst.read("Кофе улучшает память", "auto"))
