from __future__ import annotations

import pytest

from hypotheses.domain.refinement import (
    RefinementLimitError,
    check_limit,
    route,
)


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
