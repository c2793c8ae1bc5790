"""A model that talks like the built-in analyst: what `manage.py chaos` has refinements ask.

It reads what it is asked from the prompt alone, as any model must.
"""

from __future__ import annotations

import asyncio
import json
from functools import cache
from typing import TYPE_CHECKING, Any

from hypotheses.analyst.edits import SLOT_NAMES
from hypotheses.domain.claim import Claim, Slot, from_dict, is_choice
from hypotheses.domain.types import ASPECTS
from tests.lab.chaos.questions import Answers, Body, data_of, language_of

if TYPE_CHECKING:
    from hypotheses.analyst.builtin import BuiltinAnalyst

_DECIDED = {
    "en": {
        "approved": "Nothing is open, and the version carries a study.",
        "rejected": "What there is stands, and the open slots wait for the author's answers.",
    },
    "pt": {
        "approved": "Nada está em aberto, e a versão sustenta um estudo.",
        "rejected": "O que existe fica, e as partes em aberto esperam as respostas do autor.",
    },
}


@cache
def _analyst() -> BuiltinAnalyst:
    from hypotheses.analyst.builtin import BuiltinAnalyst  # takes its time to load

    return BuiltinAnalyst()


def aspect_of(body: Body) -> str:
    """The aspect that the methodologist is asked about."""
    from hypotheses.model_analyst.analyst import aspects

    last = body["messages"][1]["content"].rsplit("\n", 1)[-1]
    names = aspects(language_of(body))
    return next(aspect for aspect in ASPECTS if names[aspect]["name"] in last)


def _claim(shown: str) -> dict[str, Any]:
    """The claim that a prompt shows."""
    told = json.loads(shown)
    claim = Claim(design=told["design"], direction=told["direction"])
    for each in told["slots"]:
        claim = claim.with_slot(each["slot"], Slot(each["text"], each["origin"]))
    return claim.as_dict()


def _read(body: Body) -> dict[str, Any]:
    idea = data_of(body)["idea"]
    reading = asyncio.run(_analyst().read(idea, language_of(body)))
    return {"claim": idea, "kind": reading["kind"]}


def _draft(body: Body) -> dict[str, Any]:
    data, language = data_of(body), language_of(body)
    brief: dict[str, Any] = {"original": data["idea"], "language": language}
    if "previous" in data:
        brief |= {
            "previous": data["previous"],
            "claim": _claim(data["claim"]),
            "answers": json.loads(data["answers"]),
            "declined": json.loads(data["declined"]),
            "guidance": data["guidance"].removeprefix("-"),
        }
    draft = asyncio.run(_analyst().structure(brief))
    if made := _choices(draft, language):
        brief["answers"] = {**brief.get("answers", {}), **made}
        draft = asyncio.run(_analyst().structure(brief))
    claim = from_dict(draft["claim"])
    return {
        "question": draft["question"],
        "design": claim.design,
        "direction": claim.direction,
        "slots": [
            {"slot": name, "text": slot.text}
            for name, slot in claim.items()
            if slot.start is not None
        ],
        "asks": [
            {"slot": gap["slot"], "question": gap["suggestion"]}
            for gap in json.loads(data.get("gaps", "[]"))
            if not all(map(claim.is_filled, SLOT_NAMES.get(gap["slot"], ())))
        ],
    }


_WHERE = {"en": "of a single company", "pt": "de uma única empresa"}


def _choices(draft: Any, language: str) -> dict[str, str]:
    """What the built-in analyst leaves to the author: a model says the first that it could be, and
    a bound of its own."""
    offered = [each for each in draft["proposals"] if not is_choice(each["text"])]
    left = from_dict(draft["claim"]).choices
    made = {each["slot"]: each["text"] for each in reversed(offered) if each["slot"] in left}
    return {"bound": _WHERE[language], **made} if "bound" in left else made


def _review(body: Body) -> Any:
    data = data_of(body)
    brief = {
        "original": data["idea"],
        "question": data["version"],
        "language": language_of(body),
        "claim": _claim(data["claim"]),
    }
    return asyncio.run(_analyst().review(brief))


def _score(body: Body) -> dict[str, Any]:
    review, aspect = _review(body), aspect_of(body)
    score = next(each for each in review["scores"] if each["aspect"] == aspect)
    answer = {"quote": score["evidence"] or "", "score": score["score"]}
    wanting = [f for f in review["findings"] if f["aspect"] == aspect and not f["filled"]]
    if not wanting:
        return answer | {"gap": "", "suggestion": ""}
    return answer | {"gap": wanting[0]["gap"], "suggestion": wanting[0]["suggestion"]}


def _testability(body: Body) -> dict[str, Any]:
    return _score(body) | {"unscientific": False, "basis_quote": "", "reason": ""}


def _fit(body: Body) -> dict[str, Any]:
    """What the built-in analyst finds of a misfit stands beside it anyway."""
    return {"parts": [], "gap": "", "question": "", "fits": True}


def _decision(body: Body) -> dict[str, Any]:
    decision = "rejected" if json.loads(data_of(body)["review"])["open"] else "approved"
    return {"justification": _DECIDED[language_of(body)][decision], "decision": decision}


ANSWERS: Answers = {
    "ReadAnswer": _read,
    "DraftAnswer": _draft,
    "AspectAnswer": _score,
    "TestabilityAnswer": _testability,
    "FitAnswer": _fit,
    "DecisionAnswer": _decision,
}
