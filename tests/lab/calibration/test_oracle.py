"""What whoever knew the truth would earn."""

from __future__ import annotations

from tests.lab.calibration.achievable import ACHIEVABLE, STEPS, is_about
from tests.lab.calibration.oracle import best, forms
from tests.lab.calibration.plan import STRENGTHS, Sort


def test_it_finds_the_rule_by_which_prices_were_made():
    found = best(Sort("month", 0.9), histories=1, bars=1_500)
    assert (found.rule, found.values) == ("turn of the month", {"before": 1, "after": 3})
    assert found.sharpe > 4


def test_forms_have_names_of_their_own():
    names = [form.name for form in forms()]
    assert len(set(names)) == len(names)


def test_each_effect_has_a_figure_and_each_kind_an_effect_of_each_step():
    assert set(ACHIEVABLE) == {
        Sort(kind, each) for kind, several in STRENGTHS.items() for each in several
    }
    for kind in STRENGTHS:
        for step in STEPS:
            assert [sort for sort in ACHIEVABLE if sort.kind == kind and is_about(sort, step)]
