"""Several judges of one version."""

from __future__ import annotations

from collections.abc import Iterable

BUILTIN = "builtin"
"""The built-in analyst as a judge; any other judge is a model, by its name."""


def disagree(verdicts: Iterable[tuple[bool, str]]) -> bool:
    """Whether verdicts, as (forced, status), differ among those that were asked for alike."""
    told: dict[bool, set[str]] = {}
    for forced, status in verdicts:
        told.setdefault(forced, set()).add(status)
    return any(len(statuses) > 1 for statuses in told.values())
