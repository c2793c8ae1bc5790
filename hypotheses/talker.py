"""A model that talks like the built-in analyst: what `manage.py chaos` has refinements ask.

It reads what it is asked from the prompt alone, as any model must.
"""

from __future__ import annotations

import asyncio
import json
from functools import cache
from typing import TYPE_CHECKING, Any

from config.chaos.questions import Answers, Body, data_of, language_of
from hypotheses.domain.refinement import forced_verdict
from hypotheses.domain.types import ASPECTS

if TYPE_CHECKING:
    from hypotheses.analyst.builtin import BuiltinAnalyst

PARTS = ("population", "independent_variable", "dependent_variable", "metric", "comparator",
         "window")  # fmt: skip
_DECIDED = {
    "en": "What there is carries it, and the gaps stay open.",
    "pt": "O que existe sustenta a pergunta, e as lacunas ficam abertas.",
}


@cache
def _analyst() -> BuiltinAnalyst:
    from hypotheses.analyst.builtin import BuiltinAnalyst  # takes its time to load

    return BuiltinAnalyst()


def aspect_of(body: Body) -> str:
    """The aspect that the methodologist is asked about."""
    from hypotheses.model_analyst.briefs import aspects

    last = body["messages"][1]["content"].rsplit("\n", 1)[-1]
    names = aspects(language_of(body))
    return next(aspect for aspect in ASPECTS if names[aspect]["name"] in last)


def _read(body: Body) -> dict[str, Any]:
    idea = data_of(body)["idea"]
    reading = asyncio.run(_analyst().read(idea, language_of(body)))
    return {"claim": idea, "kind": reading["kind"]}


def _draft(body: Body) -> dict[str, Any]:
    data, language = data_of(body), language_of(body)
    brief: dict[str, Any] = {"original": data["idea"], "language": language}
    draft = asyncio.run(_analyst().structure(brief))
    if "previous" in data:
        brief |= {
            "previous": draft["question"],
            "elements": draft["elements"],
            "answers": json.loads(data["answers"]),
            "declined": json.loads(data["declined"]),
            "guidance": data["guidance"].removeprefix("-"),
            "iteration": 1,
        }
        draft = asyncio.run(_analyst().structure(brief))
    elements = {element["kind"]: element["text"] for element in draft["elements"]}
    return {
        "question": draft["question"],
        "claim": elements["claim"],
        "parts": [{"kind": kind, "text": elements[kind]} for kind in PARTS if kind in elements],
        "asks": draft["asks"],
    }


def _score(body: Body) -> dict[str, Any]:
    data = data_of(body)
    brief = {"original": data["idea"], "question": data["version"], "language": language_of(body)}
    review = asyncio.run(_analyst().review(brief))
    score = next(each for each in review["scores"] if each["aspect"] == aspect_of(body))
    answer = {key: score[key] for key in ("gap", "suggestion", "score")}
    return answer | {"quote": score["evidence"] or ""}


def _testability(body: Body) -> dict[str, Any]:
    return _score(body) | {"unscientific": False, "basis_quote": "", "reason": ""}


def _decision(body: Body) -> dict[str, Any]:
    scores = {row["aspect"]: row["score"] for row in json.loads(data_of(body)["review"])}
    decision = forced_verdict(scores, False)
    return {"justification": _DECIDED[language_of(body)], "decision": decision}


ANSWERS: Answers = {
    "ReadAnswer": _read,
    "DraftAnswer": _draft,
    "AspectAnswer": _score,
    "TestabilityAnswer": _testability,
    "DecisionAnswer": _decision,
}
