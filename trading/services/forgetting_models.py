"""What language models said of a strategy, taken out when the words they were told are erased."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from config.runs.models import Event, LlmCall, ModelAnswer, Run, Step
from trading.analyst.variants import BUILTIN
from trading.models import ErrorEntry, Iteration, Reading, RoundVerdict, Strategy, Variant

ERASED = "[erased]"
_SAID = frozenset({"reading", "research_readings", "judges", "notes", "said_by_judges"})
_LOGGED = ("research_swarm", "strategy_dev", "quality_gate")
"""Nodes whose error log holds what was struck and dropped."""


def forget_models(strategy: Strategy, runs: QuerySet[Run]) -> None:
    """Take the models' words out of a strategy's rows, steps and state; figures stay.

    The names that models gave to variants stay, as their specs are what was played. Nothing is
    done where no model was asked. The caller holds the transaction.
    """
    calls = LlmCall.objects.filter(run__in=runs)
    read = Reading.objects.filter(strategy=strategy)
    if not (calls.exists() or read.exists()):
        return
    ModelAnswer.objects.filter(run__in=runs).delete()
    calls.update(raw="", error="")
    Event.objects.filter(run__in=runs, kind=Event.Kind.MESSAGE).delete()
    read.update(points=[], text="", caution="", struck=[])
    told = RoundVerdict.objects.filter(iteration__strategy=strategy)
    told.exclude(judge=BUILTIN).update(text="")
    designed = Variant.objects.filter(strategy=strategy).exclude(designed_by__in=["", BUILTIN])
    designed.update(rationale=ERASED)
    ErrorEntry.objects.filter(strategy=strategy, node__in=_LOGGED).update(message=ERASED)
    for round_ in Iteration.objects.filter(strategy=strategy):
        round_.failure, round_.trajectory = unsaid(round_.failure), unsaid(round_.trajectory)
        round_.save(update_fields=["failure", "trajectory"])
    for step in Step.objects.filter(run__in=runs).iterator():
        Step.objects.filter(pk=step.pk).update(output=unsaid(step.output))
    Strategy.objects.filter(pk=strategy.pk).update(state=unsaid(strategy.state))


def unsaid(value: Any) -> Any:
    """Plain JSON without what models said in it."""
    if isinstance(value, list):
        return [unsaid(one) for one in value]
    if not isinstance(value, dict):
        return value
    kept = {key: unsaid(one) for key, one in value.items() if key not in _SAID}
    if value.get("designed_by", BUILTIN) != BUILTIN or "variants" in value:
        kept |= {"rationale": ERASED} if "rationale" in value else {}
    if "strategy_rationale" in value:
        kept["strategy_rationale"] = ERASED
    if "error_log" in value:
        kept["error_log"] = [_logged(line) for line in kept["error_log"]]
    return kept


def _logged(line: str) -> str:
    return ERASED if line.startswith(_LOGGED) else line
