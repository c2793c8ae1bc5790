"""The methodologist's answers, held to the version, and the two judges."""

from __future__ import annotations

from typing import Any

import pytest

from config.llm.asking import BudgetExceeded, ModelFailed
from hypotheses.model_analyst.analyst import ModelAnalyst
from tests.hypotheses.model_analyst.scripted import GOOD, SOUND, Scripted, done, judged

IDEA = "TDD reduces bugs in small teams"
BRIEF = {"original": IDEA, "language": "en", "question": IDEA, "elements": []}
ALL: dict[str, dict[str, Any]] = {
    "population": {"quote": "small teams", "score": 2},
    "metrics": {"quote": "bugs", "score": 2},
    "variables": {"quote": "TDD reduces bugs", "score": 2},
    "testability": {"quote": "reduces", "score": 2},
}


def review(asker: Scripted, **brief: Any) -> Any:
    return done(ModelAnalyst(asker).review({**BRIEF, **brief}))


def points(review: Any) -> dict[str, int]:
    return {score["aspect"]: score["score"] for score in review["scores"]}


def noted(review: Any) -> list[str]:
    return [note["text"] for note in review["notes"] if note["kind"] == "void"]


def test_the_model_leads_on_and_the_built_in_stands_beside() -> None:
    found = review(judged(**ALL))
    assert (found["judge"], found["status"]) == ("model-1", "approved")
    (beside,) = found["others"]
    assert (beside["judge"], beside["status"]) == ("builtin", "needs_refinement")


def test_each_aspect_is_asked_alone() -> None:
    asker = judged(**ALL)
    review(asker)
    assert [prompt.name for prompt in asker.asked] == ["methodologist"] * 4
    assert len({prompt.system for prompt in asker.asked}) == 4


def test_the_verdict_follows_from_the_scores_by_our_rule() -> None:
    found = review(judged(**{**ALL, "metrics": {"quote": "bugs", "score": 1}}))
    assert found["status"] == "approved"
    found = review(judged(**{**ALL, "metrics": {"score": 0}}))
    assert found["status"] == "needs_refinement"
    assert [i["aspect"] for i in found["improvements"]] == ["metrics"]


def test_a_quote_that_is_not_there_voids_its_point() -> None:
    # The built-in analyst finds `bugs` worth 1 of metrics, and nothing bounds the teams.
    void = {"quote": "defects per thousand lines", "score": 2}
    found = review(judged(**{**ALL, "metrics": void}))
    own = points(found["others"][0])
    assert points(found)["metrics"] == own["metrics"] == 1
    assert "defects per thousand lines" in noted(found)[0]
    score = next(s for s in found["scores"] if s["aspect"] == "metrics")
    assert score["evidence"] in IDEA
    assert score["gap"]


def test_the_whole_version_is_no_evidence_of_a_population_or_a_measure() -> None:
    whole = {aspect: {"quote": IDEA, "score": 2} for aspect in ALL}
    found = review(judged(**whole))
    assert points(found) == {"population": 1, "metrics": 1, "variables": 2, "testability": 2}
    assert len(noted(found)) == 2


def test_a_point_without_any_quote_is_void() -> None:
    found = review(judged(**{**ALL, "testability": {"quote": "", "score": 2}}), question="TDD")
    assert points(found)["testability"] == 0
    assert noted(found)


def test_evidence_is_stored_as_the_version_has_it() -> None:
    found = review(judged(**{**ALL, "population": {"quote": "SMALL  teams.", "score": 2}}))
    assert found["scores"][0]["evidence"] == "small teams"
    assert noted(found) == []


def test_what_is_open_in_the_version_is_no_evidence() -> None:
    question = f"{IDEA} [to be defined: how the outcome is measured]"
    quoted = {"quote": "how the outcome is measured", "score": 2}
    found = review(judged(**{**ALL, "metrics": quoted}), question=question)
    assert points(found)["metrics"] < 2


def test_numbers_in_what_it_says_are_struck() -> None:
    said = {"gap": "At least 30 teams are missing.", "suggestion": "Take 12 weeks.", "score": 0}
    found = review(judged(**{**ALL, "population": said}))
    text = found["scores"][0]["gap"] + found["scores"][0]["suggestion"]
    assert not any(sign.isdigit() for sign in text)
    (note,) = [note["text"] for note in found["notes"] if note["kind"] == "struck"]
    assert "30, 12" in note


def test_a_rejection_needs_words_that_are_there() -> None:
    ground = {"unscientific": True, "basis_quote": IDEA, "reason": "Everybody says so."}
    found = review(judged(**{**ALL, "testability": {**ALL["testability"], **ground}}))
    assert found["status"] == "rejected"
    assert found["vetoes"] == [{"code": "no_basis", "quote": IDEA, "reason": "Everybody says so."}]

    ground |= {"basis_quote": "my grandmother swears by it"}
    found = review(judged(**{**ALL, "testability": {**ALL["testability"], **ground}}))
    assert (found["status"], found["vetoes"]) == ("approved", [])
    assert "grandmother" in noted(found)[0]


def test_a_veto_of_the_built_in_analyst_leads_on() -> None:
    question = "Coffee is good because everybody knows it works"
    told = {**ALL, "population": {"quote": "Coffee", "score": 2},
            "metrics": {"quote": "it works", "score": 2},
            "variables": {"quote": "Coffee is good", "score": 2},
            "testability": {"quote": "it works", "score": 2}}  # fmt: skip
    found = review(judged(**told), original=question, question=question)
    assert (found["judge"], found["status"]) == ("builtin", "rejected")
    assert [(o["judge"], o["status"]) for o in found["others"]] == [("model-1", "approved")]


UNFIT = {
    "gap in another language": {**GOOD, "gap": "Não se diz em quem isso seria observado na empresa",
                                "suggestion": "Diga em que equipes isso seria feito"},
    "no gap": {**GOOD, "gap": ""},
    "markup": {**GOOD, "gap": "<script>alert(1)</script>"},
}  # fmt: skip


@pytest.mark.parametrize("name", UNFIT)
def test_an_answer_nobody_can_use_degrades_and_never_rejects(name: str) -> None:
    asker = judged(**{**ALL, "population": UNFIT[name]})
    found = review(asker)
    assert len(asker.faults) == 1
    assert (found["judge"], found["degraded"], found["status"]) == (
        "builtin", True, "needs_refinement",
    )  # fmt: skip
    assert "others" not in found
    assert [n["kind"] for n in found["notes"]][-1] == "degraded"


def test_a_reason_to_reject_has_to_be_given() -> None:
    asker = judged(testability={**GOOD, **SOUND, "unscientific": True})
    assert review(asker)["degraded"]


def test_a_budget_that_is_used_up_is_told_before_a_model_that_failed() -> None:
    asker = Scripted(
        AspectAnswer=ModelFailed("no_model", agent="methodologist"),
        TestabilityAnswer=BudgetExceeded("calls", limit=3),
    )
    with pytest.raises(BudgetExceeded):
        review(asker)


def test_without_a_model_for_it_the_built_in_analyst_judges_alone() -> None:
    found = review(Scripted(agents=("structurer",)))
    assert (found["judge"], "others" in found, "degraded" in found) == ("builtin", False, False)


# The forced decision.


def decide(decision: str, metrics: int = 1) -> Any:
    told = {**ALL, "metrics": {"quote": "bugs", "score": metrics}}
    last = review(judged(**{**told, "population": {"quote": "small teams", "score": 1}}))
    words = "The teams are named, and the gaps in population and metrics stay open."
    asker = Scripted(DecisionAnswer={"justification": words, "decision": decision})
    return done(ModelAnalyst(asker).decide({**BRIEF, "review": last})), last


def test_two_decisions_each_on_its_judges_own_scores() -> None:
    decision, last = decide("approved")
    assert (decision["judge"], decision["status"]) == ("model-1", "approved")
    assert decision["justification"].startswith("The teams are named")
    assert decision["scores"] == last["scores"]
    (beside,) = decision["others"]
    assert (beside["judge"], beside["scores"]) == ("builtin", last["others"][0]["scores"])
    assert beside["status"] in ("approved", "rejected")


def test_the_model_may_be_stricter_than_the_rule() -> None:
    assert decide("rejected")[0]["status"] == "rejected"


def test_the_model_may_not_be_laxer_than_the_rule() -> None:
    decision, _ = decide("approved", metrics=0)
    assert decision["status"] == "rejected"
    assert decision["justification"].endswith("does not allow it.")


def test_after_a_degraded_review_no_model_decides() -> None:
    last = review(Scripted(agents=("methodologist",),
                           AspectAnswer=ModelFailed("no_model", agent="m"),
                           TestabilityAnswer=ModelFailed("no_model", agent="m")))  # fmt: skip
    asker = Scripted()
    decision = done(ModelAnalyst(asker).decide({**BRIEF, "review": last}))
    assert (decision["judge"], decision["degraded"], asker.asked) == ("builtin", True, [])
