"""Reads of hypotheses, named for what they answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from functools import cache, partial, reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Self

from django.apps import apps
from django.db import connections, models
from django.db.models import (
    Case,
    Count,
    Exists,
    F,
    OuterRef,
    Prefetch,
    Q,
    Subquery,
    Sum,
    Value,
    When,
)
from django.db.models.functions import Coalesce

from config.desk.roles import is_reviewer
from config.text_index import TextIndex

if TYPE_CHECKING:
    from .models import Element, Hypothesis, Review  # noqa: F401  # named in the generics below


UNCONFIRMED = ("suggested", "model")
"""Origins of words that nobody has confirmed yet."""

OUTCOMES = ("approved", "rejected")
_UNANSWERED = Q(source="forced", awaiting__gt=0)
_VERDICTS = {
    "approved": Q(decided="approved", conditions=0),
    "conditional": Q(decided="approved", conditions__gt=0),
    "rejected": Q(decided="rejected") & ~_UNANSWERED,
    "waiting": Q(decided="rejected") & _UNANSWERED,
}
"""The states of what was decided, by what is stored of it."""
_CANCELLED = When(run_status="cancelled", then=Value("cancelled"))

STANDING = ("decided", "source", "open_gaps", "awaiting", "conditions", "contested")
"""Columns of a hypothesis that say how it stands, derived from its decisions, gaps and versions:
lists find by them what they could not derive of every row in time."""


IDEAS = TextIndex("hypotheses_hypothesis", ("text",))
QUESTIONS = TextIndex("hypotheses_version", ("question",))
INDEXES = (IDEAS, QUESTIONS)
"""By which their words are found."""


class HypothesisQuerySet(models.QuerySet["Hypothesis"]):
    """Hypotheses with what lists and reports need, in a constant number of queries."""

    def visible_to(self, user: Any) -> Self:
        """What a person may see: their own; for a reviewer or an admin all; else nothing."""
        if is_reviewer(user):
            return self
        return self.filter(owner=user) if user.is_authenticated else self.none()

    def not_archived(self) -> Self:
        """Those that are not archived."""
        return self.filter(archived_at=None)

    def with_state(self) -> Self:
        """Each with one `state` of all that is known of it.

        That is `working` while a run is at work; then the decision in force: `approved`, or
        `conditional` where it rests on conditions, `rejected`, or `waiting` where only the author's
        answers are missing: rejected at the limit, with open questions; without a decision, or when
        it was sent back, how its last run ended: `failed` or `cancelled`.
        """
        last = _runs().filter(subject_id=OuterRef("pk")).order_by("-pk")
        verdicts = [When(in_verdict, then=Value(name)) for name, in_verdict in _VERDICTS.items()]
        return self.alias(run_status=Subquery(last.values("status")[:1])).annotate(
            state=Case(_working(), *verdicts, _CANCELLED, default=Value("failed"))
        )

    def with_status(self) -> Self:
        """Each with its `state`, and the `status`: the same, but a verdict is one of OUTCOMES."""
        verdict = When(decided__in=OUTCOMES, then=F("decided"))
        status = Case(_working(), verdict, _CANCELLED, default=Value("failed"))
        return self.with_state().annotate(status=status)

    def in_state(self, state: str) -> Self:
        """Those, read `with_state`, of one state."""
        if state == "working":
            return self.filter(pk__in=_at_work())
        if verdict := _VERDICTS.get(state):
            return self.filter(verdict).at_rest()
        return self.filter(state=state)

    def in_status(self, status: str) -> Self:
        """Those, read `with_status`, of one status; what was decided is found by what is stored."""
        if status in OUTCOMES:
            return self.filter(decided=status).at_rest()
        return self.filter(status=status)

    def at_rest(self) -> Self:
        """Those without a run at work."""
        return self.exclude(pk__in=_at_work())

    def store_standing(self, *names: str) -> int:
        """Store how each stands: all of STANDING, or only the columns that a writer can have
        changed. Whoever writes what they derive from calls it, in the same transaction."""
        columns = _standing_columns()
        return self.update(**{name: columns[name] for name in names or STANDING})

    def store_standing_of(self, hypothesis_id: int, *names: str) -> None:
        """`store_standing` for one hypothesis, by a statement that is compiled once: a run stores
        several times, and to compile it takes ten times as long as the database needs for it."""
        which = (self.db, *names)
        if which not in _compiled:
            with connections[self.db].execute_wrapper(partial(_keep, which)):
                _rows("Hypothesis").using(self.db).filter(pk=hypothesis_id).store_standing(*names)
            return
        statement, parameters = _compiled[which]
        with connections[self.db].cursor() as cursor:
            cursor.execute(statement, (*parameters, hypothesis_id))

    def misstated(self) -> Self:
        """Those whose stored standing is not what it derives from: there are none."""
        derived = {f"derived_{name}": value for name, value in _standing_columns().items()}
        differs = [~Q(**{name: F(f"derived_{name}")}) for name in STANDING]
        return self.annotate(**derived).filter(reduce(or_, differs))

    def with_decision(self) -> Self:
        """Each with the id of its decision in force, `decision_id`."""
        current = _rows("Decision").filter(hypothesis=OuterRef("pk"), current=True)
        return self.annotate(decision_id=Subquery(current.values("pk")[:1]))

    def with_counts(self) -> Self:
        """Each with what it holds and took: versions, runs, model calls, cost.

        `decision_id` is the decision in force, `disputes` how many versions the judges see
        differently.
        """
        from config.runs.models import LlmCall, Run

        own = {"hypothesis": OuterRef("pk")}
        disputed = _rows("Review").filter(version=OuterRef("pk")).disputed()
        runs = {"kind": "refinement", "subject_id": OuterRef("pk")}
        calls = LlmCall.objects.filter(**{f"run__{name}": value for name, value in runs.items()})
        return self.annotate(
            decision_id=Subquery(_rows("Decision").filter(**own, current=True).values("pk")[:1]),
            version_count=_tally(_rows("Version").filter(**own), "hypothesis"),
            disputes=_tally(_rows("Version").filter(Exists(disputed), **own), "hypothesis"),
            run_count=_tally(Run.objects.filter(**runs), "subject_id"),
            call_count=_tally(calls, "run__subject_id"),
            cost_usd=_tally(calls, "run__subject_id", Sum("cost_usd"), Decimal(0)),
        )

    def with_conditions(self) -> Self:
        """Each that rests on conditions with its last version, as its only one: it names them."""
        newer = _rows("Version").filter(
            hypothesis=OuterRef("hypothesis"), number__gt=OuterRef("number")
        )
        last = _rows("Version").filter(~Exists(newer), hypothesis__conditions__gt=0)
        return self.prefetch_related(Prefetch("versions", last), "versions__elements")

    def with_history(self) -> Self:
        """Each with everything its report and its page show."""
        return self.prefetch_related(
            Prefetch("versions", _rows("Version").select_related("author")),
            "versions__elements",
            "versions__notes",
            "versions__proposals",
            "versions__reviews__scores",
            "versions__reviews__improvements",
            "versions__reviews__vetoes",
            "gaps__events",
            "clarifications",
            Prefetch("decisions", _rows("Decision").select_related("user", "version")),
            Prefetch("preregistrations", _rows("Preregistration").select_related("user")),
        )


class ElementQuerySet(models.QuerySet["Element"]):
    """Parts of versions."""

    def conditions(self) -> Self:
        """What the last version of a hypothesis holds that nobody has confirmed."""
        newer = _rows("Version").filter(
            hypothesis=OuterRef("version__hypothesis"), number__gt=OuterRef("version__number")
        )
        return self.filter(~Exists(newer), origin__in=UNCONFIRMED)


class ReviewQuerySet(models.QuerySet["Review"]):
    """Verdicts of judges."""

    def disputed(self) -> models.QuerySet[Any, Any]:
        """The versions (their ids) on which judges differ that were asked for alike."""
        groups = self.order_by().values("version", "forced")
        differing = groups.annotate(verdicts=Count("status", distinct=True)).filter(verdicts__gt=1)
        return differing.values("version")


def _tally(rows: models.QuerySet[Any], by: str, what: Any = None, none: Any = 0) -> Coalesce:
    """A figure of the rows that belong to the outer one; a subquery, so that none multiplies."""
    grouped = rows.order_by().values(by).annotate(figure=what or Count("pk"))
    return Coalesce(Subquery(grouped.values("figure")), none)


_compiled: dict[tuple[str, ...], tuple[str, tuple[Any, ...]]] = {}
"""By a database and columns of STANDING: the statement that stores these columns of one hypothesis,
and its parameters without the last: the hypothesis."""


def _keep(
    which: tuple[str, ...],
    execute: Callable[..., Any],
    statement: str,
    parameters: Sequence[Any],
    many: bool,
    context: Any,
) -> Any:
    """Execute a statement as Django compiled it, and keep it."""
    _compiled[which] = statement, tuple(parameters[:-1])
    return execute(statement, parameters, many, context)


@cache
def _standing_columns() -> Mapping[str, Any]:
    """What each column of STANDING derives from, for the hypothesis of the outer query."""
    decision = _rows("Decision").filter(hypothesis=OuterRef("pk"), current=True)
    last = _rows("Version").filter(hypothesis=OuterRef(OuterRef("pk"))).order_by("-number")
    of_last = {"version": Subquery(last.values("pk")[:1])}
    asks = _rows("Clarification").filter(**of_last, answered_at=None)
    rests = _rows("Element").filter(**of_last, origin__in=UNCONFIRMED)
    gaps = _rows("Gap").filter(hypothesis=OuterRef("pk"), state__in=["open", "reopened"])
    return {
        "decided": Coalesce(Subquery(decision.values("after")[:1]), Value("")),
        "source": Coalesce(Subquery(decision.values("source")[:1]), Value("")),
        "open_gaps": _tally(gaps, "hypothesis"),
        "awaiting": _tally(asks, "version"),
        "conditions": _tally(rests, "version"),
        "contested": Exists(_rows("Review").filter(**of_last).disputed()),
    }


def _runs() -> Any:
    from config.runs.models import Run

    return Run.objects.filter(kind="refinement")


def _at_work() -> Any:
    """The hypotheses (their ids) with a run at work."""
    return _runs().active().values("subject_id")


def _working() -> When:
    return When(pk__in=_at_work(), then=Value("working"))


def _rows(model: str) -> Any:
    """All rows of a model of hypotheses: they import this module."""
    return apps.get_model("hypotheses", model)._default_manager
