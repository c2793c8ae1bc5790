"""Each part in its small form: it runs and tells its figures. Nothing here is timed."""

from __future__ import annotations

import os

import pytest

from config.runs.models import LlmCall, ModelAnswer
from tests.lab.benchmarks import bars, calls, evidence, grid, parts, research
from tests.lab.benchmarks.figures import Figure
from tests.lab.benchmarks.waiting import WAIT
from trading.models import Finding, Trial

FIGURES = {
    grid: [
        "ratio",
        "sets_a_second",
        "optimize_sets_a_second",
        "kept_sets_a_second",
        "screened",
        "bare_loop",
        "by_clock",
    ],
    research: ["ratio", "milliseconds", "critical_path", "waiting_and_computing", "findings"],
    calls: [
        "ratio",
        "own_ratio",
        "milliseconds",
        "critical_path",
        "own_path",
        "a_call",
        "calls",
    ],
    bars: ["ratio", "nanoseconds_a_bar", "seconds", "bars"],
    evidence: ["seconds", "ratio", "pbo", "bootstrap", "permutation", "plain"],
}


def named(figures: list[Figure]) -> dict[str, float]:
    # What a call adds is the difference of two times: taken once, it may be less than nothing.
    assert all(figure.value > 0 for figure in figures if figure.name != "a_call")
    return {figure.name: figure.value for figure in figures}


def test_bars_grow() -> None:
    found = named(list(bars.measure(small=True)))
    assert list(found) == FIGURES[bars]
    assert found["bars"] == bars.SMALL


def test_evidence_finds_what_the_plain_way_finds() -> None:
    assert list(named(list(evidence.measure(small=True)))) == FIGURES[evidence]


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_grid_stores_its_trials_and_trades_as_backtesting_does() -> None:
    found = named(list(grid.measure(small=True)))
    assert [name for name in found if "vectorbt" not in name] == FIGURES[grid]
    assert Trial.objects.filter(parameters={"fast": 5, "slow": 50}).count() >= 2


@pytest.mark.django_db(transaction=True)
def test_research_waits_once_and_stores_all() -> None:
    found = named(list(research.measure(small=True)))
    assert list(found) == FIGURES[research]
    assert found["critical_path"] > found["waiting_and_computing"] > 1e3 * WAIT
    assert Finding.objects.count() > found["findings"]


@pytest.mark.django_db(transaction=True)
def test_research_that_asks_stores_every_call() -> None:
    found = named(list(calls.measure(small=True)))
    assert list(found) == FIGURES[calls]
    assert found["critical_path"] > 3e3 * WAIT
    assert LlmCall.objects.filter(outcome="ok").count() == 2 * (found["calls"] + 3)
    assert ModelAnswer.objects.count() == LlmCall.objects.count()


def test_a_bar_of_the_made_up_prices_is_possible() -> None:
    frame = bars.made_up(500)
    assert (frame["Low"] <= frame[["Open", "Close"]].min(axis=1)).all()
    assert (frame["High"] >= frame[["Open", "Close"]].max(axis=1)).all()


@pytest.mark.parametrize(
    ("value", "at_most", "met"),
    [(1, True, True), (3, True, False), (3, False, True), (1, False, False)],
)
def test_a_target_is_reached_or_missed(value: float, at_most: bool, met: bool) -> None:
    assert Figure("ratio", value, "x", 2, at_most).met is met


def test_a_figure_survives_the_way_between_processes() -> None:
    figure = Figure("ratio", 1.5, "x", 2.0, at_most=True)
    assert Figure.from_plain(figure.as_plain()) == figure


def test_without_a_target_there_is_nothing_to_reach() -> None:
    assert Figure("sets", 1000).met is None


@pytest.mark.slow
@pytest.mark.parametrize("part", ["starts", "model_calls"])
def test_a_command_is_measured_from_outside(part: str) -> None:
    """`measure` fails unless each command that it watches ends well."""
    found = {figure.name: figure.value for figure in parts.measure(part, small=True)}
    assert min(found.values()) > 0


@pytest.mark.reliability
@pytest.mark.parametrize("part", ["serving", "develop", "pickup", "refinements"])
def test_servers_and_workers_are_measured_from_outside(part: str) -> None:
    assert parts.measure(part, small=True)


def test_a_processor_computes_as_it_does_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str | None] = []

    def told(*_: object, **__: object) -> list[Figure]:
        seen.append(os.environ.get("OPENBLAS_CORETYPE"))
        return []

    monkeypatch.setenv("OPENBLAS_CORETYPE", "Haswell")
    monkeypatch.setitem(parts.COMMANDS, "starts", told)
    parts.measure("starts", small=True)
    assert seen == [None]
    assert os.environ["OPENBLAS_CORETYPE"] == "Haswell"
