"""The words of persons can veto a version, whichever way they came in; Crivo's own never do."""

from __future__ import annotations

import pytest

from hypotheses.analyst import builtin
from hypotheses.analyst.builtin import vetoes_of
from hypotheses.analyst.reader import ClaimReading, FoundVeto, read
from hypotheses.domain.claim import Claim

BELIEF = "everybody knows it"


@pytest.fixture(autouse=True)
def _reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader that knows one belief."""

    monkeypatch.setattr(builtin, "read", lambda text, _language: reading(text))


def reading(text: str) -> ClaimReading:
    found = (FoundVeto("popular_belief", BELIEF),) if BELIEF in text else ()
    return ClaimReading(text, "en", Claim(), found)


def found(original: str, question: str = "") -> list[str]:
    return [veto.code for veto in vetoes_of(reading(original), question)]


def test_the_original_idea_is_judged_whatever_it_became() -> None:
    assert found(f"Tea helps, as {BELIEF}", "Tea helps nurses") == ["popular_belief"]


def test_a_persons_own_wording_is_judged() -> None:
    assert found("Tea helps", f"Tea helps nurses, as {BELIEF}") == ["popular_belief"]


def test_one_ground_is_told_once() -> None:
    assert found(f"Tea helps, as {BELIEF}", f"Tea helps, as {BELIEF}") == ["popular_belief"]


def test_without_a_belief_there_is_no_veto() -> None:
    assert found("Tea helps", "Tea helps nurses") == []


def test_what_an_author_saw_for_years_is_no_popular_belief():
    text = (
        "Em 20 anos de feira nunca vi falhar: a fruta embrulhada em jornal amadurece antes da que "
        "vai em plástico."
    )
    assert read(text, "pt").vetoes == ()
