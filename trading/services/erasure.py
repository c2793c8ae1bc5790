"""What happens to a strategy when the hypothesis that it was developed from is erased."""

from __future__ import annotations

import re
from typing import Any

from django.db.models import QuerySet

from config.runs.models import Event, LlmCall, ModelAnswer, Run, Step
from trading.domain.types import BUILTIN
from trading.models import (
    ErrorEntry,
    FactSheet,
    Iteration,
    Reading,
    RoundVerdict,
    Strategy,
    Variant,
)
from trading.querysets import STRATEGIES
from trading.services.subject import locked, no_run_at_work
from trading.services.submit import KIND

__all__ = ["ERASED", "forget_hypothesis", "without"]


def forget_hypothesis(hypothesis_id: int) -> None:
    """Take a hypothesis's words out of the strategies developed from it, forks among them.

    Their objective was drafted from it: it goes, wherever the development repeated it, and what
    language models made of it. Figures, variants and verdicts stay. The caller holds the
    transaction. Raises Conflict while one of them is at work.
    """
    strategies = Strategy.objects.filter(hypothesis=hypothesis_id).exclude(objective=ERASED)
    for pk in strategies.order_by("pk").values_list("pk", flat=True):
        strategy = locked(pk)
        no_run_at_work(strategy)
        _forget(strategy)
    STRATEGIES.purge()


def _forget(strategy: Strategy) -> None:
    objective = strategy.objective
    for sheet in FactSheet.objects.filter(strategy=strategy, text__contains=objective):
        texts = {name: without(getattr(sheet, name), objective) for name in ("text", "content")}
        FactSheet.objects.filter(pk=sheet.pk).update(**texts)
    runs = Run.objects.filter(kind=KIND, subject_id=strategy.pk)
    for run in runs:
        Run.objects.filter(pk=run.pk).update(params=without(run.params, objective))
    for step in Step.objects.filter(run__in=runs).iterator():
        output = without(step.output, objective)
        if output != step.output:
            Step.objects.filter(pk=step.pk).update(output=output)
    state = without(strategy.state, objective)
    Strategy.objects.filter(pk=strategy.pk).update(objective=ERASED, state=state)
    strategy.state = state
    forget_models(strategy, runs)


def without(value: Any, text: str) -> Any:
    """Plain JSON with the words replaced wherever a text holds them.

    A single word only where it stands by itself: "s" is not every s of the record.
    """
    if isinstance(value, str):
        if text.isalnum():
            return re.sub(rf"(?<!\w){text}(?!\w)", ERASED, value)
        return value.replace(text, ERASED)
    if isinstance(value, dict):
        return {key: without(one, text) for key, one in value.items()}
    return [without(one, text) for one in value] if isinstance(value, list) else value


ERASED = "[erased]"
_SAID = frozenset({"reading", "research_readings", "judges", "notes", "said_by_judges"})
_LOGGED = ("research_swarm", "strategy_dev", "quality_gate")
"""Nodes whose error log holds removed or dropped text."""


def forget_models(strategy: Strategy, runs: QuerySet[Run]) -> None:
    """Remove the models' words from a strategy's rows, steps and state; figures stay.

    The names that models gave to variants stay, as their specs are what was played. Nothing is done
    where no model was asked. The caller holds the transaction.
    """
    calls = LlmCall.objects.filter(run__in=runs)
    read = Reading.objects.filter(strategy=strategy)
    if not (calls.exists() or read.exists()):
        return
    ModelAnswer.objects.filter(run__in=runs).delete()
    calls.update(raw="", error="")
    Event.objects.filter(run__in=runs, kind=Event.Kind.MESSAGE).delete()
    read.update(points=[], text="", caution="", struck=[])
    verdicts = RoundVerdict.objects.filter(iteration__strategy=strategy)
    verdicts.exclude(judge=BUILTIN).update(text="")
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
    """Plain JSON without models' texts."""
    if isinstance(value, list):
        return [unsaid(one) for one in value]
    if not isinstance(value, dict):
        return value
    without = {key: unsaid(one) for key, one in value.items() if key not in _SAID}
    if value.get("designed_by", BUILTIN) != BUILTIN or "variants" in value:
        without |= {"rationale": ERASED} if "rationale" in value else {}
    if "strategy_rationale" in value:
        without["strategy_rationale"] = ERASED
    if "error_log" in value:
        without["error_log"] = [_logged(line) for line in without["error_log"]]
    return without


def _logged(line: str) -> str:
    return ERASED if line.startswith(_LOGGED) else line
