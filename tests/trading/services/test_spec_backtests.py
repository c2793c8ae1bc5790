"""Specs played by themselves: what is kept, what stays sealed, what is too much."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from config.desk.refusals import NotAllowed, Refusal
from tests.people import person
from tests.trading.storage.stored import dataset
from trading.models import HoldoutOpening, SpecBacktest
from trading.services.spec_backtests import play_report, play_spec
from trading.services.specs import play_spec as the_same
from trading.strategies.errors import SpecError
from trading.strategies.templates import template

pytestmark = pytest.mark.django_db
SPEC = template("rsi_reversion").make().document()


@pytest.fixture(autouse=True)
def _prices() -> None:
    dataset()


@pytest.fixture
def ana() -> User:
    return person("ana")


def play(**asked: Any) -> SpecBacktest:
    return play_spec(**{"spec": SPEC, "ticker": "WALK", **asked})


def test_a_look_at_prices_is_kept(ana: User) -> None:
    row = play(part="train", user=ana, cash=5_000, commission=0)
    assert (row.owner, row.part, row.name, row.dataset.ticker) == (
        ana,
        "train",
        SPEC["name"],
        "WALK",
    )
    assert (row.cash, row.commission, row.metrics["bars"], row.opening) == (5_000, 0, 180, None)
    assert row.metrics["total_trades"] == len(row.trades)


def test_the_report_of_what_was_kept_is_that_of_the_backtest(ana: User) -> None:
    row = play(user=ana)
    report = play_report(SpecBacktest.objects.get())
    assert (report["id"], report["ticker"], report["part"], report["holdout"]) == (
        row.pk, "WALK", "both", None,
    )  # fmt: skip
    assert report["from"] == "2010-01-04T00:00:00"
    assert json.loads(json.dumps(report)) == report


def test_the_parts_meet_and_leave_the_holdout(ana: User) -> None:
    train, validation, both = (play(part=part) for part in ("train", "validation", "both"))
    assert train.metrics["bars"] + validation.metrics["bars"] == both.metrics["bars"] == 240
    assert train.date_to < validation.date_from
    assert validation.date_to == both.date_to
    assert not HoldoutOpening.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_reviewer_opens_the_holdout_on_record() -> None:
    dataset()
    row = play(include_holdout=True, reason=" a  last look ", user=person("rita", "reviewer"))
    opening = HoldoutOpening.objects.get()
    assert (row.part, row.opening, row.metrics["bars"]) == ("all", opening, 300)
    assert (opening.purpose, opening.user, opening.spec_hash) == (
        "backtest: a last look", row.owner, row.spec_hash,
    )  # fmt: skip
    assert play_report(row)["holdout"] == {"opening": opening.pk, "openings_before": 0}


@pytest.mark.parametrize(
    ("role", "reason", "refusal"),
    [("researcher", "why not", NotAllowed), ("reviewer", " ", Refusal)],
)
def test_nobody_else_does_and_never_without_a_reason(
    role: str, reason: str, refusal: type[Exception]
) -> None:
    with pytest.raises(refusal):
        play(include_holdout=True, reason=reason, user=person("zoe", role))
    assert not HoldoutOpening.objects.exists()
    assert not SpecBacktest.objects.exists()


def test_more_bars_than_one_waits_for_are_refused(settings: Any) -> None:
    settings.BACKTEST_WEB_BARS = 239
    with pytest.raises(Refusal, match="manage.py backtest --ticker WALK"):
        play()
    assert play(bounded=False).metrics["bars"] == 240
    settings.BACKTEST_WEB_BARS = 240
    play()
    with pytest.raises(Refusal, match="than the 24 that"):
        play(engine="reference")


def test_what_cannot_be_played_is_not_kept() -> None:
    with pytest.raises(SpecError):
        play(spec={"name": "x"})
    assert not SpecBacktest.objects.exists()


def test_the_command_keeps_what_it_plays(tmp_path: Any) -> None:
    file = tmp_path / "spec.json"
    file.write_text(json.dumps(SPEC))
    out = StringIO()
    call_command("backtest", str(file), ticker="WALK", segment="validation", json=True, stdout=out)
    row = SpecBacktest.objects.get()
    assert json.loads(out.getvalue()) == play_report(row)
    assert (row.part, row.owner) == ("validation", None)


def test_the_command_says_in_a_line_what_is_wrong(tmp_path: Any) -> None:
    file = tmp_path / "spec.json"
    file.write_text("{}")
    with pytest.raises(CommandError, match="name: is missing"):
        call_command("backtest", str(file), ticker="WALK")


def test_it_is_where_the_other_acts_on_specs_are() -> None:
    assert the_same is play_spec
