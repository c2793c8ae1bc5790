from __future__ import annotations

from decimal import Decimal

import pytest

from config.llm.errors import BudgetExceeded
from config.llm.provider import Budget, Provider, Spent, Tokens, cost, estimate

BUDGET = Budget(max_calls=3, max_tokens=100, max_cost_usd=Decimal("0.5"))


def test_costs_are_rounded_up() -> None:
    priced = Provider("p", "u", "m", price_in=Decimal("0.15"), price_out=Decimal("0.6"))

    assert cost(priced, Tokens(1_000_000, 500_000)) == Decimal("0.45")
    assert cost(priced, Tokens(1, 0)) == Decimal("0.000001")


@pytest.mark.parametrize(
    ("spent", "wanted", "code"),
    [
        (Spent(3), Spent(1), "calls"),
        (Spent(1, 90), Spent(1, 11), "tokens"),
        (Spent(1, 0, Decimal("0.4")), Spent(1, 0, Decimal("0.100001")), "cost"),
    ],
)
def test_what_could_go_over_a_budget_is_refused(spent: Spent, wanted: Spent, code: str) -> None:
    with pytest.raises(BudgetExceeded) as error:
        BUDGET.check(spent, wanted)

    assert error.value.code == code


def test_a_budget_may_be_used_up_to_its_end() -> None:
    BUDGET.check(Spent(2, 90, Decimal("0.4")), Spent(1, 10, Decimal("0.1")))


def test_an_estimate_grows_with_the_bytes() -> None:
    assert (estimate(""), estimate("abc"), estimate("ção"), estimate("\ud800")) == (0, 2, 3, 1)
