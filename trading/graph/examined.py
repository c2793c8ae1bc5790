"""What the log of rounds keeps of examinations, and reads from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from trading.graph.state import WorkflowState


def chances(state: WorkflowState) -> dict[str, float]:
    """The lowest probability so far, by kind, that random entries do as well as a rule of it."""
    found: dict[str, float] = {}
    for kind, chance in [*_before(state), *_now(state)]:
        found[kind] = min(chance, found.get(kind, 1.0))
    return found


def line(state: WorkflowState, analysis: Mapping[str, Any] | None) -> dict[str, Any]:
    """What the round's line holds of it: `chances`, and the kinds that are `dropped` from now on.

    Nothing under gates that ask for no evidence.
    """
    if state.get("evidence") is None:
        return {}
    now: dict[str, float] = {}
    for kind, chance in _now(state):
        now[kind] = min(chance, now.get(kind, 1.0))
    overfitted = analysis is not None and analysis["cause"] == "overfitted_line"
    dropped = [analysis["values"]["kind"]] if analysis and overfitted else []
    return {"chances": now, "dropped": dropped}


def _before(state: WorkflowState) -> Iterator[tuple[str, float]]:
    for entry in state["iteration_history"]:
        yield from entry.get("chances", {}).items()


def _now(state: WorkflowState) -> Iterator[tuple[str, float]]:
    found = state.get("evidence") or []
    for variant, one in zip(state["strategy_variants"], found, strict=False):
        chance = one["segments"].get("walk_forward", {}).get("permutation_p") if one else None
        if chance is not None:
            yield variant["approach"], chance
