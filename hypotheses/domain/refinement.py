"""The rules of the loop: its limit, and where a review leads."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from config.error_texts import N_, TranslatableError
from hypotheses.domain.types import MAX_REFINEMENTS

Route = Literal["end", "refine", "force"]


class RefinementLimitError(TranslatableError):
    """A limit of refinements outside 0..5."""

    messages = {
        "range": N_("max_refinements=%(given)s: takes a whole number from 0 to %(limit)s"),
    }


def check_limit(max_refinements: int) -> int:
    """The limit, checked. Raises RefinementLimitError unless 0 <= limit <= 5."""
    if not 0 <= max_refinements <= MAX_REFINEMENTS:
        raise RefinementLimitError("range", given=max_refinements, limit=MAX_REFINEMENTS)
    return max_refinements


def route(status: str, iteration: int, limit: int) -> Route:
    """The next step after a review. Only `needs_refinement` goes on; anything else ends the run.

    An unknown status ends the run without a decision, which execution reports as a failure: it is
    never taken for a rejection.
    """
    if status != "needs_refinement":
        return "end"
    return "refine" if iteration < limit else "force"


# Several judges of one version.

BUILTIN = "builtin"
"""The name of the built-in analyst as a judge; any other judge is a model, by its name."""


def disagree(verdicts: Iterable[tuple[bool, str]]) -> bool:
    """Whether the verdicts, as (forced, status), of judges that were asked the same question
    differ."""
    by_side: dict[bool, set[str]] = {}
    for forced, status in verdicts:
        by_side.setdefault(forced, set()).add(status)
    return any(len(statuses) > 1 for statuses in by_side.values())
