"""Where a development is heading, and what is done next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

from trading.domain.limits import BOUNDS
from trading.domain.types import ACTIONS, Action, Convergence, FailureClass, FinalStatus

RECOMMENDED: Mapping[FailureClass, Action] = {
    "PARAMETER_ISSUE": "TUNE_PARAMETERS",
    "ALGORITHM_BUG": "FIX_BUG",
    "DESIGN_FLAW": "REFINE_ALGORITHM",
    "RESEARCH_GAP": "REFINE_RESEARCH",
    "FUNDAMENTAL_IMPOSSIBILITY": "ABANDON",
}
FLAWS_BEFORE_RESEARCH = 3
"""A design flaw found for the third time asks for research instead of another design."""

_PATIENCE = 3  # strategy iterations that a stagnant development is given


def recommend(failure: FailureClass, times: int = 1) -> Action:
    """The action for a class of failure; `times` counts its occurrences in a development."""
    if failure == "DESIGN_FLAW" and times >= FLAWS_BEFORE_RESEARCH:
        return "REFINE_RESEARCH"
    return RECOMMENDED[failure]


def determine_next_action(
    failure_analysis: Any, trajectory_analysis: Any | None, state: Mapping[str, Any]
) -> Action:
    """The next action after a round in which nothing passed.

    Takes mappings or objects: `recommendation` (or `failure_class`) of the failure analysis,
    `convergence_status` of the trajectory. Limits come first, then the trajectory, then the
    recommendation. An unknown recommendation is TUNE_PARAMETERS.
    """
    if limit_reached(state):
        return "ABANDON"
    if state["strategy_iteration"] >= state["max_strategy_iterations"]:
        return "REFINE_RESEARCH"
    action = wanted_action(failure_analysis, trajectory_analysis, state)
    if action == "REFINE_RESEARCH" and not _may_research(state):
        return "ABANDON"
    return action


def wanted_action(
    failure_analysis: Any, trajectory_analysis: Any | None, state: Mapping[str, Any]
) -> Action:
    """What the numbers ask for, were there no limits."""
    heading = _field(trajectory_analysis, "convergence_status")
    stuck = heading == "STAGNANT" and state["strategy_iteration"] >= _PATIENCE
    if heading == "DIVERGING" or stuck:
        return "REFINE_RESEARCH"
    if heading == "OSCILLATING":
        return "REFINE_ALGORITHM"
    return _recommendation(failure_analysis)


def limit_reached(state: Mapping[str, Any]) -> bool:
    """Whether the limits leave nothing to do: all rounds, or all designs of all research."""
    if state["current_iteration"] >= state["max_iterations"]:
        return True
    designs = state["strategy_iteration"] >= state["max_strategy_iterations"]
    return designs and not _may_research(state)


def final_status(action: Action, wanted: Action, state: Mapping[str, Any]) -> FinalStatus | None:
    """How a development ends with an action; None when it goes on.

    MAX_ITERATIONS is an end that higher limits would have put off; ABANDONED is a judgement.
    """
    if action == "SUCCESS":
        return "SUCCESS"
    if action != "ABANDON":
        return None
    return "ABANDONED" if wanted == "ABANDON" and not limit_reached(state) else "MAX_ITERATIONS"


def more_room(
    failure_analysis: Any, trajectory_analysis: Any | None, state: Mapping[str, Any]
) -> dict[str, int]:
    """The least limits above those of `state` under which it goes on; none where it would not."""
    raised: dict[str, int] = {}
    for limit, reached in (
        ("max_iterations", "current_iteration"), ("max_research_iterations", "research_iteration"),
    ):  # fmt: skip
        if state[reached] >= state[limit]:
            raised[limit] = state[reached] + 1
            if raised[limit] > BOUNDS[limit][1]:
                return {}
        asked = {**state, **raised}
        if determine_next_action(failure_analysis, trajectory_analysis, asked) != "ABANDON":
            return raised
    return {}


def _may_research(state: Mapping[str, Any]) -> bool:
    return bool(state["research_iteration"] < state["max_research_iterations"])


def _recommendation(failure_analysis: Any) -> Action:
    named = _field(failure_analysis, "recommendation")
    if named in ACTIONS and named != "SUCCESS":
        return named  # type: ignore[no-any-return]
    failure = _field(failure_analysis, "failure_class")
    return RECOMMENDED.get(failure, "TUNE_PARAMETERS")


def _field(analysis: Any, name: str) -> Any:
    if isinstance(analysis, Mapping):
        return analysis.get(name)
    return getattr(analysis, name, None)


# Where a development is heading: the change of its best gate score, iteration by iteration.

STEP = 0.05
"""A change of the best score an iteration that counts as better or worse."""

_CHANGES = 2  # how many of the newest changes are looked at


@dataclass(frozen=True)
class Trajectory:
    """`slope` is the mean change of the score an iteration, over the newest changes."""

    convergence_status: Convergence
    slope: float
    changes: tuple[float, ...]
    best_score: float

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return asdict(self) | {
            "slope": round(self.slope, 6),
            "changes": [round(change, 6) for change in self.changes],
        }


def trajectory(scores: Sequence[float | None]) -> Trajectory | None:
    """The trajectory of the best gate score of each iteration; None before the second.

    A missing score is the worst, 0. OSCILLATING: the newest two changes are both at least STEP in
    size and of opposite sign.
    """
    if len(scores) < 2:
        return None
    values = [score or 0.0 for score in scores]
    changes = [after - before for before, after in pairwise(values)]
    newest = tuple(changes[-_CHANGES:])
    slope = sum(newest) / len(newest)
    return Trajectory(_status(newest, slope), slope, newest, max(values))


def _status(changes: tuple[float, ...], slope: float) -> Convergence:
    swings = len(changes) == _CHANGES and changes[0] * changes[1] < 0
    if swings and all(_reaches(abs(change)) for change in changes):
        return "OSCILLATING"
    if _reaches(slope):
        return "CONVERGING"
    return "DIVERGING" if _reaches(-slope) else "STAGNANT"


def _reaches(change: float) -> bool:
    return change >= STEP - 1e-12  # .6 - .55 is a step, whatever binary fractions say
