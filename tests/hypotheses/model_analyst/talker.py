"""A model that talks like the built-in analyst, for the loopback server: good answers to all.

It reads what it is asked from the prompt alone, as any model must.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

from hypotheses.analyst.builtin import BuiltinAnalyst
from hypotheses.domain.refinement import forced_verdict
from hypotheses.domain.types import ASPECTS
from hypotheses.model_analyst.briefs import aspects
from tests.llm.reading import data_of, language_of, schema_of
from tests.llm.server import Asked

PARTS = ("population", "independent_variable", "dependent_variable", "metric", "comparator",
         "window")  # fmt: skip
ANALYST = BuiltinAnalyst()


def aspect_of(asked: Asked) -> str:
    """The aspect that the methodologist is asked about."""
    last = asked.body["messages"][1]["content"].rsplit("\n", 1)[-1]
    names = aspects(language_of(asked))
    return next(aspect for aspect in ASPECTS if names[aspect]["name"] in last)


def talk(asked: Asked) -> dict[str, Any]:
    """What the built-in analyst would say, in the shape that is asked for."""
    data, language = data_of(asked), language_of(asked)
    schema = schema_of(asked)
    if schema == "ReadAnswer":
        reading = asyncio.run(ANALYST.read(data["idea"], language))
        return {"claim": data["idea"], "kind": reading["kind"]}
    if schema == "DraftAnswer":
        return _draft(data, language)
    if schema == "DecisionAnswer":
        scores = {row["aspect"]: row["score"] for row in json.loads(data["review"])}
        said = {"en": "What there is carries it, and the gaps stay open.",
                "pt": "O que existe sustenta a pergunta, e as lacunas ficam abertas."}  # fmt: skip
        return {"justification": said[language], "decision": forced_verdict(scores, False)}
    brief = {"original": data["idea"], "question": data["version"], "language": language}
    review = asyncio.run(ANALYST.review(brief))
    score = next(s for s in review["scores"] if s["aspect"] == aspect_of(asked))
    answer = {key: score[key] for key in ("gap", "suggestion", "score")}
    answer["quote"] = score["evidence"] or ""
    if schema == "TestabilityAnswer":
        answer |= {"unscientific": False, "basis_quote": "", "reason": ""}
    return answer


def _draft(data: dict[str, str], language: str) -> dict[str, Any]:
    brief: dict[str, Any] = {"original": data["idea"], "language": language}
    draft = asyncio.run(ANALYST.structure(brief))
    if "previous" in data:
        brief |= {
            "previous": draft["question"],
            "elements": draft["elements"],
            "answers": json.loads(data["answers"]),
            "declined": json.loads(data["declined"]),
            "guidance": data["guidance"].removeprefix("-"),
            "iteration": 1,
        }
        draft = asyncio.run(ANALYST.structure(brief))
    elements = {element["kind"]: element["text"] for element in draft["elements"]}
    return {
        "question": draft["question"],
        "claim": elements["claim"],
        "parts": [{"kind": kind, "text": elements[kind]} for kind in PARTS if kind in elements],
        "asks": draft["asks"],
    }
