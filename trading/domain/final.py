"""The last question: do the sealed bars bear a variant out?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

HOLDS = 0.80
"""The least probability that the true Sharpe ratio is above zero where sealed bars are judged by
themselves; the ratio itself must be, too."""

Outcome = Literal["holds", "failed", "spent"]


def outcome(figures: Mapping[str, Any], *, final_error: float, openings_before: int) -> Outcome:
    """What `figures` of sealed bars say under a profile's `final_error` (0: `holds` decides).

    With one, `combined_p` must not be above it, and the Sharpe ratio must be above zero. Bars that
    were opened before have spent it: what is found on them was chosen by somebody who had seen
    them, so nothing can be found on them any more.
    """
    sharpe = figures.get("sharpe_ratio")
    if not final_error:
        return "holds" if holds(sharpe, figures.get("psr")) else "failed"
    if openings_before:
        return "spent"
    p = figures.get("combined_p")
    found = sharpe is not None and sharpe > 0 and p is not None and p <= final_error
    return "holds" if found else "failed"


def holds(sharpe: float | None, psr: float | None) -> bool:
    """Whether sealed bars bear a variant out by themselves."""
    return bool(sharpe is not None and sharpe > 0 and psr is not None and psr >= HOLDS)
