"""What kind an idea is, by a model; and when no model is asked any more."""

from __future__ import annotations

from typing import Any

from config.llm.asker import ModelFailed
from hypotheses.analyst.builtin import BuiltinAnalyst
from hypotheses.model_analyst.analyst import ModelAnalyst
from tests.hypotheses.model_analyst.scripted import Scripted, done, judged

IDEA = "TDD reduces bugs in small teams"
OWN = done(BuiltinAnalyst().read(IDEA, "auto"))
FAILED = ModelFailed("no_model", agent="orchestrator")


def read(answer: Any) -> Any:
    return done(ModelAnalyst(Scripted(ReadAnswer=answer)).read(IDEA, "auto"))


def test_the_kind_is_the_model_s() -> None:
    assert read({"kind": "vague", "claim": "TDD reduces bugs"}) == {"language": "en",
                                                                  "kind": "vague"}  # fmt: skip


def test_a_claim_that_is_not_there_leaves_the_kind_to_the_rules() -> None:
    assert read({"kind": "complete", "claim": "Coffee wakes"}) == OWN
    assert OWN["kind"] != "complete"


def test_without_an_answer_the_rules_tell_marked() -> None:
    assert read(FAILED) == {**OWN, "degraded": True}


def test_after_two_agents_without_an_answer_no_more_is_asked() -> None:
    asker = judged()
    asker.agents = ()
    asker.answers |= {"ReadAnswer": FAILED, "DraftAnswer": FAILED}
    analyst = ModelAnalyst(asker)
    done(analyst.read(IDEA, "en"))
    done(analyst.structure({"original": IDEA, "language": "en"}))
    asked = len(asker.asked)
    review = done(analyst.review({"original": IDEA, "question": IDEA, "language": "en"}))
    assert review["degraded"]
    assert len(asker.asked) == asked == 2


def test_an_answer_in_between_brings_the_patience_back() -> None:
    asker = judged()
    asker.agents = ()
    asker.answers["ReadAnswer"] = FAILED
    analyst = ModelAnalyst(asker)
    for _time in range(3):
        done(analyst.read(IDEA, "en"))
        asker.answers |= judged().answers
        review = done(analyst.review({"original": IDEA, "question": IDEA, "language": "en"}))
        assert review["judge"] == "model-1"
