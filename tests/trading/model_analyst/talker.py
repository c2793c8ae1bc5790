"""A strategist and judges who talk sensibly, for the loopback server.

They read what they are asked from the prompt alone, as any model must.
"""

from __future__ import annotations

import json
from typing import Any

from tests.llm.reading import DATA, data_of, language_of, schema_of
from tests.llm.server import Asked
from tests.trading.model_analyst.reader import read
from trading.strategies.templates import TEMPLATES

AGENTS = ["strategist", "failure_analyst", "trajectory_analyst"]
SAID = {
    "en": {"why": "These look at different things, so one may hold where another fails.",
           "idea": "What rose goes on rising for a while, and what fell is bought back.",
           "failed": "What was learned on train does not carry over to validation.",
           "path": "The score did not move much from one round to the next."},
    "pt": {"why": "Elas olham para coisas diferentes; uma pode valer onde outra falha.",
           "idea": "O que subiu continua subindo por um tempo, e o que caiu é recomprado.",
           "failed": "O que foi aprendido no treino não se mantém na validação.",
           "path": "A nota não se moveu muito de uma rodada para a outra."},
}  # fmt: skip


def bare(asked: Asked) -> str:
    """What is asked but for what stands in fences."""
    return DATA.sub("", asked.text)


def round_of(asked: Asked) -> int:
    """The number of the round at work, from 0."""
    told = data_of(asked)["history"]
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


def talk(asked: Asked) -> dict[str, Any]:
    """Three specs a round that nobody tried before; judges who always say the same."""
    language = language_of(asked)
    schema = schema_of(asked)
    if schema == "FailureAnswer":
        return {"explanation": SAID[language]["failed"], "failure_class": "DESIGN_FLAW"}
    if schema == "TrajectoryAnswer":
        return {"explanation": SAID[language]["path"], "convergence": "STAGNANT"}
    first = 10 + 30 * round_of(asked)
    return designs(*(spec(first + 10 * n) for n in range(3)), language=language)


def template(kind: str) -> dict[str, Any]:
    """The document of a template."""
    found = next(one for one in TEMPLATES if one.kind == kind)
    return {"name": found.name, **json.loads(json.dumps(found.document))}


def everything(asked: Asked) -> dict[str, Any]:
    """One who also reads the research."""
    return read(asked) if schema_of(asked) in ("AgentAnswer", "SummaryAnswer") else talk(asked)
