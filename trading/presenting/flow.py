"""The graph of a development as its page draws it: nodes, ways back, and the one at work."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from trading.services.reading import Course, StepTally

NODES = ("research_swarm", "strategy_dev", "parallel_backtest", "quality_gate")
TO_RESEARCH = ("REFINE_RESEARCH",)
TO_DESIGN = ("TUNE_PARAMETERS", "FIX_BUG", "REFINE_ALGORITHM")
ENDS = ("SUCCESS", "ABANDON")


@dataclass(frozen=True)
class Node:
    """A node: how often it ran, for how long altogether, and how it stands.

    `state` is working, done or waiting.
    """

    name: str
    times: int
    seconds: float
    state: str


@dataclass(frozen=True)
class GateAction:
    """An action that the gates may decide, and how often they did."""

    action: str
    times: int


@dataclass(frozen=True)
class Flow:
    """The nodes in order, where the decision led from the last one, and what is at work now."""

    nodes: Sequence[Node]
    to_research: Sequence[GateAction]
    to_design: Sequence[GateAction]
    ends: Sequence[GateAction]
    working: str
    iteration: int
    ended: bool


def flow(course: Course) -> Flow:
    """The graph as far as it has come."""
    running = course.run is not None and course.run.status == course.run.Status.RUNNING
    working = now_working(course) if running else ""
    decided = Counter(row.next_action for row in course.iterations)

    def ways(actions: Sequence[str]) -> list[GateAction]:
        return [GateAction(action, decided[action]) for action in actions]

    return Flow(
        nodes=[_node(name, course.tallies, working) for name in NODES],
        to_research=ways(TO_RESEARCH),
        to_design=ways(TO_DESIGN),
        ends=ways(ENDS),
        working=working,
        iteration=_iteration(course, working),
        ended=bool(course.strategy.final_status),
    )


def _node(name: str, tallies: Sequence[StepTally], working: str) -> Node:
    own = [row for row in tallies if row.node == name]
    state = "working" if name == working else "done" if own else "waiting"
    return Node(name, len(own), sum(row.seconds for row in own), state)


def now_working(course: Course) -> str:
    """The node that a running development is at, told from the last step that it finished."""
    last = course.tallies[-1] if course.tallies else None
    if last is None:
        return "research_swarm"
    if last.node == "research_swarm":
        return "strategy_dev" if course.led else "research_swarm"
    if last.node == "strategy_dev":
        return "parallel_backtest"
    if last.node == "parallel_backtest":
        done = last.steps >= course.variants.get(last.iteration, 0)
        return "quality_gate" if done else "parallel_backtest"
    return _after_gates(course)


def _after_gates(course: Course) -> str:
    """Where the last decision leads; after an end where the one that goes on begins."""
    action = course.iterations[-1].next_action if course.iterations else ""
    if action in ENDS:
        action = course.starts_with
    if action in TO_RESEARCH:
        return "research_swarm"
    return "strategy_dev" if action in TO_DESIGN else "end"


def _iteration(course: Course, working: str) -> int:
    """The number of the iteration at work, or of the last one."""
    done = course.iterations[-1].number if course.iterations else 0
    if working in NODES:
        return done + 1  # its line is written by the gates, at its end
    return max(done, 1)
