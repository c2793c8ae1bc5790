"""The words of persons can veto a version, whichever way they came in; Crivo's own never do."""

from __future__ import annotations

import pytest

from hypotheses.analyst import vetoes
from hypotheses.analyst.reader import FoundVeto, Reading
from hypotheses.analyst.vetoes import PersonWords, vetoes_of
from hypotheses.domain.claim import Claim

BELIEF = "everybody knows it"


@pytest.fixture(autouse=True)
def _reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader that finds one belief, and takes each fragment of a negation for a tautology."""

    def read(text: str, language: str) -> Reading:
        found = [FoundVeto("popular_belief", BELIEF)] if BELIEF in text else []
        if text.startswith("those who do not"):
            found.append(FoundVeto("tautology", text))
        return Reading(text, "en", Claim(), tuple(found))

    monkeypatch.setattr(vetoes, "read", read)


def found(original: str, question: str = "", *answers: str) -> list[str]:
    read = vetoes.read(original, "en")
    return [veto.code for veto in vetoes_of(read, PersonWords(question, answers))]


def test_the_original_idea_is_judged_whatever_it_became() -> None:
    assert found(f"Tea helps, as {BELIEF}", "Tea helps nurses") == ["popular_belief"]


def test_a_persons_own_wording_is_judged() -> None:
    assert found("Tea helps", f"Tea helps nurses, as {BELIEF}") == ["popular_belief"]


def test_an_answer_is_judged_as_a_wording_is() -> None:
    assert found("Tea helps", "", "a diary", f"what {BELIEF}") == ["popular_belief"]


def test_one_ground_is_told_once() -> None:
    assert found(f"Tea helps, as {BELIEF}", f"Tea helps, as {BELIEF}") == ["popular_belief"]


def test_a_fragment_that_only_by_itself_looks_vetoed_is_an_answer() -> None:
    assert found("Tea helps", "", "those who do not") == []


def test_a_veto_of_the_claim_is_not_laid_at_an_answers_door() -> None:
    assert found(f"Tea helps, as {BELIEF}", "Tea helps", "those who do not") == ["popular_belief"]
