"""Both graphs, small, on a model's server: what a fault is made to, and what must be left."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from config.runs.execution import execute
from config.runs.models import Run
from hypotheses.models import Hypothesis
from hypotheses.services.submit import submit_hypothesis
from tests.hypotheses.helpers import REFINED
from tests.hypotheses.model_analyst.talker import talk as refine
from tests.llm.reading import schema_of
from tests.llm.server import Answer, Asked
from tests.trading.model_analyst.reader import read
from tests.trading.model_analyst.talker import talk as design
from tests.trading.services.inline import started
from trading.domain.limits import Limits
from trading.models import Strategy

LITTLE = Limits(max_iterations=1, max_strategy_iterations=1, max_research_iterations=1, variants=3,
                seed=7)  # fmt: skip
_READERS = ("AgentAnswer", "SummaryAnswer")


class Ended(NamedTuple):
    """A run that is over, and what it came to."""

    run: Run
    outcome: str
    page: str


class Graph(NamedTuple):
    """A graph, the model that answers it well, what it comes to, and how many calls it takes."""

    name: str
    answer: Callable[[Asked], Answer]
    play: Callable[..., Ended]
    outcomes: frozenset[str]
    calls: int


def _refined(language: str = "en") -> Ended:
    submission = submit_hypothesis(text=REFINED[language], wake=False)
    run = execute(submission.run.pk)
    hypothesis = Hypothesis.objects.get(pk=submission.hypothesis.pk)
    decision = hypothesis.decisions.first()
    page = f"/hypotheses/{hypothesis.pk}/"
    return Ended(run, f"{decision.after} by {decision.source}" if decision else "", page)


def _developed(language: str = "en") -> Ended:
    development = started(limits=LITTLE, language=language)
    run = execute(development.run.pk)
    strategy = Strategy.objects.get(pk=development.strategy.pk)
    return Ended(run, strategy.final_status, f"/strategies/{strategy.pk}/")


def develop(asked: Asked) -> dict[str, Any]:
    """Readers, strategist and judges in one."""
    return read(asked) if schema_of(asked) in _READERS else design(asked)


GRAPHS = {
    graph.name: graph
    for graph in (
        Graph("refinement", refine, _refined, frozenset({"approved by agent"}), 12),
        Graph("development", develop, _developed, frozenset({"MAX_ITERATIONS"}), 11),
    )
}
