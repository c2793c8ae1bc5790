"""The words of strategy development: actions, classes of failure, trajectories, statuses."""

from __future__ import annotations

from typing import Literal, get_args

Action = Literal[
    "SUCCESS", "TUNE_PARAMETERS", "FIX_BUG", "REFINE_ALGORITHM", "REFINE_RESEARCH", "ABANDON"
]
FailureClass = Literal[
    "PARAMETER_ISSUE", "ALGORITHM_BUG", "DESIGN_FLAW", "RESEARCH_GAP", "FUNDAMENTAL_IMPOSSIBILITY"
]
Convergence = Literal["CONVERGING", "DIVERGING", "OSCILLATING", "STAGNANT"]
FinalStatus = Literal["SUCCESS", "ABANDONED", "MAX_ITERATIONS"]
Segment = Literal["train", "validation", "holdout"]

ACTIONS: tuple[Action, ...] = get_args(Action)
SEGMENTS: tuple[Segment, ...] = get_args(Segment)

DEFAULT_MAX_ITERATIONS = 15
DEFAULT_MAX_STRATEGY_ITERATIONS = 5
DEFAULT_MAX_RESEARCH_ITERATIONS = 3
MIN_VARIANTS, DEFAULT_VARIANTS, MAX_VARIANTS = 3, 4, 5

BUILTIN = "builtin"
"""The designer and judge that is no model."""
