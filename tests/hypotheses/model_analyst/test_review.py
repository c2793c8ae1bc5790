"""The methodologist's answers, held to the version, and the two judges."""

from __future__ import annotations

from typing import Any

import pytest

from config.llm.asker import BudgetExceeded, ModelFailed
from hypotheses.domain.claim import Claim, Slot
from hypotheses.model_analyst.analyst import ModelAnalyst
from tests.hypotheses.model_analyst.scripted import FITS, GOOD, SOUND, Scripted, done, judged

IDEA = "TDD reduces bugs in small teams"
FULL = (
    "Does TDD reduce bugs, measured by bugs per release, in small teams of one company, compared "
    "with work without TDD?"
)
CLAIM = Claim(
    "causal", "decrease", unit=Slot("small teams"), bound=Slot("of one company", "model"),
    exposure=Slot("TDD"), outcome=Slot("bugs"), measure=Slot("bugs per release", "confirmed"),
    comparator=Slot("work without TDD", "guidance"),
)  # fmt: skip
BRIEF = {
    "original": IDEA, "language": "en", "question": FULL, "claim": CLAIM.as_dict(),
    "iteration": 1,
}  # fmt: skip
ALL: dict[str, dict[str, Any]] = {
    "population": {"quote": "small teams of one company", "score": 2},
    "metrics": {"quote": "bugs per release", "score": 2},
    "variables": {"quote": "TDD reduce bugs", "score": 2},
    "testability": {"quote": "compared with work without TDD", "score": 2},
}
# A first version that lacks its bound, measure and comparator.
SHORT = Claim(
    "causal", "decrease", unit=Slot("small teams"), exposure=Slot("TDD"), outcome=Slot("bugs")
)
FIRST = {"question": IDEA, "claim": SHORT.as_dict(), "iteration": 0}
COVERED: dict[str, dict[str, Any]] = {
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


def open_slots(review: Any) -> dict[str, str]:
    return {f["slot"]: f["code"] for f in review["findings"] if not f["filled"]}


def test_the_model_leads_on_and_the_built_in_stands_beside() -> None:
    found = review(judged(**{**ALL, "metrics": {"score": 1, "quote": "bugs"}}))
    assert (found["judge"], found["status"]) == ("model-1", "needs_refinement")
    (beside,) = found["others"]
    assert (beside["judge"], beside["status"]) == ("builtin", "approved")


def test_each_aspect_is_asked_alone_and_then_the_whole() -> None:
    asker = judged(**ALL)
    review(asker)
    assert [prompt.name for prompt in asker.asked] == [*["methodologist"] * 4, "fit"]
    assert len({prompt.system for prompt in asker.asked}) == 5


# The verdict follows from the scores, slot by slot.


def test_a_version_that_is_covered_is_approved_on_its_conditions() -> None:
    found = review(judged(**ALL))
    assert (found["status"], open_slots(found)) == ("approved", {})
    assert found["conditions"] == [{"slot": "bound", "text": "of one company"}]
    assert found["clarifications"] == {}


def test_a_slot_that_holds_nothing_stays_open_whatever_the_model_says() -> None:
    found = review(judged(**COVERED), **FIRST)
    assert found["status"] == "needs_refinement"
    assert {*open_slots(found)} == {"population", "measure", "comparator"}
    assert {i["slot"] for i in found["improvements"]} == {*open_slots(found)}


def test_an_aspect_that_the_model_alone_misses_opens_the_slot_that_leads_it() -> None:
    for aspect, slot in (
        ("population", "population"), ("metrics", "measure"), ("variables", "exposure"),
        ("testability", "comparator"),
    ):  # fmt: skip
        found = review(judged(**{**ALL, aspect: {"score": 1, "quote": "bugs"}}))
        assert open_slots(found) == {slot: "judged"}
        assert found["status"] == "needs_refinement"
        (told,) = found["improvements"]
        assert (told["slot"], told["aspect"], told["gap"]) == (slot, aspect, GOOD["gap"])


def test_a_gap_that_both_see_is_in_the_model_s_words_and_asked_in_ours() -> None:
    said = {"score": 0, "gap": "No scale is named for bugs."}
    found = review(judged(**{**COVERED, "metrics": said}), **FIRST)
    (measure,) = [i for i in found["improvements"] if i["slot"] == "measure"]
    own = next(f for f in found["others"][0]["findings"] if f["slot"] == "measure")
    assert measure["gap"] == "No scale is named for bugs."
    assert measure["suggestion"] == own["suggestion"]


def test_what_only_the_author_can_say_is_asked() -> None:
    said = {"score": 1, "quote": "bugs", "gap": "Which bugs?", "suggestion": "Which bugs count?"}
    found = review(judged(**{**ALL, "metrics": said}))
    assert found["clarifications"] == {"measure": "Which bugs count?"}


def test_a_suggestion_that_is_no_question_is_not_put_to_the_author() -> None:
    said = {"score": 1, "quote": "bugs", "suggestion": "Count them."}
    found = review(judged(**{**ALL, "metrics": said}))
    assert found["clarifications"]["measure"].endswith("?")
    assert found["clarifications"]["measure"] != "Count them."


@pytest.mark.parametrize("design", ["correlational", "predictive"])
def test_an_association_is_not_asked_for_a_comparator(design: Any) -> None:
    claim = Claim(design, "increase", Slot("retirees"), Slot("in Denmark"), Slot("autonomy"),
                  Slot("volunteering"), measure=Slot("hours a month"))  # fmt: skip
    text = "Is autonomy related to more volunteering in retirees in Denmark, by hours a month?"
    told = {aspect: {"quote": "volunteering", "score": 2} for aspect in ALL}
    brief = {"original": text, "question": text, "claim": claim.as_dict()}
    assert review(judged(**told), **brief)["status"] == "approved"
    stricter = {**told, "testability": {"quote": "more", "score": 1}}
    assert open_slots(review(judged(**stricter), **brief)) == {"direction": "judged"}


def test_a_letter_scores_nothing_with_either_judge() -> None:
    claim = Claim("causal", "increase", unit=Slot("teams"), bound=Slot("of one firm"),
                  exposure=Slot("X"), outcome=Slot("Y"), comparator=Slot("method B"))  # fmt: skip
    question = "Does X improve Y in teams of one firm, compared with method B?"
    told = {**ALL, "population": {"quote": "teams of one firm", "score": 2},
            "metrics": {"quote": "Y", "score": 2},
            "variables": {"quote": "X improve Y", "score": 2},
            "testability": {"quote": "method B", "score": 2}}  # fmt: skip
    found = review(judged(**told), original=question, question=question, claim=claim.as_dict())
    for each in (found, found["others"][0]):
        assert points(each)["variables"] == points(each)["metrics"] == 0
        assert points(each)["testability"] < 2
        assert each["status"] == "needs_refinement"
        assert not each["exhausted"]


def test_a_version_with_an_open_mark_is_not_approved() -> None:
    question = FULL.replace("one company", "[to be defined: value] companies")
    claim = CLAIM.with_slot("bound", Slot("of [to be defined: value] companies", "model"))
    found = review(judged(**ALL), question=question, claim=claim.as_dict())
    assert found["status"] == found["others"][0]["status"] == "needs_refinement"


def test_a_small_gap_that_nothing_proposes_to_fill_may_stay() -> None:
    claim = Claim("causal", "decrease", Slot("small teams"), Slot("of one company"),
                  Slot("the moon"), Slot("bugs"), measure=Slot("bugs per release"))  # fmt: skip
    told = {**ALL, "testability": {"quote": "reduce", "score": 1},
            "variables": {"quote": "the moon reduce bugs", "score": 2}}  # fmt: skip
    question = FULL.replace(", compared with work without TDD", "").replace("TDD", "the moon")
    brief = {"claim": claim.as_dict(), "question": question}
    found = review(judged(**told), **brief)
    assert (found["others"][0]["status"], found["status"]) == ("approved", "approved")
    stricter = review(judged(**{**told, "metrics": {"quote": "bugs", "score": 1}}), **brief)
    assert stricter["status"] == "needs_refinement"


# Whether a further version could help.


def test_a_model_that_structures_has_its_say_before_nothing_is_left() -> None:
    asker = judged(**COVERED)
    asker.agents = ("methodologist", "structurer")
    assert not review(asker, **FIRST)["exhausted"]
    asker = judged(**COVERED)
    asker.agents = ("methodologist", "structurer")
    assert review(asker, **{**FIRST, "iteration": 1})["exhausted"]


def test_a_gap_that_only_the_model_sees_may_be_mended_by_it() -> None:
    asker = judged(**{**ALL, "metrics": {"score": 1, "quote": "bugs"}})
    asker.agents = ("methodologist", "structurer")
    assert not review(asker)["exhausted"]


# Evidence.


def test_a_quote_that_is_not_there_voids_its_point() -> None:
    void = {"quote": "defects per thousand lines", "score": 2}
    found = review(judged(**{**COVERED, "metrics": void}), **FIRST)
    own = points(found["others"][0])
    assert points(found)["metrics"] == own["metrics"] == 1
    assert "defects per thousand lines" in noted(found)[0]
    score = next(s for s in found["scores"] if s["aspect"] == "metrics")
    assert score["evidence"] in IDEA


def test_the_whole_version_is_no_evidence_of_a_population_or_a_measure() -> None:
    whole = {aspect: {"quote": IDEA, "score": 2} for aspect in ALL}
    found = review(judged(**whole), **FIRST)
    assert points(found) == {"population": 1, "metrics": 1, "variables": 2, "testability": 2}
    assert len(noted(found)) == 2


def test_a_point_without_any_quote_is_void() -> None:
    told = {**ALL, "testability": {"quote": "", "score": 2}}
    found = review(judged(**told), question="TDD", claim=Claim(exposure=Slot("TDD")).as_dict())
    assert points(found)["testability"] == 0
    assert noted(found)


def test_a_window_that_stands_in_for_a_comparison_is_evidence_of_it() -> None:
    claim = CLAIM.with_slot("comparator", None).with_slot("window", Slot("after the release"))
    question = FULL.replace("compared with work without TDD", "after the release")
    unquoted = {**ALL, "testability": {"quote": "", "score": 2}}
    found = review(judged(**unquoted), question=question, claim=claim.as_dict())
    assert found["scores"][3] == {
        "aspect": "testability", "score": 2, "evidence": "after the release", "code": "",
    }  # fmt: skip


def test_evidence_is_stored_as_the_version_has_it() -> None:
    found = review(judged(**{**ALL, "population": {"quote": "SMALL  teams.", "score": 2}}))
    assert found["scores"][0]["evidence"] == "small teams"
    assert noted(found) == []


def test_what_is_open_in_the_version_is_no_evidence() -> None:
    question = f"{IDEA} [to be defined: how the outcome is measured]"
    quoted = {"quote": "how the outcome is measured", "score": 2}
    found = review(judged(**{**COVERED, "metrics": quoted}), **{**FIRST, "question": question})
    assert points(found)["metrics"] < 2


def test_numbers_in_what_it_says_are_struck() -> None:
    said = {"gap": "At least 30 teams are missing.", "suggestion": "Take 12 weeks?", "score": 0}
    found = review(judged(**{**ALL, "population": said}))
    (told,) = found["improvements"]
    assert not any(sign.isdigit() for sign in told["gap"] + told["suggestion"])
    (note,) = [note["text"] for note in found["notes"] if note["kind"] == "struck"]
    assert "30, 12" in note


# The whole look.

CLASH = {
    "parts": ["exposure", "comparator"], "gap": "“TDD” is compared with itself.",
    "question": "With which way of working is it compared", "fits": False,
}  # fmt: skip


def test_parts_that_do_not_fit_are_a_gap_of_their_own() -> None:
    found = review(judged(CLASH, **ALL))
    assert open_slots(found) == {"fit": "judged"}
    assert found["status"] == "needs_refinement"
    assert found["clarifications"] == {"fit": "With which way of working is it compared?"}
    (told,) = found["improvements"]
    assert (told["aspect"], told["gap"]) == ("testability", CLASH["gap"])


def test_what_holds_no_words_is_missing_and_no_misfit() -> None:
    found = review(judged(CLASH, **COVERED), **FIRST)
    assert "fit" not in open_slots(found)
    assert "exposure, comparator" in noted(found)[-1]


def test_a_design_may_be_what_does_not_fit() -> None:
    found = review(judged({**CLASH, "parts": ["comparator", "design"]}, **ALL))
    assert open_slots(found) == {"fit": "judged"}


# Vetoes.


def test_a_rejection_needs_the_author_s_own_words() -> None:
    ground = {"unscientific": True, "basis_quote": IDEA, "reason": "Everybody says so."}
    found = review(judged(**{**ALL, "testability": {**ALL["testability"], **ground}}))
    assert found["status"] == "rejected"
    assert found["vetoes"] == [{"code": "no_basis", "quote": IDEA, "reason": "Everybody says so."}]

    for quote in ("my grandmother swears by it", "bugs per release, in small teams of one company"):
        ground |= {"basis_quote": quote}
        found = review(judged(**{**ALL, "testability": {**ALL["testability"], **ground}}))
        assert (found["status"], found["vetoes"]) == ("approved", [])
        assert quote in noted(found)[0]


def test_a_veto_of_the_built_in_analyst_leads_on() -> None:
    question = "Coffee is good because everybody knows it works"
    told = {aspect: {"quote": "Coffee is good", "score": 2} for aspect in ALL}
    found = review(judged(**told), original=question, question=question, claim=CLAIM.as_dict())
    assert (found["judge"], found["status"]) == ("builtin", "rejected")
    assert [(o["judge"], o["status"]) for o in found["others"]] == [("model-1", "approved")]


UNFIT = {
    "gap in another language": {**GOOD, "gap": "Não se diz em quem isso seria observado na empresa",
                                "suggestion": "Diga em que equipes isso seria feito"},
    "no gap": {**GOOD, "gap": ""},
    "markup": {**GOOD, "gap": "<script>alert(1)</script>"},
}  # fmt: skip
UNFIT_WHOLES = {
    "one part": {**CLASH, "parts": ["measure"]},
    "no question": {**CLASH, "question": ""},
    "another language": {**CLASH, "gap": "Não se diz em quem isso seria observado na empresa"},
}


def degraded(asker: Scripted) -> None:
    found = review(asker, **FIRST)
    assert len(asker.faults) == 1
    assert (found["judge"], found["degraded"], found["status"]) == (
        "builtin", True, "needs_refinement",
    )  # fmt: skip
    assert "others" not in found
    assert [n["kind"] for n in found["notes"]][-1] == "degraded"


@pytest.mark.parametrize("name", UNFIT)
def test_an_answer_nobody_can_use_degrades_and_never_rejects(name: str) -> None:
    degraded(judged(**{**COVERED, "population": UNFIT[name]}))


@pytest.mark.parametrize("name", UNFIT_WHOLES)
def test_a_look_at_the_whole_that_nobody_can_use_degrades(name: str) -> None:
    degraded(judged(UNFIT_WHOLES[name], **COVERED))


def test_a_reason_to_reject_has_to_be_given() -> None:
    asker = judged(testability={**GOOD, **SOUND, "unscientific": True})
    assert review(asker)["degraded"]


def test_a_budget_that_is_used_up_is_told_before_a_model_that_failed() -> None:
    asker = Scripted(
        AspectAnswer=ModelFailed("no_model", agent="methodologist"),
        TestabilityAnswer=BudgetExceeded("calls", limit=3),
        FitAnswer=FITS,
    )
    with pytest.raises(BudgetExceeded):
        review(asker)


def test_without_a_model_for_it_the_built_in_analyst_judges_alone() -> None:
    found = review(Scripted(agents=("structurer",)))
    assert (found["judge"], "others" in found, "degraded" in found) == ("builtin", False, False)


# The forced decision.


def decide(decision: str, last: Any) -> Any:
    words = "The teams are named, and the measure stays open."
    asker = Scripted(DecisionAnswer={"justification": words, "decision": decision})
    return done(ModelAnalyst(asker).decide({**BRIEF, "review": last}))


def stricter() -> Any:
    return review(judged(**{**ALL, "metrics": {"quote": "bugs", "score": 1}}))


def test_two_decisions_each_on_its_judges_own_review() -> None:
    last = stricter()
    decision = decide("rejected", last)
    assert (decision["judge"], decision["status"]) == ("model-1", "rejected")
    assert decision["justification"].startswith("The teams are named")
    assert decision["scores"] == last["scores"]
    assert open_slots(decision) == {"measure": "judged"}
    (beside,) = decision["others"]
    assert (beside["judge"], beside["scores"]) == ("builtin", last["others"][0]["scores"])
    assert beside["status"] == "approved"


def test_the_model_may_not_be_laxer_than_the_rule() -> None:
    decision = decide("approved", stricter())
    assert decision["status"] == "rejected"
    assert decision["justification"].endswith("does not allow it.")


def test_the_model_may_be_stricter_than_the_rule() -> None:
    covered = review(judged(**ALL))
    assert decide("approved", covered)["status"] == "approved"
    assert decide("rejected", covered)["status"] == "rejected"


def test_after_a_degraded_review_no_model_decides() -> None:
    failed = ModelFailed("no_model", agent="m")
    last = review(Scripted(agents=("methodologist",), AspectAnswer=failed,
                           TestabilityAnswer=failed, FitAnswer=failed), **FIRST)  # fmt: skip
    asker = Scripted()
    decision = done(ModelAnalyst(asker).decide({**BRIEF, "review": last}))
    assert (decision["judge"], decision["degraded"], asker.asked) == ("builtin", True, [])
