"""What the override card and the history of decisions show."""

from __future__ import annotations

from typing import Any

from django.db.models import OuterRef, Subquery
from django.http import HttpRequest
from django.utils.translation import gettext as _

from config.desk.roles import is_reviewer
from trading.domain.best import best_round
from trading.models import Backtest, Strategy
from trading.presenting.numbers import figure
from trading.services.subject import NOTHING_DECIDED, holdout_seen, outcomes_open


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
