"""What a gate profile may say: the figures and segments there are, and thresholds in order."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import groupby

from config.error_texts import N_, TranslatableError
from trading.domain.figures import FIGURES_OF, JUDGED, SEGMENTS
from trading.domain.gates import Criterion, Profile
from trading.domain.ranges import meetable


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
