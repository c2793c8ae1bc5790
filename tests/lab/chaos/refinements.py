"""The refinements that `manage.py chaos` disturbs."""

from __future__ import annotations

from config.runs.models import Run
from hypotheses.models import Hypothesis
from hypotheses.services.submit import KIND, submit_hypothesis
from tests.lab.chaos.scenarios import Scenario
from tests.lab.talkers.refining import ANSWERS

IDEAS = (
    "X afeta Y de alguma forma",
    "TDD reduces bugs in small teams",
    "Como o sono impacta a memória em adultos de 18 a 40 anos?",
    "Coffee is good because everybody knows that it works",
    "Observei que os bugs aumentam perto do fim do sprint",
    "Z improves W",
    "Método incremental é mais rápido",
    "Remote work lowers turnover in call centres",
)
"""Each way through the graph, in both languages; no two are alike."""


def submit() -> list[Run]:
    return [submit_hypothesis(text=idea).run for idea in IDEAS]


SCENARIO = Scenario(
    KIND,
    submit,
    Hypothesis,
    clocks={"hypotheses.decision": ("created_at", "asked_at")},
    answers=ANSWERS,
)
