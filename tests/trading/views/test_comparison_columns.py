"""Side by side: the best of each line, and what differs."""

from __future__ import annotations

import pytest

from tests.trading.helpers import make_backtests, make_gates
from tests.trading.variants import own_strategy, own_variant, played_variant
from trading.models import Variant
from trading.presenting.variant import lineage
from trading.views.comparison import columns, figures, gates, parameters, years

pytestmark = pytest.mark.django_db


@pytest.fixture
def two() -> list[Variant]:
    strategy = own_strategy()
    both = [own_variant(strategy, "sma_long"), own_variant(strategy, "donchian_breakout", index=1)]
    make_backtests(both[0], sharpe_ratio=1.0, max_drawdown=-0.30, total_trades=10, win_rate=0.5)
    make_backtests(both[1], sharpe_ratio=0.5, max_drawdown=-0.10, total_trades=99, win_rate=0.5)
    return both


def test_the_best_of_a_line_is_marked_by_what_is_better(two: list[Variant]):
    lines = {line.name: line for line in dict(figures(two))["validation"]}
    assert [one.best for one in lines["sharpe_ratio"].values] == [True, False]
    assert [one.best for one in lines["max_drawdown"].values] == [False, True]
    assert [one.best for one in lines["total_trades"].values] == [False, False]
    assert [one.best for one in lines["win_rate"].values] == [False, False]


def test_a_value_that_one_lacks_makes_no_best(two: list[Variant]):
    two[1].backtests.filter(segment="validation").update(sharpe_ratio=None)
    lines = {line.name: line for line in dict(figures(two))["validation"]}
    assert [one.best for one in lines["sharpe_ratio"].values] == [False, False]


def test_the_holdout_is_a_line_only_where_it_was_opened(two: list[Variant]):
    assert [segment for segment, _lines in figures(two)] == ["train", "validation"]


def test_parameters_of_all_and_which_differ(two: list[Variant]):
    lines = {line.name: line for line in parameters(two)}
    assert [one.value for one in lines["fast length (bars)"].values] == [
        two[0].parameters["fast"],
        None,
    ]
    assert lines["fast length (bars)"].differs
    assert not parameters([two[0], two[0]])[0].differs


def test_rules_are_told_against_the_first(two: list[Variant]):
    first, second = columns(two)
    assert (first.letter, first.changed) == ("A", [])
    assert "".join(p.text for p in second.changed if p.kind != "removed") == "\n".join(second.rules)
    assert "".join(p.text for p in second.changed if p.kind != "added") == "\n".join(first.rules)


def test_a_gate_that_one_was_not_held_against_is_none(two: list[Variant]):
    make_gates(two[0])
    rows = gates(two)
    assert len(rows) == 7
    assert all(first is not None and second is None for _gate, (first, second) in rows)


def test_years_are_recomputed_and_what_cannot_be_is_said(two: list[Variant]):
    lines, errors = years(two)
    assert errors == {}
    assert lines[0].name == "2005"
    two[1].spec = {}
    lines, errors = years(two)
    assert list(errors) == [1]
    assert all(line.values[1].value is None for line in lines)


def test_the_line_of_parents_and_what_changed_in_it():
    strategy = own_strategy()
    first = played_variant(strategy)
    second = own_variant(strategy, iteration=2, parent=first, parameters={"fast": 25, "slow": 100})
    third = own_variant(strategy, iteration=3, parent=second, parameters={"fast": 25, "extra": 1})
    found = lineage(second, strategy.variants.all())
    assert [kin.variant.pk for kin in found.ancestors] == [first.pk]
    assert found.own == [("fast length (bars)", 20, 25)]
    (child,) = found.children
    assert (child.variant.pk, child.changes) == (
        third.pk,
        [("slow length (bars)", 100, None), ("extra", None, 1)],
    )
    assert lineage(first, strategy.variants.all()).own == []
