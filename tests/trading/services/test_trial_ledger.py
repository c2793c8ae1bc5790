"""The trial ledger over real rows: what counts, what is played anew, who inherits what."""

from __future__ import annotations

from typing import Any

import pytest
from asgiref.sync import async_to_sync

from config.runs.ledger import insert
from config.runs.models import Run
from tests.people import person
from tests.trading.services.inline import FEW, InlinePool, developed
from tests.trading.storage.stored import dataset
from tests.trading.variants import MONEY, own_strategy
from trading.analyst.variants import rules_hash
from trading.backtest import grid
from trading.backtest.types import JobFailure
from trading.memory import trial_count
from trading.models import MemorySnapshot, Strategy, Trial, TrialRules
from trading.recorder import StrategyRecorder
from trading.services.spec_backtests import play_spec
from trading.services.trial_ledger import PlayedTrials
from trading.services.trial_series import TrainSeries, gather
from trading.storage import load
from trading.strategies.templates import template

pytestmark = pytest.mark.django_db
SPEC = template("sma_long").make()
OTHER = template("rsi_reversion").make()
MOMENTS = [0.08, 300, 0.0, 3.0]


def tried(strategy: Strategy, *sets: dict[str, float], kept: bool = True, spec: Any = SPEC) -> None:
    """Parameter sets of a spec's rules, on record."""
    rules = rules_hash(spec)
    if kept:
        TrialRules.objects.get_or_create(
            strategy=strategy, rules_hash=rules, defaults={"spec": spec.document()}
        )
    for values in sets:
        Trial.objects.create(
            strategy=strategy, iteration=1, source="tuning", segment="train", kind="trend",
            rules_hash=rules, parameters=spec.values | values,
        )  # fmt: skip


def counted(strategy: Strategy, calculation: int = 2) -> dict[str, Any]:
    data = load(strategy.dataset, None, None, [])
    money = MONEY | {"calculation": calculation}
    series = TrainSeries(InlinePool(), data, **money)  # type: ignore[arg-type]
    strategy = Strategy.objects.get(pk=strategy.pk)
    return async_to_sync(PlayedTrials(strategy, series).count)({"0": MOMENTS})


def lengths(*values: float) -> list[dict[str, float]]:
    return [{"slow": value} for value in values]


@pytest.fixture
def strategy() -> Strategy:
    return own_strategy()


def test_what_was_tried_is_played_anew(strategy: Strategy) -> None:
    tried(strategy, *lengths(60, 100, 150))
    tried(strategy, {}, spec=OTHER)
    found = counted(strategy)
    assert (found["raw"], found["distinct"], found["unplayed"]) == (4, 4, 0)
    assert found["bars"] == 900
    assert sum(cluster["size"] for cluster in found["clusters"]) == 4
    assert found["effective"] < 4  # lengths of one average go together
    assert 0 < found["variants"]["0"]["value"] < 1


def test_the_same_set_twice_is_two_evaluations_of_one_trial(strategy: Strategy) -> None:
    tried(strategy, *lengths(60, 100))
    once = counted(strategy)
    tried(strategy, *lengths(60.0))
    twice = counted(strategy)
    assert (twice["raw"], twice["distinct"]) == (3, 2)
    assert twice["effective"] == once["effective"]


def test_the_order_of_rows_does_not_matter() -> None:
    found = []
    for values in ((60, 100, 150), (150, 60, 100)):
        strategy = own_strategy()
        tried(strategy, *lengths(*values))
        found.append(counted(strategy))
    assert found[0] == found[1]


def test_a_trial_whose_rules_were_not_kept_counts_as_its_own(strategy: Strategy) -> None:
    tried(strategy, *lengths(60, 70))
    before = counted(strategy)["effective"]
    tried(strategy, {}, kept=False, spec=OTHER)
    found = counted(strategy)
    assert (found["unplayed"], found["effective"]) == (1, before + 1)


def test_a_set_that_cannot_be_played_counts_as_its_own(strategy: Strategy) -> None:
    tried(strategy, *lengths(60, 1e6))
    found = counted(strategy)
    assert (found["unplayed"], found["effective"]) == (1, 2)


def test_trials_amid_which_the_engine_fails_count_each_as_its_own(
    strategy: Strategy, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried(strategy, *lengths(60, 100))
    tried(strategy, {}, spec=OTHER)
    before = counted(strategy)
    play = grid.evaluate

    def failing(spec: Any, *args: Any, **named: Any) -> Any:
        if spec.name == OTHER.name:
            raise ZeroDivisionError
        return play(spec, *args, **named)

    monkeypatch.setattr("trading.backtest.grid.evaluate", failing)
    found = counted(strategy)
    assert (before["unplayed"], found["unplayed"]) == (0, 1)
    assert sum(cluster["size"] for cluster in found["clusters"]) == 2


def test_what_no_worker_can_count_is_an_error(
    strategy: Strategy, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried(strategy, *lengths(60, 100))

    def too_much(*_args: Any, **_named: Any) -> Any:
        raise MemoryError

    monkeypatch.setattr("trading.backtest.grid.evaluate", too_much)
    with pytest.raises(JobFailure, match="MemoryError"):
        counted(strategy)


@pytest.mark.parametrize("room", [4, 3, 1])
def test_more_bars_than_room_make_no_more_tries(
    strategy: Strategy, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    tried(strategy, *lengths(60, 70, 150))
    tried(strategy, {}, spec=OTHER)
    whole = counted(strategy, calculation=3)
    monkeypatch.setattr("trading.services.trial_series.CELLS", 899 * room)
    found = counted(strategy, calculation=3)
    assert (found["unplayed"], found["effective"]) == (0, whole["effective"])
    for name in ("bars", "years", "luck", "raw_luck", "candidates"):
        assert found[name] == whole[name]
    assert found["variance"] == pytest.approx(whole["variance"], rel=0.5)
    assert [one["size"] for one in found["clusters"]] == [one["size"] for one in whole["clusters"]]
    assert (found == whole) is (room == 4)
    assert counted(strategy, calculation=2)["unplayed"] == 4 - room


def test_inherited_trials_are_played_on_these_prices(strategy: Strategy) -> None:
    tried(strategy, *lengths(60, 100))
    memory = MemorySnapshot.objects.create(key="k", sha256="s", trials={str(strategy.pk): 2})
    tried(strategy, *lengths(150))  # later: not inherited
    second = own_strategy(memory=memory)
    tried(second, *lengths(100, 120))
    found = counted(second)
    assert (found["raw"], found["inherited"], found["distinct"]) == (4, 2, 3)
    assert found["unplayed"] == 0


def test_trials_of_a_strategy_that_is_gone_still_count(strategy: Strategy) -> None:
    memory = MemorySnapshot.objects.create(key="k", sha256="s", trials={"123456": 5})
    second = own_strategy(memory=memory)
    tried(second, *lengths(60))
    found = counted(second)
    assert (found["raw"], found["distinct"], found["unplayed"], found["effective"]) == (6, 6, 5, 6)


def test_what_its_owner_played_by_hand_is_inherited() -> None:
    ana, bia = person("ana"), person("bia")
    dataset(ticker="WALK")
    own = own_strategy(ana)
    for _ in range(2):
        play_spec(spec=SPEC.document(), ticker=own.ticker, user=ana, part="train")
    play_spec(spec=OTHER.document(), ticker=own.ticker, user=ana, part="train")
    play_spec(spec=OTHER.document(), ticker="WALK", user=ana, part="train")
    play_spec(spec=OTHER.document(), ticker=own.ticker, part="train")  # by command
    later, others, by_command = own_strategy(ana), own_strategy(bia), own_strategy()
    inherited = [trial_count(one)["inherited"] for one in (own, later, others, by_command)]
    assert inherited == [0, 2, 0, 1]
    tried(later, {})
    found = counted(later)
    assert (found["raw"], found["distinct"], found["unplayed"]) == (3, 2, 0)
    assert {kind for one in found["clusters"] for kind in one["kinds"]} == {"trend", "yours"}


def test_what_is_played_by_hand_before_it_goes_on_counts(strategy: Strategy) -> None:
    play_spec(spec=SPEC.document(), ticker=strategy.ticker, part="train")
    assert trial_count(strategy)["inherited"] == 0
    Run.objects.create(kind="development", subject_id=strategy.pk)
    assert trial_count(strategy)["inherited"] == 1


def test_the_rules_of_tuning_are_kept_once(strategy: Strategy) -> None:
    rules = rules_hash(SPEC)
    trials = [
        {"kind": "trend", "rules_hash": rules, "parameters": SPEC.values | values,
         "sharpe_ratio": None, "total_trades": 0}
        for values in lengths(60, 100)
    ]  # fmt: skip
    for iteration in (1, 2):
        output = {"iteration": iteration, "variants": [], "trials": trials,
                  "rules": {rules: SPEC.document()}}  # fmt: skip
        insert(StrategyRecorder(strategy.pk, 1).designed(output))
    assert strategy.trial_rules.get().spec == SPEC.document()
    assert [trial.spec for trial in gather(strategy).trials] == [SPEC.document()] * 2


@pytest.mark.usefixtures("inline")
@pytest.mark.django_db(transaction=True)
def test_a_development_keeps_the_rules_of_every_trial() -> None:
    strategy = developed(limits=FEW._replace(max_iterations=1))
    gathered = gather(strategy)
    assert gathered.raw == strategy.state["trials"] == strategy.trials.count()
    assert all(trial.spec for trial in gathered.trials)
    found = counted(strategy)
    assert found["unplayed"] == 0
    assert found["effective"] <= found["distinct"] <= found["raw"]
