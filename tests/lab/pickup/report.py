"""What `manage.py pickup` tells at its end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _

from .measuring import Pickup
from .stages import Stages, percentile


def as_document(pickup: Pickup) -> dict[str, Any]:
    """For a program to read; all in milliseconds."""
    return {
        "database": pickup.database,
        "runs": len(pickup.runs),
        "poll_ms": pickup.poll * 1000,
        "load": pickup.load,
        "stolen_percent": round(pickup.stolen * 100, 1),
        "above_poll_ms": _spread([run.above for run in pickup.runs]),
        "whole_ms": _spread([run.whole for run in pickup.runs]),
        "stages_ms": {
            name: _spread([getattr(run, name) for run in pickup.runs]) for name in Stages._fields
        },
        "target_p95_ms": pickup.target_ms,
        "met": pickup.well,
    }


def as_text(pickup: Pickup) -> str:
    """For a person."""
    return "\n".join(_lines(as_document(pickup)))


def _spread(seconds: Sequence[float]) -> dict[str, float]:
    shares = {"p50": 0.5, "p95": 0.95, "max": 1.0}
    return {name: round(percentile(seconds, share) * 1000, 2) for name, share in shares.items()}


def _lines(told: dict[str, Any]) -> Iterator[str]:
    said = _("%(database)s: %(runs)s runs, a poll each %(poll_ms)s ms, load %(load)s")
    yield (said if told["poll_ms"] else _("%(database)s: %(runs)s runs, load %(load)s")) % told
    if told["stolen_percent"]:
        yield _("the machine's host gave %(stolen_percent)s %% of its time to others") % told
    yield _("from the commit to the claim, in ms (p50, p95, most):")
    names = {
        "tell": _("the broker is notified"),
        "wait": _("until the next poll"),
        "take": _("the message is taken"),
        "claim": _("a worker has it and claims the run"),
    }
    for name, label in names.items():
        if name != "wait" or told["poll_ms"]:
            yield _line(told["stages_ms"][name], label)
    yield _line(told["whole_ms"], _("in all"))
    if told["poll_ms"]:
        yield _line(told["above_poll_ms"], _("in all, without waiting for the poll"))
    yield _("p95 is to be %(target_p95_ms)s ms at most, without the poll") % told


def _line(spread: dict[str, float], label: str) -> str:
    return "  {p50:>8.2f}  {p95:>8.2f}  {max:>8.2f}".format(**spread) + f"  {label}"
