"""Looks at sealed bars as the pages show them: what was opened, what came of it, what it is
worth."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from trading.domain.final import holds
from trading.models import HoldoutOpening, SecondLook, Strategy, Variant
from trading.services.opening_marks import look_mark, looks_of, marks_of, openings_before
from trading.services.second_look import may_look, openings_known
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
