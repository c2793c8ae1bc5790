"""How `manage.py decide` decides on a strategy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from config.runs.console import whole_number
from config.runs.decision_subjects import Option, Subject, TypedDecision
from config.runs.models import Run
from trading.domain.limits import BOUNDS
from trading.management.console import holdout_marks
from trading.services.decide import (
    EXTENDABLE,
    abandon_strategy,
    accept_variant,
    extend_limits,
    send_back,
)
from trading.services.report import strategy_report


def decide(asked: TypedDecision) -> Run | None:
    """The decision, or the run of what goes on."""
    who: dict[str, Any] = {"strategy_id": asked.number, "user": asked.user, "actor": asked.actor}
    if asked.outcome == "again":
        return send_back(guidance=asked.reason, wake=False, **who)
    if asked.outcome == "extend":
        if not asked.options:
            raise CommandError(gettext("extend needs a limit: --max-iterations N"), returncode=2)
        return extend_limits(limits=asked.options, reason=asked.reason, wake=False, **who)
    if asked.outcome == "abandon":
        abandon_strategy(reason=asked.reason, **who)
        return None
    if "variant" not in asked.options:
        raise CommandError(gettext("accept needs the variant: --variant N"), returncode=2)
    accept_variant(variant_id=asked.options["variant"], reason=asked.reason, **who)
    return None


def report(number: int) -> dict[str, Any]:
    return strategy_report(strategy_id=number)


def as_text(report: dict[str, Any]) -> str:
    """What was decided on a strategy, the newest last, and what its gates said."""
    return "\n".join(_lines(report))


def _lines(report: dict[str, Any]) -> Iterator[str]:
    yield gettext("strategy %(id)s for %(ticker)s: %(objective)s") % {
        "id": report["id"],
        "ticker": report["ticker"],
        "objective": report["user_objective"],
    }
    for row in report["decisions"]:
        mark = "=>" if row["current"] else "  "
        named = f" [{row['variant']}: {row['variant_name']}]" if row["variant"] else ""
        yield f"  {mark} {row['after']} ({row['source']}{_by(row)}){named}. {row['reason']}"
    yield from holdout_marks(report)


def _by(row: dict[str, Any]) -> str:
    return f": {row['who']}" if row["who"] else ""


def _limits() -> Iterator[Option]:
    for name in EXTENDABLE:
        low, high = BOUNDS[name]
        yield Option(name, _("a higher limit"), ("extend",), type=whole_number(low, high))


STRATEGY = Subject(
    kind="strategy",
    title=_("strategy"),
    outcomes={
        "accept": _("accept a variant, also against its gates; choose it with --variant"),
        "abandon": _("give it up"),
        "again": _("one more round of design, with the reason as guidance"),
        "extend": _("let it go on under higher limits"),
    },
    decide=decide,
    report=report,
    as_text=as_text,
    options=(
        Option(
            "variant",
            _("the number of the variant"),
            ("accept",),
            type=whole_number(1, 2**63 - 1),
        ),
        *_limits(),
    ),
)
