"""Developments on every surface: each figure is the same wherever it is shown.

Three of few rounds at each run; twenty of bundled prices on request.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest

from tests.api import client
from tests.people import person
from tests.trading.desk import abandoned, at_limit, developed, succeeded
from tests.trading.views.people import window
from trading.domain.gates import best_round
from trading.domain.limits import Limits
from trading.management.console import as_text
from trading.market.tickers import TICKERS
from trading.models import Iteration, Strategy, Variant
from trading.presenting.gates import verdict_of
from trading.presenting.numbers import figure
from trading.services.certificate import certificate_of, verify_document
from trading.services.experiments import experiment_log
from trading.services.report import strategy_report

pytestmark = pytest.mark.django_db


class Surfaces:
    """One development as each surface shows it."""

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy
        self.reader = window("rita", "reviewer")
        self.report = strategy_report(strategy_id=strategy.pk)
        self.console = as_text(self.report)
        self.run_page = self.page(f"/strategies/{strategy.pk}/")
        self.listed = self.page("/strategies/")
        self.printed = self.page(f"/strategies/{strategy.pk}/report/")
        self.certificate = certificate_of(strategy)
        self.certified = self.page(f"/strategies/{strategy.pk}/certificate/")
        self.rest = client(person("rest", "reviewer"))
        self.answer = self.api(f"/api/v1/strategies/{strategy.pk}/")
        self.experiments = list(experiment_log(strategy))

    def page(self, path: str) -> str:
        answer = self.reader.get(path)
        assert answer.status_code == 200, path
        return " ".join(unescape(answer.content.decode()).split())

    def api(self, path: str) -> Any:
        answer = self.rest.get(path)
        assert answer.status_code == 200, path
        return answer.json()

    @property
    def best(self) -> Iteration:
        found = best_round(self.strategy.iterations.all())
        assert found is not None
        return found

    @property
    def variant(self) -> Variant:
        variant = self.best.best_variant
        assert variant is not None
        return variant


def noise() -> Strategy:
    return abandoned(profile="rigorous")


def limit() -> Strategy:
    return at_limit()


@pytest.fixture(params=[noise, limit, succeeded], ids=["staged", "limit", "success"])
def seen(request: pytest.FixtureRequest) -> Surfaces:
    make: Callable[[], Strategy] = request.param
    return Surfaces(make())


FIGURES = ("luck", "best_train")
OBJECTIVES = (
    "momentum with low drawdown, long only",
    "mean reversion over a few days",
    "beat buying and holding",
    "trade the turn of the month",
    "few trades, low volatility",
)
LONG = [ticker for ticker in TICKERS if ticker != "FB"]  # too few bars to be developed


@pytest.mark.reliability
@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("ticker", LONG)
def test_twenty_developments_tell_the_same(ticker: str, objective: str) -> None:
    profile = ("calibrated", "rigorous")[OBJECTIVES.index(objective) % 2]
    made = developed(ticker=ticker, objective=objective, profile=profile, limits=Limits())
    surfaces_agree(Surfaces(made))


def test_every_surface_tells_the_same(seen: Surfaces) -> None:
    surfaces_agree(seen)


def surfaces_agree(seen: Surfaces) -> None:
    told = seen.certificate["document"]
    assert seen.answer["report"]["final_message"] == seen.strategy.final_message
    for shown in (seen.console, seen.run_page, seen.printed):
        assert seen.strategy.final_message in shown
    verified = verify_document(seen.certificate)
    assert [line for line in verified.lines if not line.agrees] == []
    assert told["trials"]["total"] == seen.report["trials"]

    luck_is_one(seen)
    best_is_one(seen)
    scores_are_one(seen, told)
    hold_is_beside(seen, told)
    significance_is_one(seen)
    further_pages_agree(seen)


def further_pages_agree(seen: Surfaces) -> None:
    """The list of runs, of variants, memory and REST repeat what the rows hold."""
    line = seen.listed[seen.listed.index(f'href="/strategies/{seen.strategy.pk}/"') :]
    cells = re.findall(r'data-label="(?:Rounds|Variants|Trials)">([\d,]+)<', line)[:3]
    counted = (seen.strategy.iterations.count(), seen.strategy.variants.count())
    assert [int(cell.replace(",", "")) for cell in cells] == [*counted, seen.report["trials"]]
    page = seen.page(f"/strategies/{seen.strategy.pk}/variants/")
    rest = seen.api(f"/api/v1/variants/?strategy={seen.strategy.pk}&page_size=100")["results"]
    told = {row["id"]: row for row in rest}
    memory = seen.page("/memory/")
    for variant in seen.strategy.variants.all():
        own = verdict_of(variant.gates.all(), seen.strategy.profile["pass_score"])
        row = told.get(variant.pk)
        if row is not None:
            assert (row["passed"], row["gate_score"]) == (own.through, pytest.approx(own.score))
        if f'href="/variants/{variant.pk}/"' in page:
            shown = page[page.index(f'href="/variants/{variant.pk}/"') :]
            assert re.findall(r'data-label="Score">([^<]*)<', shown)[0] == figure(own.score)
            assert ("through yes" in shown[: shown.index("<th ")]) == own.through
        for lesson in variant.lessons.filter(kind="strategy"):
            text = memory.partition(f'href="/memory/{lesson.pk}/"')[2].partition("</a>")[0]
            assert not text or f"(score {own.score:.2f})" in text
    assert told


def luck_is_one(seen: Surfaces) -> None:
    analysis = seen.report["failure_analysis"]
    if analysis is None:
        return
    luck = analysis["statistical_assessment"]["expected_best_by_luck"]
    named = {analysis["values"].get("luck", luck), luck}
    if ledger := seen.report["trial_ledger"]:
        named.add(ledger["luck"])
        assert f"a Sharpe ratio of {luck:.2f} on train" in seen.console
    assert len(named) == 1
    assert f"a Sharpe ratio of about {figure(luck)} on train" in seen.run_page
    diagnosed = [
        (done.failure.get("cause"), *(done.failure.get("values", {}).get(name) for name in FIGURES))
        for done in seen.strategy.iterations.all()
    ]
    for lesson in seen.strategy.lessons.filter(kind="lesson"):  # as it was the last time
        assert (lesson.code, *(lesson.values[name] for name in FIGURES)) in diagnosed


def best_is_one(seen: Surfaces) -> None:
    best, name = seen.best, seen.variant.name
    assert f"{name}</a>, " in seen.run_page
    assert f"gate score {figure(best.best_score)}" in seen.run_page
    assert (seen.certificate["document"]["variant"]["name"]) == name
    if seen.strategy.final_status != "SUCCESS":
        said = f"{name} has the highest gate score ({best.best_score:.2f})"
        assert said in seen.strategy.final_message
    trained = [
        row.sharpe_ratio
        for variant in seen.strategy.variants.all()
        for row in variant.backtests.filter(segment="train", total_trades__gt=0)
        if row.sharpe_ratio is not None
    ]
    known = [line["best_train"] for line in seen.report["iteration_history"]]
    assert max(one for one in known if one is not None) == max(trained)


def scores_are_one(seen: Surfaces, told: dict[str, Any]) -> None:
    best, variant = seen.best, seen.variant
    shown = verdict_of(variant.gates.all(), seen.strategy.profile["pass_score"])
    assert best.best_score == pytest.approx(shown.score, abs=1e-6)
    assert told["variant"]["score"] == pytest.approx(shown.score)
    rows: Any = Variant.objects.filter(strategy=seen.strategy).with_verdict()
    for row in rows:
        own = verdict_of(row.gates.all(), seen.strategy.profile["pass_score"])
        assert (row.gate_score, row.passed) == (pytest.approx(own.score), own.through)
        for lesson in row.lessons.filter(kind="strategy"):
            assert (lesson.code == "passed") == own.through
            assert lesson.values["score"] == pytest.approx(own.score, abs=1e-6)
    page = seen.page(f"/variants/{variant.pk}/")
    assert f"score {figure(shown.score)}, " in page
    assert f"score {figure(shown.score)}, " in seen.certified
    assert [line["best_score"] for line in seen.experiments] == [
        line["best_score"] for line in seen.report["iteration_history"]
    ]
    for done in seen.strategy.iterations.all():
        for score in re.findall(r"gate score (\d\.\d\d)", done.reasoning):
            named = done.failure["values"]["name"]
            judged = seen.strategy.variants.filter(iteration=done.number, name=named).first()
            assert judged is not None
            own = verdict_of(judged.gates.all(), seen.strategy.profile["pass_score"])
            assert score == f"{own.score:.2f}"
            assert named in done.reasoning


def hold_is_beside(seen: Surfaces, told: dict[str, Any]) -> None:
    row = seen.variant.backtests.get(segment="validation")
    hold = row.metrics["buy_hold_sharpe"]
    assert told["figures"]["validation"]["buy_hold_sharpe"] == hold
    assert f"of buying and holding {figure(hold)}" in seen.run_page
    assert figure(hold) in seen.strategy.final_message
    assert f"of buying and holding {hold:.2f}" in seen.console
    assert "Sharpe ratio of buy-and-hold" in seen.certified
    assert figure(hold) in seen.certified
    assert "Sharpe ratio of buy-and-hold" in seen.page(f"/variants/{seen.variant.pk}/")


def significance_is_one(seen: Surfaces) -> None:
    edges = seen.report["research_edges"]
    significant = any(edge["significant"] for edge in edges)
    analysis = seen.report["failure_analysis"]
    if analysis and "significant_edges" in analysis["statistical_assessment"]:
        assert analysis["statistical_assessment"]["significant_edges"] == significant
    if "none of the edges that research tested is significant" in seen.strategy.final_message:
        assert not significant
        assert not seen.strategy.lessons.filter(code="edge").exists()


def test_the_command_that_is_named_lets_it_go_on() -> None:
    from trading.services.decide import extend_development

    strategy = at_limit()
    room = strategy.state["more_room"]
    options = " ".join(f"--{name.replace('_', '-')} {least}" for name, least in room.items())
    assert room
    assert f"develop --extend with {options}" in strategy.final_message
    report = strategy_report(strategy_id=strategy.pk)
    assert f"manage.py develop --extend {strategy.pk} {options}" in as_text(report)
    going = extend_development(strategy_id=strategy.pk, limits=room, wake=False)
    assert going.run.status == "queued"
