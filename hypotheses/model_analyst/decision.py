"""The forced decision: the model may be stricter than the rule, never laxer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from config.llm.analyst import Review
from hypotheses.model_analyst.answers import DecisionAnswer
from hypotheses.model_analyst.figures import given, strike
from hypotheses.model_analyst.sentences import language_fault, text_fault, words_for, written

_LONGEST = 2_000


def faults(answer: DecisionAnswer, brief: Mapping[str, Any]) -> Iterator[str]:
    """What the model has to mend before its decision can be used."""
    language = brief["language"]
    yield text_fault("justification", answer.justification, language, _LONGEST)
    yield language_fault(answer.justification, language, brief["original"])


def decided(judge: str, answer: DecisionAnswer, brief: Mapping[str, Any], rule: Review) -> Review:
    """The decision by `judge`, on the last review's scores; every gap stays open.

    `rule` is what the rule makes of the same review: rejected while a slot is open.
    """
    last: Review = brief["review"]
    known = given([brief["original"], brief["question"], *_shown(last)])
    said = strike(written(answer.justification), known, "…").text
    status: str = answer.decision
    if status == "approved" and rule["status"] == "rejected":
        overruled = words_for(brief["language"]).text("notes.overruled")
        status, said = "rejected", f"{rule['justification']} {overruled}"
    return {**rule, "judge": judge, "status": status, "justification": said}


def _shown(review: Review) -> Iterator[str]:
    """What the model was shown of the review, whose figures it may say again."""
    for score in review["scores"]:
        yield str(score["score"])
    for finding in review["findings"]:
        yield finding["gap"]
