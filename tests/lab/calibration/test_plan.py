"""Which developments are run, and in which order."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.lab.calibration.errors import CalibrationError
from tests.lab.calibration.plan import (
    NOISE,
    RUNS,
    SHARES,
    STRENGTHS,
    Case,
    Sort,
    cases,
    frame_for,
    parse_kinds,
)
from tests.lab.calibration.series import ar1, frame_of, noise
from trading.market import sources

ALL = list(SHARES)


def test_the_usual_number_is_enough_for_each_target():
    found = Counter(case.sort for case in cases(ALL, RUNS))
    assert {found[Sort(kind)] for kind in NOISE} == {166, 167}
    assert {found[sort] for sort in ALL if sort.kind not in NOISE} == {40}
    assert len(set(cases(ALL, RUNS))) == RUNS


def test_more_runs_begin_with_the_same_ones():
    assert cases(ALL, 200)[:37] == cases(ALL, 37)
    assert cases(ALL, 0) == []
    assert {case.sort for case in cases(ALL, 60)} == set(ALL)


def test_other_sorts_leave_the_cases_of_a_sort_as_they_are():
    walks = [case for case in cases(ALL, RUNS) if case.kind == "walk"]
    assert walks == cases([Sort("walk")], len(walks))


def test_each_kind_counts_its_seeds_from_the_first():
    found = cases(parse_kinds(["walk", "planted=.2"]), 7, first_seed=40)
    assert [case.seed for case in found if case.kind == "walk"] == [40, 41, 42, 43, 44, 45]
    assert [case for case in found if case.kind == "planted"] == [Case("planted", 0.2, 40)]


def test_kinds_are_named_once_and_planted_is_every_strength():
    assert parse_kinds(["walk", "walk", "planted=0.35", "planted=.35"]) == [
        Sort("walk"), Sort("planted", 0.35),
    ]  # fmt: skip
    assert parse_kinds(["planted"]) == [Sort("planted", each) for each in STRENGTHS["planted"]]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("walks", "no kind of prices 'walks'; there are: walk, permuted, garch, jumps"),
        ("walk=.2", "no kind of prices 'walk=.2'"),
        ("planted=", "lies between"),
        ("planted=0", "lies between"),
        ("planted=.95", "lies between"),
        ("planted=nan", "lies between"),
        ("planted=much", "lies between"),
    ],
)
def test_a_wrong_kind_is_refused(name: str, said: str):
    with pytest.raises(CalibrationError, match=said):
        parse_kinds([name])


def test_prices_are_made_as_is_said():
    walk = frame_for(Case("walk", 0.0, 5), 700)
    assert walk.equals(frame_of(noise(700, 5), 5))
    assert frame_for(Case("planted", 0.25, 5), 700).equals(frame_of(ar1(700, 0.25, 5), 5))
    for seed, ticker in enumerate(("AAPL", "GOOG", "IBM", "MSFT")):
        real = sources.read_bundled(ticker).frame
        mixed = frame_for(Case("permuted", 0.0, seed), 3_000)
        assert len(mixed) == min(3_000, len(real))
        assert mixed["Close"].iloc[-1] == pytest.approx(real["Close"].iloc[-1])
        blocks = frame_for(Case("blocks", 0.0, seed), 3_000)
        assert blocks["Close"].iloc[-1] == pytest.approx(real["Close"].iloc[-len(blocks)])
