"""A model that designs, judges and reads: what `manage.py chaos` has developments ask.

It reads what it is asked from the prompt alone, as any model must.
"""

from __future__ import annotations

import json
from typing import Any

from tests.lab.chaos.questions import Answers, Body, data_of, language_of

SAID = {
    "en": {"why": "These look at different things, so one may hold where another fails.",
           "idea": "What rose goes on rising for a while, and what fell is bought back.",
           "failed": "What was learned on train does not carry over to validation.",
           "path": "The score did not move much from one round to the next.",
           "finding": "What the figure shows carries a rule only as far as the test goes.",
           "caution": "Many tests were made, and the history is only one."},
    "pt": {"why": "Elas olham para coisas diferentes; uma pode valer onde outra falha.",
           "idea": "O que subiu continua subindo por um tempo, e o que caiu é recomprado.",
           "failed": "O que foi aprendido no treino não se mantém na validação.",
           "path": "A nota não se moveu muito de uma rodada para a outra.",
           "finding": "O que o número mostra sustenta uma regra só até onde o teste vai.",
           "caution": "Foram feitos muitos testes, e a história é uma só."},
}  # fmt: skip


def round_of(body: Body) -> int:
    """The number of the round at work, from 0."""
    told = data_of(body)["history"]
    return 0 if told == "-" else len(json.loads(told))


def spec(length: int, **changes: Any) -> dict[str, Any]:
    """Above an average of some length: one of a family without end."""
    return {
        "name": "Above its average",
        "parameters": {
            "length": {"type": "int", "value": length, "low": 2, "high": 200, "step": 1}
        },
        "indicators": {"average": {"kind": "ema", "length": "$length"}},
        "long_entry": {"op": ">", "left": "close", "right": "average"},
        "long_exit": {"op": "<", "left": "close", "right": "average"},
        **changes,
    }  # fmt: skip


def design(document: dict[str, Any], language: str = "en", **changes: Any) -> dict[str, Any]:
    return {"idea": SAID[language]["idea"], "findings": [], "builds_on": None,
            "spec": document} | changes  # fmt: skip


def designs(*documents: dict[str, Any], language: str = "en") -> dict[str, Any]:
    return {"rationale": SAID[language]["why"],
            "designs": [design(one, language) for one in documents]}  # fmt: skip


def _design(body: Body) -> dict[str, Any]:
    """Three specs a round that nobody tried before."""
    first = 10 + 30 * round_of(body)
    return designs(*(spec(first + 10 * n) for n in range(3)), language=language_of(body))


def _failure(body: Body) -> dict[str, Any]:
    return {"explanation": SAID[language_of(body)]["failed"], "failure_class": "DESIGN_FLAW"}


def _trajectory(body: Body) -> dict[str, Any]:
    return {"explanation": SAID[language_of(body)]["path"], "convergence": "STAGNANT"}


def _agent(body: Body) -> dict[str, Any]:
    """A reading of the first two findings."""
    said = SAID[language_of(body)]
    names = [one["name"] for one in json.loads(data_of(body)["findings"])][:2]
    points = [{"finding": name, "text": said["finding"]} for name in names]
    return {"points": points, "caution": said["caution"]}


def _summary(body: Body) -> dict[str, Any]:
    said = SAID[language_of(body)]
    return {"text": said["finding"], "caution": said["caution"]}


ANSWERS: Answers = {
    "DesignsAnswer": _design,
    "FailureAnswer": _failure,
    "TrajectoryAnswer": _trajectory,
    "AgentAnswer": _agent,
    "SummaryAnswer": _summary,
}

COUNTS = ("total_llm_calls",)
"""No two runs that are killed have it alike: nobody knows whether a call that was cut off was
answered, so it is counted and made again."""
