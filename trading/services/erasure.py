"""What becomes of a strategy when the hypothesis that it was developed from is erased."""

from __future__ import annotations

import re
from typing import Any

from config.runs.models import Run, Step
from trading.models import FactSheet, Strategy
from trading.services.forgetting_models import ERASED, forget_models
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


def _forget(strategy: Strategy) -> None:
    words = strategy.objective
    for sheet in FactSheet.objects.filter(strategy=strategy, text__contains=words):
        told = {name: without(getattr(sheet, name), words) for name in ("text", "content")}
        FactSheet.objects.filter(pk=sheet.pk).update(**told)
    runs = Run.objects.filter(kind=KIND, subject_id=strategy.pk)
    for run in runs:
        Run.objects.filter(pk=run.pk).update(params=without(run.params, words))
    for step in Step.objects.filter(run__in=runs).iterator():
        output = without(step.output, words)
        if output != step.output:
            Step.objects.filter(pk=step.pk).update(output=output)
    state = without(strategy.state, words)
    Strategy.objects.filter(pk=strategy.pk).update(objective=ERASED, state=state)
    strategy.state = state
    forget_models(strategy, runs)


def without(value: Any, words: str) -> Any:
    """Plain JSON with the words replaced wherever a text holds them.

    A single word only where it stands by itself: "s" is not every s of the record.
    """
    if isinstance(value, str):
        if words.isalnum():
            return re.sub(rf"(?<!\w){words}(?!\w)", ERASED, value)
        return value.replace(words, ERASED)
    if isinstance(value, dict):
        return {key: without(one, words) for key, one in value.items()}
    return [without(one, words) for one in value] if isinstance(value, list) else value
