"""What hypotheses wait for from a person."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import OuterRef, Subquery
from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.desk.inbox import Item, Need
from config.desk.roles import is_reviewer
from config.runs.endings import in_words
from config.runs.models import Run
from hypotheses.models import Decision, Hypothesis, Review, Version
from hypotheses.services.submit import KIND

_LENGTH = 140


def waiting(user: Any) -> Iterator[Item]:
    """The items of a person: for an author what to answer, for a reviewer what to decide."""
    if not user.is_authenticated:
        return
    # Asked of the last version only: what an earlier one left open is answered or moot.
    last = Version.objects.filter(hypothesis=OuterRef("pk")).order_by("-number")
    seen: Any = Hypothesis.objects.visible_to(user).kept().with_status()
    seen = seen.annotate(last_version=Subquery(last.values("pk")[:1])).exclude(status="working")
    own = seen.filter(owner=user)
    if is_reviewer(user):
        others = seen.exclude(owner=user)
        yield from _forced(others)
        yield from _disagreements(others)
    yield from _failed(own)
    yield from _questions(own)
    yield from _assumptions(own)


def _forced(seen: Any) -> Iterator[Item]:
    decisions = Decision.objects.filter(
        current=True, source=Decision.Source.FORCED, hypothesis__in=seen.values("pk")
    ).select_related("hypothesis")
    waiting_ones = set(seen.filter(state="waiting").values_list("pk", flat=True))
    for decision in decisions:
        if decision.hypothesis_id in waiting_ones:
            detail = _("waiting for the author's answer")
        else:
            detail = _("%(outcome)s by force: its limit of refinements was reached") % {
                "outcome": decision.get_after_display()
            }
        yield _item(Need.FORCED, decision.hypothesis, detail, decision.created_at)


def _disagreements(seen: Any) -> Iterator[Item]:
    """Versions that two judges see differently, and no person has decided on since."""
    reviews = Review.objects.filter(version__in=seen.values("last_version"))
    open_ones = reviews.exclude(version__hypothesis__decisions__in=_by_persons())
    versions = Version.objects.filter(pk__in=open_ones.disputed())
    for version in versions.select_related("hypothesis"):
        detail = _("the judges of V%(number)s disagree") % {"number": version.number}
        yield _item(Need.DISAGREEMENT, version.hypothesis, detail, version.created_at)


def _by_persons() -> Any:
    return Decision.objects.filter(current=True, source=Decision.Source.HUMAN).values("pk")


def _failed(own: Any) -> Iterator[Item]:
    newest = Run.objects.filter(kind=KIND, subject_id=OuterRef("pk")).order_by("-pk")
    failed = own.annotate(
        error=Subquery(newest.values("error")[:1]), ended=Subquery(newest.values("finished_at")[:1])
    ).filter(run_status__in=["failed", "dead"])
    for hypothesis in failed:
        error = in_words(hypothesis.error)
        detail = _("the run failed: %(error)s") % {"error": error} if error else _("the run failed")
        yield _item(Need.FAILED, hypothesis, detail, hypothesis.ended)


def _questions(own: Any) -> Iterator[Item]:
    for hypothesis in own.filter(awaiting__gt=0):
        detail = ngettext(
            "%(count)s question to answer", "%(count)s questions to answer", hypothesis.awaiting
        ) % {"count": hypothesis.awaiting}
        yield _item(
            Need.CLARIFICATION, hypothesis, detail, hypothesis.created_at, hypothesis.awaiting
        )


def _assumptions(own: Any) -> Iterator[Item]:
    for hypothesis in own.filter(decided=Decision.Outcome.APPROVED, conditions__gt=0):
        detail = ngettext(
            "approved if you confirm %(count)s assumption",
            "approved if you confirm %(count)s assumptions",
            hypothesis.conditions,
        ) % {"count": hypothesis.conditions}
        yield _item(
            Need.ASSUMPTION, hypothesis, detail, hypothesis.created_at, hypothesis.conditions
        )


def _item(need: Need, hypothesis: Hypothesis, detail: str, since: Any, count: int = 1) -> Item:
    return Item(
        need=need,
        title=Truncator(hypothesis.text).chars(_LENGTH),
        url=reverse("hypothesis", args=[hypothesis.pk]),
        detail=detail,
        since=since,
        count=count,
    )
