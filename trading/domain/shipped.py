"""The gate profiles that ship."""

from __future__ import annotations

from collections.abc import Mapping

from trading.domain.calculation import CAUTIOUS
from trading.domain.criteria import Criterion, Profile

CLASSIC = Profile(
    name="classic",
    pass_score=0.7,
    criteria=(
        Criterion("sharpe_ratio", "validation", ">=", 1.0, 0.0, weight=0.35, required=True),
        Criterion("max_drawdown", "validation", "<=", 0.20, 0.40, weight=0.25, required=True),
        Criterion("win_rate", "validation", ">=", 0.5, 0.3, weight=0.10),
        Criterion("profit_factor", "validation", ">=", 1.5, 1.0, weight=0.15),
        Criterion("total_trades", "validation", ">=", 30, 5, weight=0.15),
        # No score for these: what luck explains where it was made has nothing to validate.
        Criterion("psr", "train", ">=", 0.95, 0.5, weight=0.0, required=True),
        Criterion("psr_above_luck", "train", ">=", 0.5, 0.0, weight=0.0, required=True),
    ),
)

RIGOROUS = Profile(
    name="rigorous",
    pass_score=0.7,
    criteria=(
        # The cheap gates hold half of the score: without evidence nothing scores more.
        Criterion("sharpe_ratio", "validation", ">=", 1.0, 0.0, weight=0.25, required=True),
        Criterion("max_drawdown", "validation", "<=", 0.20, 0.40, weight=0.15, required=True),
        Criterion("profit_factor", "validation", ">=", 1.5, 1.0, weight=0.10),
        Criterion("enough_evidence", "walk_forward", ">=", 1, 0, weight=0.0, required=True),
        Criterion("sharpe_ratio", "walk_forward", ">=", 0.8, 0.0, weight=0.10, required=True),
        Criterion("psr", "walk_forward", ">=", 0.95, 0.5, weight=0.05, required=True),
        Criterion("dsr", "walk_forward", ">=", 0.95, 0.5, weight=0.10, required=True),
        Criterion("permutation_p", "walk_forward", "<", 0.05, 0.5, weight=0.05, required=True),
        Criterion("efficiency", "walk_forward", ">=", 0.5, 0.0, weight=0.05, required=True),
        Criterion("double_cost_sharpe", "walk_forward", ">", 0, -1, weight=0.05, required=True),
        Criterion("pbo", "trials", "<=", 0.20, 0.5, weight=0.05, required=True),
        Criterion("plateau", "before_holdout", ">=", 0.7, 0.0, weight=0.05, required=True),
        Criterion("look_ahead", "before_holdout", "<=", 0, 0, weight=0.0, required=True),
    ),
)

CALIBRATED = Profile(
    name="calibrated",
    pass_score=0.0,
    calculation=CAUTIOUS,
    final_error=0.007,
    criteria=(
        # What loses on either part of the past is not worth an examination.
        Criterion("sharpe_ratio", "train", ">", 0, -1, weight=0.05, required=True),
        Criterion("sharpe_ratio", "validation", ">", 0, -1, weight=0.10, required=True),
        Criterion("max_drawdown", "validation", "<=", 0.20, 0.40, weight=0.05),
        Criterion("enough_evidence", "walk_forward", ">=", 1, 0, weight=0.0, required=True),
        Criterion("luck_p", "walk_forward", "<=", 0.05, 1.0, weight=0.30, required=True),
        Criterion("appraisal_ratio", "walk_forward", ">=", 2.0, 0.0, weight=0.20),
        Criterion("double_cost_sharpe", "walk_forward", ">", 0, -1, weight=0.05, required=True),
        Criterion("permutation_p", "walk_forward", "<", 0.05, 0.5, weight=0.05),
        Criterion("efficiency", "walk_forward", ">=", 0.5, 0.0, weight=0.05),
        Criterion("pbo", "trials", "<=", 0.20, 0.5, weight=0.05),
        Criterion("plateau", "before_holdout", ">=", 0.7, 0.0, weight=0.10),
        Criterion("look_ahead", "before_holdout", "<=", 0, 0, weight=0.0, required=True),
    ),
)

PROFILES: Mapping[str, Profile] = {each.name: each for each in (CALIBRATED, RIGOROUS, CLASSIC)}
DEFAULT_PROFILE = CALIBRATED.name
