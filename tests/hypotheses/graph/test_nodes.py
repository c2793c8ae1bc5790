"""What the loop holds to, whatever its analyst does."""

from __future__ import annotations

import json
from typing import Any

import pytest

from config.runs.ledger import require_plain
from config.text.language import LanguageError
from hypotheses.domain.types import ASPECTS
from hypotheses.graph import MalformedReview
from tests.hypotheses.graph.loop import Answering, Listening, Rewording, refine, states
from tests.hypotheses.helpers import COMPLETE, FORCED, LANGUAGES, REFINED, VETOED

IDEAS = [*REFINED.values(), *FORCED.values(), *COMPLETE.values(), *VETOED.values()]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("limit", range(6))
def test_a_hopeless_idea_is_refined_up_to_the_limit_then_decided(limit: int, language: str) -> None:
    state = refine(FORCED[language], max_refinements=limit)
    numbers = [version["version"] for version in state["hypothesis_versions"]]
    assert numbers == list(range(1, limit + 2))
    assert (state["refinement_iteration"], state["forced"]) == (limit, True)
    assert state["methodologist_output"]["status"] == "rejected"


@pytest.mark.parametrize("language", LANGUAGES)
def test_at_the_limit_an_open_slot_is_rejected_by_force_with_its_gaps(language: str) -> None:
    state = refine(REFINED[language], max_refinements=0)
    assert (state["methodologist_output"]["status"], state["forced"]) == ("rejected", True)
    assert [version["question"] for version in state["hypothesis_versions"]] == [REFINED[language]]
    assert {gap["slot"]: gap["state"] for gap in state["gaps"]} == {
        "population": "open", "measure": "open", "comparator": "open",
    }  # fmt: skip


def test_a_forced_decision_makes_no_version() -> None:
    *_, before, after = states(FORCED["en"])
    questions = [[v["question"] for v in s["hypothesis_versions"]] for s in (before, after)]
    assert (before["forced"], after["forced"]) == (False, True)
    assert questions[0] == questions[1]


def test_a_forced_decision_keeps_the_gaps_open() -> None:
    *_, before, after = states(FORCED["en"])
    assert after["gaps"] == before["gaps"]
    named = {item["aspect"] for item in after["methodologist_output"]["improvements"]}
    assert named == {gap["aspect"] for gap in after["gaps"]}


def test_a_version_carries_the_feedback_it_was_given() -> None:
    first, last = refine(REFINED["en"])["hypothesis_versions"]
    assert first["feedback"]["status"] == "needs_refinement"
    assert {item["aspect"] for item in first["feedback"]["improvements"]} == {
        "population", "metrics", "testability",
    }  # fmt: skip
    assert last["feedback"] == {"status": "approved", "improvements": []}


def test_the_structurer_is_told_every_gap() -> None:
    analyst = Listening()
    refine(REFINED["en"], analyst)
    _verbatim, brief = analyst.briefs
    assert brief["previous"] == REFINED["en"]
    assert [item["aspect"] for item in brief["review"]["improvements"]] == [
        "population", "metrics", "testability",
    ]  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_rewording_does_not_launder_a_vetoed_idea(language: str) -> None:
    state = refine(VETOED[language], Rewording(COMPLETE[language]), language=language)
    assert state["hypothesis_versions"][0]["question"] == COMPLETE[language]
    assert (state["methodologist_output"]["status"], state["forced"]) == ("rejected", False)
    assert "popular_belief" in {v["code"] for v in state["methodologist_output"]["vetoes"]}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_forced_decision_keeps_to_a_veto(language: str) -> None:
    analyst = Answering("review", status="needs_refinement")
    state = refine(VETOED[language], analyst, max_refinements=0)
    assert (state["methodologist_output"]["status"], state["forced"]) == ("rejected", True)


def test_a_structurer_that_drops_a_variable_is_reported() -> None:
    analyst = Rewording(COMPLETE["en"])
    state = refine(REFINED["en"], analyst, max_refinements=1)
    assert state["methodologist_output"]["drift"] == ["independent", "dependent"]


def test_a_structurer_that_turns_the_claim_around_is_reported() -> None:
    analyst = Rewording("TDD increases bugs in small teams")
    assert refine(REFINED["en"], analyst)["methodologist_output"]["drift"] == ["direction"]


@pytest.mark.parametrize("idea", REFINED.values())
def test_the_built_in_structurer_does_not_drift(idea: str) -> None:
    assert refine(idea)["methodologist_output"]["drift"] == []


SCORES = [{"aspect": aspect, "score": 2, "evidence": None, "code": "", "gap": "", "suggestion": ""}
          for aspect in ASPECTS]  # fmt: skip
MALFORMED: dict[str, dict[str, Any]] = {
    "no status": {"status": None},
    "an unknown status": {"status": "REJECT"},
    "no scores": {"scores": []},
    "a rejection without scores": {"status": "rejected", "scores": []},
    "an aspect twice": {"scores": [*SCORES, SCORES[0]]},
    "an aspect left out": {"scores": SCORES[1:]},
    "an aspect that is none": {"scores": [*SCORES, {**SCORES[0], "aspect": "novelty"}]},
    "a score that is none": {"scores": [*SCORES[1:], {**SCORES[0], "score": 7}]},
    "a score in words": {"scores": [*SCORES[1:], {**SCORES[0], "score": "high"}]},
}


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_review_is_an_error_not_a_rejection(name: str) -> None:
    with pytest.raises(MalformedReview):
        refine(REFINED["en"], Answering("review", **MALFORMED[name]))


@pytest.mark.parametrize("name", [*MALFORMED, "another round"])
def test_a_malformed_forced_decision_is_an_error_not_a_rejection(name: str) -> None:
    changes = MALFORMED.get(name, {"status": "needs_refinement"})
    with pytest.raises(MalformedReview):
        refine(FORCED["en"], Answering("decide", **changes))


def test_an_idea_in_a_language_it_cannot_tell_is_an_error() -> None:
    with pytest.raises(LanguageError):
        refine("La casa es muy grande y los chicos son felices")


@pytest.mark.parametrize("idea", IDEAS)
def test_the_state_is_plain_json_after_every_node(idea: str) -> None:
    for state in states(idea):
        require_plain("state", state)
        assert json.loads(json.dumps(state)) == state


@pytest.mark.parametrize("idea", IDEAS)
def test_the_same_idea_leaves_the_same_states(idea: str) -> None:
    assert states(idea) == states(idea)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_answer_is_taken_into_a_further_version(language: str) -> None:
    first = refine(REFINED[language])
    kept = {key: first[key] for key in (
        "language", "input_kind", "hypothesis_versions", "claim", "filled", "gaps",
    )}  # fmt: skip
    words = {"en": "nurses of one ward", "pt": "enfermeiras de uma mesma ala"}[language]
    state = refine(REFINED[language], **kept, answers={"population": words}, max_refinements=1)
    assert [version["version"] for version in state["hypothesis_versions"]] == [1, 2, 3]
    assert words in state["hypothesis_versions"][-1]["question"]
    unit, bound = state["claim"]["unit"], state["claim"]["bound"]
    assert f"{unit['text']} {bound['text']}" == words
    assert (unit["origin"], bound["origin"]) == ("confirmed", "confirmed")
