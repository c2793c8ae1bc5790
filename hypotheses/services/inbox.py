"""What waits for a person among hypotheses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db.models import OuterRef, Q, Subquery
from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.desk.inbox import COUNTED, InboxItem, Need, WaitingItems, counted
from config.desk.roles import is_reviewer
from config.runs.live_state import in_words
from config.runs.models import Run
from hypotheses.domain.claim import ConditionKind, condition_kind
from hypotheses.models import Decision, Element, Hypothesis, Version
from hypotheses.services.submit import KIND
from hypotheses.services.wording import by_kind

_LENGTH = 140


def waiting(user: Any, most: int) -> Iterator[tuple[Need, WaitingItems]]:
    """What waits for a person: questions for an author, decisions for a reviewer."""
    if not user.is_authenticated:
        return
    seen: Any = Hypothesis.objects.visible_to(user).not_archived().at_rest()
    own = seen.filter(owner=user)
    if is_reviewer(user):
        others = seen.exclude(owner=user)
        yield Need.FORCED, _forced(others, most)
        yield Need.DISAGREEMENT, _disagreements(others, most)
    yield Need.FAILED, _failed(Hypothesis.objects.filter(owner=user).not_archived(), most)
    rejected = Q(decided=Decision.Outcome.REJECTED) & ~Q(source=Decision.Source.FORCED)
    with_questions = own.filter(awaiting__gt=0).exclude(
        rejected
    )  # closed hypotheses ask for nothing
    yield Need.CLARIFICATION, _waiting(with_questions, _question, most)
    approved = own.filter(decided=Decision.Outcome.APPROVED, conditions__gt=0)
    yield Need.ASSUMPTION, _conditional(approved, most)


def _waiting(rows: Any, item: Callable[[Any], InboxItem], most: int) -> WaitingItems:
    """The number of rows, and the first of them: what was submitted first has waited longest."""
    return counted(rows, [item(row) for row in rows.order_by("pk")[:most]], most)


def _forced(others: Any, most: int) -> WaitingItems:
    """Decisions at the limit, the oldest first."""
    found = others.filter(source=Decision.Source.FORCED)
    decisions = Decision.objects.filter(
        current=True, source=Decision.Source.FORCED, hypothesis__in=found.values("pk")
    )
    first = decisions.select_related("hypothesis").order_by("pk")[:most]
    return counted(found, [_forced_item(decision) for decision in first], most)


def _forced_item(decision: Decision) -> InboxItem:
    rejected = decision.after == Decision.Outcome.REJECTED
    if rejected and decision.hypothesis.awaiting:
        detail = _("waiting for the author's answer")
    else:
        detail = _("%(outcome)s by force: its limit of refinements was reached") % {
            "outcome": decision.get_after_display()
        }
    return _item(Need.FORCED, decision.hypothesis, detail, decision.created_at)


def _disagreements(others: Any, most: int) -> WaitingItems:
    """Last versions on which two judges differ, and no person has decided since."""
    found = others.filter(contested=True).exclude(source=Decision.Source.HUMAN)
    last = Version.objects.filter(hypothesis=OuterRef("pk")).order_by("-number")
    rows = found.annotate(
        number=Subquery(last.values("number")[:1]), since=Subquery(last.values("created_at")[:1])
    )
    first = rows.order_by("since")[:most]
    return counted(found, [_disagreement(row) for row in first], most)


def _disagreement(row: Any) -> InboxItem:
    detail = _("the judges of V%(number)s disagree") % {"number": row.number}
    return _item(Need.DISAGREEMENT, row, detail, row.since)


def _failed(own: Any, most: int) -> WaitingItems:
    """Hypotheses whose last run failed, and when it did."""
    runs = Run.objects.failed_last(KIND, own)
    failed = list(runs.order_by("finished_at").values_list("pk", "subject_id")[: COUNTED + 1])
    last = Run.objects.in_bulk([run for run, _subject in failed[:most]])
    ideas = Hypothesis.objects.in_bulk([subject for _run, subject in failed[:most]])
    first = [_failure(ideas[subject], last[run]) for run, subject in failed[:most]]
    return WaitingItems(len(failed), first)


def _failure(row: Hypothesis, run: Run) -> InboxItem:
    error = in_words(run.error)
    detail = _("the run failed: %(error)s") % {"error": error} if error else _("the run failed")
    return _item(Need.FAILED, row, detail, run.finished_at)


def _question(row: Hypothesis) -> InboxItem:
    detail = ngettext(
        "%(count)s question to answer", "%(count)s questions to answer", row.awaiting
    ) % {"count": row.awaiting}
    return _item(Need.CLARIFICATION, row, detail, row.created_at, row.awaiting)


def _conditional(approved: Any, most: int) -> WaitingItems:
    """Approvals on conditions."""
    first = list(approved.order_by("pk")[:most])
    kinds = _kinds_of_conditions(first)
    return counted(approved, [_assumption(row, kinds[row.pk]) for row in first], most)


def _kinds_of_conditions(rows: Iterable[Hypothesis]) -> Mapping[int, Sequence[ConditionKind]]:
    """By hypothesis; no claim is read for it, which takes four times as long."""
    conditions = Element.objects.conditions().filter(version__hypothesis__in=rows).order_by()
    kinds = defaultdict(list)
    for hypothesis, text in conditions.values_list("version__hypothesis", "text"):
        kinds[hypothesis].append(condition_kind(text))
    return kinds


def _assumption(row: Hypothesis, kinds: Sequence[ConditionKind]) -> InboxItem:
    approved = ngettext(
        "approved on %(count)s condition",
        "approved on %(count)s conditions",
        row.conditions,
    ) % {"count": row.conditions}
    detail = f"{approved}: {by_kind(kinds)}"
    return _item(Need.ASSUMPTION, row, detail, row.created_at, row.conditions)


def _item(need: Need, hypothesis: Hypothesis, detail: str, since: Any, count: int = 1) -> InboxItem:
    return InboxItem(
        need=need,
        title=Truncator(hypothesis.text).chars(_LENGTH),
        url=reverse("hypothesis", args=[hypothesis.pk]),
        detail=detail,
        since=since,
        count=count,
    )
