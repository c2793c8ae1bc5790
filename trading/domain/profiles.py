"""What a gate profile may say: the figures and segments there are, and thresholds in order."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise

from config.error_texts import N_, TranslatableError
from trading.domain.calculation import AS_WRITTEN
from trading.domain.criteria import COMPARE, Criterion, Profile
from trading.domain.figures import FIGURES, FIGURES_OF, JUDGED, SEGMENTS

# Whether gates leave any of the values that a figure can have.


def meetable(gates: Sequence[Criterion]) -> bool:
    """Whether some value of the figure that all `gates` judge passes them all.

    Where any does, one of these does: the ends of the range, the thresholds, what lies between
    two of them or beyond them.
    """
    if not gates:
        return True
    low, high = FIGURES[gates[0].name].bounds
    marks = sorted({low, high, *(gate.threshold for gate in gates)})
    known = [mark for mark in marks if math.isfinite(mark)]
    between = [(one + other) / 2 for one, other in pairwise(known)]
    beyond = [math.nextafter(known[0], -math.inf), math.nextafter(known[-1], math.inf)]
    values = [value for value in (*known, *between, *beyond) if low <= value <= high]
    return any(all(COMPARE[gate.operator](v, gate.threshold) for gate in gates) for v in values)


class ProfileError(TranslatableError):
    """A profile by which nothing can be judged. `field` names what is wrong of a criterion."""

    messages = {
        "figure": N_("there is no figure %(given)s; there are: %(known)s"),
        "segment": N_("gates judge no segment %(given)s; they judge: %(known)s"),
        "elsewhere": N_("%(segment)s has no figure %(given)s; it has: %(known)s"),
        "operator": N_("there is no operator %(given)s; there are: >= > <= <"),
        "finite": N_("%(given)s is no finite number"),
        "soft_above": N_("the score rises up to %(threshold)s: the soft threshold is not above it"),
        "soft_below": N_("the score falls from %(threshold)s: the soft threshold is not below it"),
        "weight": N_("the weight %(given)s is below 0"),
        "unreachable": N_("no value of %(given)s can be %(asked)s"),
        "weightless": N_("no criterion of the profile %(name)s has a weight above 0"),
        "optional": N_("no criterion of the profile %(name)s is required: all could be missed"),
        "contradicting": N_("no value of %(given)s (%(segment)s) is %(asked)s at once"),
        "empty": N_("the profile %(name)s has no criteria: everything would pass"),
        "repeated": N_("%(given)s of %(segment)s has more than one gate"),
        "unknown": N_("there is no gate profile %(name)s; there are: %(known)s"),
    }

    def __init__(self, code: str, field: str = "", **values: object) -> None:
        super().__init__(code, **values)
        self.field = field


def check_criterion(criterion: Criterion) -> Criterion:
    """The criterion itself. Raises ProfileError for the first thing wrong with it."""
    _check_place(criterion)
    if criterion.operator not in (">=", ">", "<=", "<"):
        raise ProfileError("operator", "operator", given=criterion.operator)
    for field in ("threshold", "soft", "weight"):
        if not math.isfinite(getattr(criterion, field)):
            raise ProfileError("finite", field, given=getattr(criterion, field))
    if criterion.weight < 0:
        raise ProfileError("weight", "weight", given=criterion.weight)
    above, below = (
        criterion.soft > criterion.threshold,
        criterion.soft < criterion.threshold,
    )
    if above if criterion.rises else below:
        code = "soft_above" if criterion.rises else "soft_below"
        raise ProfileError(code, "soft", threshold=criterion.threshold)
    if not meetable([criterion]):
        asked = _asked([criterion])
        raise ProfileError("unreachable", "threshold", given=criterion.name, asked=asked)
    return criterion


def _check_place(criterion: Criterion) -> None:
    if criterion.name not in JUDGED:
        known = ", ".join(sorted(JUDGED))
        raise ProfileError("figure", "name", given=criterion.name, known=known)
    if criterion.segment not in SEGMENTS:
        known = ", ".join(SEGMENTS)
        raise ProfileError("segment", "segment", given=criterion.segment, known=known)
    there = FIGURES_OF[criterion.segment]
    if criterion.name not in there:
        raise ProfileError(
            "elsewhere",
            "name",
            given=criterion.name,
            segment=criterion.segment,
            known=", ".join(sorted(there)),
        )


def check_profile(profile: Profile) -> Profile:
    """The profile itself. Raises ProfileError when it is empty, a criterion is wrong, they
    contradict each other or none is required."""
    if not profile.criteria:
        raise ProfileError("empty", name=profile.name)
    for criterion in profile.criteria:
        check_criterion(criterion)
    for (name, segment), gates in groupby(sorted(profile.criteria, key=_place), _place):
        same = list(gates)
        if not meetable(same):
            asked = _asked(same)
            raise ProfileError("contradicting", given=name, segment=segment, asked=asked)
    if not any(criterion.weight for criterion in profile.criteria):
        raise ProfileError("weightless", name=profile.name)
    if not any(criterion.required for criterion in profile.criteria):
        raise ProfileError("optional", name=profile.name)
    return profile


def _place(criterion: Criterion) -> tuple[str, str]:
    return criterion.name, criterion.segment


def _asked(gates: Sequence[Criterion]) -> str:
    return ", ".join(f"{gate.operator} {gate.threshold:g}" for gate in gates)


# The gate profiles that ship.

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
    calculation=AS_WRITTEN,
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
