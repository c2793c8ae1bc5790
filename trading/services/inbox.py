"""What waits for a person among strategies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import Max, OuterRef, Subquery
from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.desk.inbox import InboxItem, Need, WaitingItems
from config.desk.roles import is_reviewer
from config.runs.live_state import in_words
from config.runs.models import Run
from trading.models import Iteration, RoundVerdict, Strategy, StrategyDecision
from trading.services.submit import KIND
from trading.services.wording import objective

_LENGTH = 140


def waiting(user: Any, most: int) -> Iterator[tuple[Need, WaitingItems]]:
    """What waits for a person: for a reviewer others' ends at a limit and judges who disagree, for
    an owner failed runs."""
    if not user.is_authenticated:
        return
    seen: Any = Strategy.objects.visible_to(user).defer("state", "profile")
    if is_reviewer(user):
        others = seen.with_status().exclude(owner=user)
        yield Need.FORCED, _waiting(_forced(others), most)
        yield Need.DISAGREEMENT, _waiting(_disagreements(others), most)
    yield Need.FAILED, _waiting(_failed(seen.filter(owner=user)), most)


def _waiting(items: Iterator[InboxItem], most: int) -> WaitingItems:
    """All of them, counted, and those that wait longest."""
    found = sorted(items, key=lambda item: item.since)
    return WaitingItems(len(found), found[:most])


def _forced(others: Any) -> Iterator[InboxItem]:
    """Ends at a limit that higher limits would have avoided, and no person has decided on."""
    decision = StrategyDecision.objects.filter(strategy=OuterRef("pk"), current=True)
    ended = others.annotate(decided_at=Subquery(decision.values("created_at")[:1]))
    for strategy in ended.filter(status="MAX_ITERATIONS", source="forced"):
        detail = _("limit reached: accept a variant, give it up or let it go on")
        yield _item(Need.FORCED, strategy, detail, strategy.decided_at or strategy.created_at)


def _disagreements(others: Any) -> Iterator[InboxItem]:
    """Ended developments on whose rounds the judges differ, and no person has decided on."""
    disputed = Iteration.objects.filter(pk__in=RoundVerdict.objects.disputed())
    newest = disputed.filter(strategy=OuterRef("pk")).order_by().values("strategy")
    resting = others.exclude(status="working").exclude(source="human")
    dated = resting.annotate(
        disputed_at=Subquery(newest.annotate(at=Max("timestamp")).values("at"))
    )
    for strategy in dated.with_counts().exclude(disputed_at=None):
        detail = ngettext(
            "the judges disagree on %(count)s round", "the judges disagree on %(count)s rounds",
            strategy.disputes,
        ) % {"count": strategy.disputes}  # fmt: skip
        yield _item(Need.DISAGREEMENT, strategy, detail, strategy.disputed_at)


def _failed(own: Any) -> Iterator[InboxItem]:
    runs = {run.subject_id: run for run in Run.objects.failed_last(KIND, own)}
    for strategy in own.with_status().filter(pk__in=runs, status="failed") if runs else ():
        run = runs[strategy.pk]
        error = in_words(run.error)
        detail = _("the run failed: %(error)s") % {"error": error} if error else _("the run failed")
        yield _item(Need.FAILED, strategy, detail, run.finished_at)


def _item(need: Need, strategy: Strategy, detail: str, since: Any) -> InboxItem:
    text = Truncator(objective(strategy).text).chars(_LENGTH)
    return InboxItem(
        need=need,
        title=f"{strategy.ticker}: {text}",
        url=reverse("strategy", args=[strategy.pk]),
        detail=detail,
        since=since,
    )
