"""The marks beside a result: on sealed bars, that they were opened before, or that others had
trained on them; on data with a column that reveals the next bar, that it may be worth nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.db.models import Q
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.desk.decisions import QUOTED
from trading.market.prices import BESIDE_RESULTS, Caution
from trading.models import Dataset, HoldoutOpening, SecondLook, Strategy, Variant
from trading.storage import in_words


def data_marks(dataset: Dataset) -> list[str]:
    """The marks of every result on these prices; empty for most prices."""
    found = (Caution(one["code"], one["params"]) for one in dataset.cautions)
    return [in_words(caution) for caution in found if caution.code in BESIDE_RESULTS]


def openings_before(opening: HoldoutOpening) -> int:
    """The number of earlier openings on record of any of its bars, by anybody."""
    return HoldoutOpening.objects.before(opening).count()


def later_mark(before: int) -> str:
    """The mark of a development's own opening; empty for a first one."""
    if not before:
        return ""
    return ngettext(
        "The holdout had been opened %(n)s time before: this result is no longer out-of-sample.",
        "The holdout had been opened %(n)s times before: this result is no longer out-of-sample.",
        before,
    ) % {"n": before}


def look_mark(look: SecondLook, before: int) -> str:
    """The mark of a second look: how often the bars were opened before, by whom it was taken and
    why."""
    return second_look_mark(look.who, look.reason, before)


def second_look_mark(who: str | None, reason: str, before: int) -> str:
    """The same for a second look that a document describes."""
    places = {"n": before, "who": who or "–", "why": Truncator(reason).chars(QUOTED)}
    if not before:
        return (
            _(
                "A look of a person's own, by %(who)s (“%(why)s”): the holdout had not been opened "
                "before. It is spent now, and the look decides nothing."
            )
            % places
        )
    return (
        ngettext(
            "Second look: the holdout had been opened %(n)s time before; by %(who)s (“%(why)s”). "
            "Its result is no longer out-of-sample.",
            "Second look: the holdout had been opened %(n)s times before; by %(who)s (“%(why)s”). "
            "Its result is no longer out-of-sample.",
            before,
        )
        % places
    )


def looks_of(strategy: Strategy) -> list[SecondLook]:
    """The second looks at a strategy's variants, in order."""
    rows = SecondLook.objects.filter(variant__strategy=strategy).order_by("pk")
    return list(rows.select_related("variant", "user", "opening__dataset", "opening__user"))


def marks_of(variants: Iterable[Variant]) -> Mapping[int, list[str]]:
    """The marks of variants' results on sealed bars, by the variant's id."""
    seen = [one.pk for one in variants]
    theirs = Q(backtest__variant__in=seen) | Q(second_look__variant__in=seen)
    rows = HoldoutOpening.objects.filter(theirs).order_by("pk")
    found: dict[int, list[str]] = {}
    for row in rows.select_related("dataset", "backtest", "second_look__user"):
        look: SecondLook | None = getattr(row, "second_look", None)
        before = openings_before(row)
        mark = look_mark(look, before) if look else later_mark(before)
        of = look.variant_id if look else row.backtest.variant_id
        found.setdefault(of, []).extend([mark] if mark else [])
    return found


def look_row(look: SecondLook) -> dict[str, object]:
    """A second look as plain JSON, with its mark."""
    before = openings_before(look.opening)
    return {
        "id": look.pk,
        "variant": look.variant_id,
        "variant_name": look.variant.name,
        "who": look.who or None,
        "reason": look.reason,
        "at": look.created_at.isoformat(timespec="seconds"),
        "opening": look.opening_id,
        "openings_before": before,
        "metrics": look.metrics,
        "engine": look.engine,
        "error": look.error,
        "mark": look_mark(look, before),
    }
