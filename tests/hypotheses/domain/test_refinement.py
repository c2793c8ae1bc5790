from __future__ import annotations

import itertools

import pytest

from hypotheses.domain.refinement import (
    RefinementLimitError,
    check_limit,
    forced_verdict,
    route,
)
from hypotheses.domain.types import ASPECTS


@pytest.mark.parametrize("status", ["approved", "rejected", "unheard of", ""])
@pytest.mark.parametrize("iteration", [0, 1, 2])
def test_only_needs_refinement_goes_on(status: str, iteration: int) -> None:
    assert route(status, iteration, 2) == "end"


@pytest.mark.parametrize("limit", range(6))
def test_needs_refinement_goes_back_below_the_limit_and_is_forced_at_it(limit: int) -> None:
    routes = [route("needs_refinement", iteration, limit) for iteration in range(limit + 2)]
    assert routes == ["refine"] * limit + ["force", "force"]


@pytest.mark.parametrize("limit", range(6))
def test_a_limit_from_0_to_5_is_taken(limit: int) -> None:
    assert check_limit(limit) == limit


@pytest.mark.parametrize("limit", [-1, 6, 1_000])
def test_another_limit_is_refused_by_name(limit: int) -> None:
    with pytest.raises(RefinementLimitError, match=f"^max_refinements={limit}: .* from 0 to 5$"):
        check_limit(limit)


def test_forced_approves_exactly_what_has_every_aspect_at_1_or_more() -> None:
    for scores in itertools.product(range(3), repeat=4):
        verdict = forced_verdict(dict(zip(ASPECTS, scores, strict=True)), vetoed=False)
        assert verdict == ("rejected" if 0 in scores else "approved"), scores


def test_forced_never_approves_what_is_vetoed() -> None:
    for scores in itertools.product(range(3), repeat=4):
        assert forced_verdict(dict(zip(ASPECTS, scores, strict=True)), vetoed=True) == "rejected"
