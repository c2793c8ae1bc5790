"""Where a lesson comes from: finding, variant, result."""

from __future__ import annotations

from typing import TypedDict

from trading.memory.figures import SEGMENTS
from trading.models import Backtest, Finding, Lesson, Variant


class LessonOrigin(TypedDict):
    """The findings and the variant that a lesson rests on, and the variant's backtests.

    `variant` is None, and `backtests` empty, for a lesson that is about the ticker as a whole.
    """

    findings: list[Finding]
    variant: Variant | None
    backtests: list[Backtest]


def lineage(lesson: Lesson) -> LessonOrigin:
    """What a lesson rests on. A backtest of a holdout is not among it."""
    variant = lesson.variant
    rows = variant.backtests.filter(segment__in=SEGMENTS) if variant else ()
    return {
        "findings": list(lesson.findings.order_by("id")),
        "variant": variant,
        "backtests": list(rows),
    }
