"""What a gate profile may say: the figures and segments there are, and thresholds in order."""

from __future__ import annotations

import math
from dataclasses import fields

from config.sayable import N_, SayableError
from trading.domain.gates import Criterion, Profile
from trading.domain.metrics import Metrics

FIGURES = frozenset({"psr", "psr_above_luck", *(field.name for field in fields(Metrics))})
"""What a gate can judge: the metrics, and how probable it is that the true Sharpe ratio is above
zero, or above the best that so many trials show by luck."""

SEGMENTS = ("train", "validation")
"""Where a gate can judge it. The holdout is no gate's: it is opened when all are passed."""


class ProfileError(SayableError):
    """A profile by which nothing can be judged. `field` names what is wrong of a criterion."""

    messages = {
        "figure": N_("there is no figure %(given)s; there are: %(known)s"),
        "segment": N_("gates judge no segment %(given)s; they judge: %(known)s"),
        "finite": N_("%(given)s is no finite number"),
        "soft_above": N_("the score rises up to %(threshold)s: the soft threshold is not above it"),
        "soft_below": N_("the score falls from %(threshold)s: the soft threshold is not below it"),
        "weight": N_("the weight %(given)s is below 0"),
        "weightless": N_("no criterion of the profile %(name)s has a weight above 0"),
        "empty": N_("the profile %(name)s has no criteria: everything would pass"),
        "repeated": N_("%(given)s of %(segment)s has more than one gate"),
        "unknown": N_("there is no gate profile %(name)s; there are: %(known)s"),
    }

    def __init__(self, code: str, field: str = "", **values: object) -> None:
        super().__init__(code, **values)
        self.field = field


def check_criterion(criterion: Criterion) -> Criterion:
    """The criterion itself. Raises ProfileError for the first thing wrong with it."""
    if criterion.name not in FIGURES:
        known = ", ".join(sorted(FIGURES))
        raise ProfileError("figure", "name", given=criterion.name, known=known)
    if criterion.segment not in SEGMENTS:
        known = ", ".join(SEGMENTS)
        raise ProfileError("segment", "segment", given=criterion.segment, known=known)
    for field in ("threshold", "soft", "weight"):
        if not math.isfinite(getattr(criterion, field)):
            raise ProfileError("finite", field, given=getattr(criterion, field))
    if criterion.weight < 0:
        raise ProfileError("weight", "weight", given=criterion.weight)
    rises = criterion.operator == ">="
    if (criterion.soft > criterion.threshold) if rises else (criterion.soft < criterion.threshold):
        code = "soft_above" if rises else "soft_below"
        raise ProfileError(code, "soft", threshold=criterion.threshold)
    return criterion


def check_profile(profile: Profile) -> Profile:
    """The profile itself. Raises ProfileError when it is empty or a criterion is wrong."""
    if not profile.criteria:
        raise ProfileError("empty", name=profile.name)
    for criterion in profile.criteria:
        check_criterion(criterion)
    if not any(criterion.weight for criterion in profile.criteria):
        raise ProfileError("weightless", name=profile.name)
    return profile
