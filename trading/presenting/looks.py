"""Looks at sealed bars and decisions as the pages show them: what was opened, what came of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import OuterRef, Subquery
from django.http import HttpRequest
from django.utils.translation import gettext as _

from config.desk.roles import is_reviewer
from trading.domain.gates import best_round, holds
from trading.models import Backtest, HoldoutOpening, SecondLook, Strategy, Variant
from trading.presenting.numbers import figure
from trading.services.opening_marks import look_mark, looks_of, marks_of, openings_before
from trading.services.second_look import may_look, openings_known
from trading.services.subject import NOTHING_DECIDED, holdout_seen, outcomes_open
from trading.services.wording import wording


@dataclass(frozen=True)
class LookLine:
    """A second look: the variant's figures on the sealed bars, and the mark that goes with
    them."""

    look: SecondLook
    before: int

    @property
    def opening(self) -> HoldoutOpening:
        return self.look.opening

    @property
    def figures(self) -> dict[str, Any]:
        return dict(self.look.metrics)

    @property
    def mark(self) -> str:
        return look_mark(self.look, self.before)

    @property
    def would_hold(self) -> bool:
        return holds(self.figures.get("sharpe_ratio"), self.figures.get("psr"))


def look_lines(strategy: Strategy, variant: Variant | None = None) -> list[LookLine]:
    """The second looks at a strategy, or at one of its variants."""
    rows = [row for row in looks_of(strategy) if variant is None or row.variant_id == variant.pk]
    return [LookLine(row, openings_before(row.opening)) for row in rows]


def look_context(reader: Any, variant: Variant) -> dict[str, Any]:
    """What the page of a second look shows beside its form."""
    strategy = variant.strategy
    return {
        "variant": variant,
        "strategy": strategy,
        "looks": look_lines(strategy, variant),
        "marks": marks_of([variant]).get(variant.pk, []),
        "known": openings_known(strategy),
        "refusal": may_look(reader, strategy),
    }


def named_marks(variants: Iterable[Variant]) -> list[str]:
    """What must be said beside results on sealed bars where several variants are shown."""
    shown = list(variants)
    marks = marks_of(shown)
    return [f"{wording(one).text}: {said}" for one in shown for said in marks.get(one.pk, [])]


# What the override card and the history of decisions show.


def decision_context(request: HttpRequest, strategy: Strategy) -> dict[str, Any]:
    """What `_decide.html` and `_decisions.html` need beside the form, which `decide_form` makes.

    `decisions` newest first, `current` the one in force; `offered` are the outcomes that things
    as they stand leave, `may_decide` whether this reader may take one, `own` whether nobody but
    another may; `chosen` is the variant that the reader came from.
    """
    decisions = list(strategy.decisions.select_related("user", "variant"))
    offered = outcomes_open(strategy)
    own = strategy.owner_id is not None and strategy.owner_id == request.user.pk
    choices = variant_choices(strategy)
    return {
        "decisions": decisions[::-1],
        "current": next((one for one in decisions if one.current), None),
        "offered": offered,
        "at_work": not offered,
        "own": own,
        "may_decide": bool(offered) and is_reviewer(request.user) and not own,
        "holdout_seen": holdout_seen(strategy),
        "choices": choices,
        "chosen": _chosen(request, choices),
        "best": _best(strategy),
    }


def _chosen(request: HttpRequest, choices: list[tuple[int, str]]) -> int | None:
    """The variant that the reader came from, `?variant=`, if it can be accepted."""
    asked = request.GET.get("variant", "")
    return next((pk for pk, _label in choices if str(pk) == asked), None)


def seen(context: dict[str, Any]) -> int:
    """The id of the decision that the page shows as in force, 0 for none."""
    current = context["current"]
    return current.pk if current else NOTHING_DECIDED


def variant_choices(strategy: Strategy) -> list[tuple[int, str]]:
    """The variants that may be accepted, the newest round first, each with its Sharpe ratio."""
    sharpe = Backtest.objects.filter(variant=OuterRef("pk"), segment="validation")
    rows = strategy.variants.acceptable().order_by("-iteration", "index")
    shown = rows.annotate(sharpe=Subquery(sharpe.values("sharpe_ratio")[:1]))
    named = shown.values_list("pk", "iteration", "name", "sharpe")
    return [(pk, _label(*told)) for pk, *told in named]


def _label(iteration: int, name: str, sharpe: float | None) -> str:
    return _("iteration %(number)s: %(name)s (Sharpe ratio on validation: %(sharpe)s)") % {
        "number": iteration,
        "name": name,
        "sharpe": figure(sharpe),
    }


def _best(strategy: Strategy) -> int | None:
    """The best variant of the round with the highest gate score."""
    best = best_round(strategy.iterations.all())
    return best.best_variant_id if best is not None else None
