"""Specs played by themselves, outside a development: which bars, each look at prices being kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from datetime import date
from typing import Any, Literal, NamedTuple, Required, TypedDict, Unpack

import pandas as pd
from django.conf import settings
from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from config.desk.refusals import NotAllowed, Refusal
from config.desk.roles import is_reviewer
from trading.domain.broker import asks_for_fractions, broker_of
from trading.domain.calculation import CURRENT
from trading.market.clock import moment, on_the_spot
from trading.market.data import MarketData
from trading.models import Dataset, HoldoutOpening, SpecBacktest
from trading.services.machine_code import share_compiled_code
from trading.services.terms import asked_terms
from trading.storage import find_dataset, load, open_holdout
from trading.strategies.parse import parse_spec
from trading.strategies.spec import StrategySpec, spec_hash

Part = Literal["train", "validation", "both"]
PURPOSE = "backtest by command"
_ALL = 10**9  # bars of the past: all there are


class Look(NamedTuple):
    """Who opens the sealed bars, and what for; the same `key` is the same opening."""

    user: User | None = None
    purpose: str = PURPOSE
    key: str = ""


class Window(NamedTuple):
    """The bars that are played, and the one from which decisions and figures count."""

    frame: pd.DataFrame
    trade_from: int
    holdout: dict[str, Any] | None = None


def check_bars(bars: int, most: int, ticker: str) -> None:
    """Raises Refusal for more bars than one waits for."""
    if bars > most:
        raise Refusal(
            _(
                "%(bars)s bars are more than the %(most)s that are played while you wait: give "
                "fewer dates, or use `manage.py backtest --ticker %(ticker)s`"
            )
            % {"bars": bars, "most": most, "ticker": ticker}
        )


def opened_window(
    dataset: Dataset, spec_hash: str, start: date | None, end: date | None, look: Look
) -> Window:
    """All bars, the sealed ones among them: opened on record first."""
    opened = open_holdout(
        dataset=dataset,
        warmup=_ALL,
        start=start,
        end=end,
        spec_hash=spec_hash,
        **look._asdict(),
    )
    seen = {"opening": opened.opening.pk, "openings_before": opened.earlier}
    return Window(opened.frame, 0, seen)


def seen_window(data: MarketData, part: Part) -> Window:
    """The bars of a part before the holdout, after all of their past."""
    if part == "both":
        return Window(data.frame, 0)
    return Window(*data.window(part, _ALL))


# One backtest of a spec, outside a development.

Engine = Literal["reference", "kernel", "auto"]
SLOWER = 10
"""How many times as long as the kernel the reference engine takes for a bar, at least."""


class PlayedSpec(NamedTuple):
    """A backtest's report, and what is too long for it: equity and closes by time."""

    dataset: Dataset
    spec: StrategySpec
    report: dict[str, Any]
    equity: pd.Series
    close: pd.Series


def backtest_spec(
    *,
    spec: Mapping[str, Any],
    ticker: str,
    engine: Engine = "auto",
    part: Part = "both",
    include_holdout: bool = False,
    start: date | None = None,
    end: date | None = None,
    cash: float | None = None,
    commission: float | None = None,
    fractions: bool | None = None,
    spread: float | None = None,
    margin: float | None = None,
    borrow: float | None = None,
    look: Look = Look(),  # noqa: B008  # a tuple
    most_bars: int | None = None,
) -> PlayedSpec:
    """A spec's figures and trades on a ticker's newest prices, costs being the site's or given.

    `spread`, `margin` and `borrow` (a year) are a broker's terms. `fractions` says whether parts of
    a unit are traded; left out, the spec says it, else the height of the prices does. `part` is a
    segment or both, train and validation; the sealed holdout is played only with `include_holdout`,
    on all bars, after its opening is on record as `look` says.
    Raises SpecError, MarketError, StrategyError (too few bars, a rule without values),
    BacktestError; Refusal above `most_bars`, before anything is opened.
    """
    strategy = parse_spec(spec)
    dataset = find_dataset(ticker)
    data = load(dataset, start, end, auxiliary=())
    if most_bars is not None:
        bars = data.segments.bars if include_holdout else len(data.frame)
        check_bars(bars, most_bars // SLOWER if engine == "reference" else most_bars, ticker)
    if include_holdout:
        window = opened_window(dataset, spec_hash(strategy), start, end, look)
    else:
        window = seen_window(data, part)
    money: dict[str, Any] = {
        "cash": settings.BACKTEST_CASH if cash is None else cash,
        "commission": settings.BACKTEST_COMMISSION if commission is None else commission,
        "fractions": strategy.fractions if fractions is None else fractions,
    }
    if money["fractions"] is None:
        money["fractions"] = asks_for_fractions(float(data.train["High"].max()), money["cash"])
    money |= asked_terms({"spread": spread, "margin": margin, "borrow": borrow})
    name = "all" if include_holdout else part
    return _played(strategy, dataset, window, engine, name, money)


def _played(
    spec: StrategySpec,
    dataset: Dataset,
    window: Window,
    engine: Engine,
    part: str,
    money: Mapping[str, Any],
) -> PlayedSpec:
    share_compiled_code()
    # numba takes half a second to import, and others do without it.
    from trading.backtest.run import run_backtest
    from trading.strategies.signals import compute_signals

    frame, trade_from = window.frame, window.trade_from
    result = run_backtest(
        frame,
        compute_signals(spec, frame, bars_per_year=dataset.bars_per_year),
        cash=money["cash"],
        commission=money["commission"],
        fractions=money["fractions"],
        broker=broker_of(money, dataset.bars_per_year),
        bars_per_year=dataset.bars_per_year,
        trade_from=trade_from,
        engine=engine,
    )
    played = frame.index[trade_from:]
    report = {
        "name": spec.name,
        "spec_hash": spec_hash(spec),
        "ticker": dataset.ticker,
        "data": {"sha256": dataset.sha256, "version": dataset.version},
        "part": part,
        "from": played[0].isoformat(),
        "to": played[-1].isoformat(),
        "engine": result.engine,
        **money,
        "calculation": CURRENT,
        "bars_per_year": dataset.bars_per_year,
        "dropped": result.dropped,
        "metrics": asdict(result.metrics),
        "trades": [_trade(asdict(trade), frame.index) for trade in result.trades],
        "holdout": window.holdout,
    }
    equity = pd.Series(result.equity[trade_from:], index=played)
    return PlayedSpec(dataset, spec, report, equity, frame["Close"].iloc[trade_from:])


def _trade(trade: dict[str, Any], index: pd.Index) -> dict[str, Any]:
    """A trade with the times of its bars beside their numbers."""
    times = {
        f"{which}_time": index[trade[f"{which}_bar"]].isoformat() for which in ("entry", "exit")
    }
    return trade | times


_BESIDE = ("dropped", "fractions", "spread", "margin", "borrow", "calculation", "bars_per_year")
"""What is kept with a backtest's metrics and told beside them as well."""


class PlayOptions(TypedDict, total=False):
    """How a spec is played, besides spec and ticker; what is left out is as in `backtest_spec`."""

    part: Part
    engine: Engine
    start: date | None
    end: date | None
    cash: float | None
    commission: float | None
    fractions: bool | None
    spread: float | None
    margin: float | None
    borrow: float | None


class PlayRequest(PlayOptions, total=False):
    """What a person asks for: spec and ticker always; see `prepare_play` for the others."""

    spec: Required[Mapping[str, Any]]
    ticker: Required[str]
    include_holdout: bool
    reason: str
    occasion: str
    bounded: bool


def play_spec(*, user: User | None = None, **asked: Unpack[PlayRequest]) -> SpecBacktest:
    """Backtest a spec and keep what came of it. Raises as `prepare_play`."""
    return play_and_show(user=user, **asked).row


class Shown(NamedTuple):
    """A backtest on record, and equity and closes, which are not kept."""

    row: SpecBacktest
    played: PlayedSpec


def play_and_show(*, user: User | None = None, **asked: Unpack[PlayRequest]) -> Shown:
    """`play_spec`, for those who draw its equity."""
    played = prepare_play(user=user, **asked)
    return Shown(record_play(played=played, user=user), played)


def prepare_play(
    *,
    spec: Mapping[str, Any],
    ticker: str,
    user: User | None = None,
    include_holdout: bool = False,
    reason: str = "",
    occasion: str = "",
    bounded: bool = True,
    **asked: Unpack[PlayOptions],
) -> PlayedSpec:
    """The backtest that `record_play` keeps. What is opened is on record before it is played.

    `bounded` is for whoever waits at a page: at most BACKTEST_WEB_BARS bars. The same `occasion`
    opens the holdout once. Raises NotAllowed (a researcher and the holdout), Refusal (no reason
    for it, too many bars) and what `backtest_spec` raises. Not within a transaction where the
    holdout is opened.
    """
    look = Look()
    if include_holdout and user is not None:
        look = Look(user, _purpose(user, reason), occasion)
    return backtest_spec(
        spec=spec,
        ticker=ticker,
        include_holdout=include_holdout,
        look=look,
        most_bars=settings.BACKTEST_WEB_BARS if bounded else None,
        **asked,
    )


def record_play(*, played: PlayedSpec, user: User | None = None) -> SpecBacktest:
    """Keep a backtest of a spec."""
    report = played.report
    opened = report["holdout"]
    return SpecBacktest.objects.create(
        dataset=played.dataset,
        name=report["name"],
        spec=played.spec.document(),
        spec_hash=report["spec_hash"],
        part=report["part"],
        date_from=moment(pd.Timestamp(report["from"])),
        date_to=moment(pd.Timestamp(report["to"])),
        opening_id=opened["opening"] if opened else None,
        owner=user,
        metrics=report["metrics"] | {name: report[name] for name in _BESIDE if name in report},
        **{name: report[name] for name in ("engine", "cash", "commission", "trades")},
    )


def _purpose(user: User, reason: str) -> str:
    if not is_reviewer(user):
        raise NotAllowed(_("only a reviewer or an admin opens the sealed holdout"))
    said = " ".join(reason.split())
    if not said:
        raise Refusal(_("opening the sealed holdout needs a reason: it goes on record"))
    return f"backtest: {said}"[:200]


def play_report(row: SpecBacktest) -> dict[str, Any]:
    """A kept backtest as one JSON object: what `backtest --json` prints. Times are of bars."""
    opening = row.opening
    earlier = HoldoutOpening.objects.before(opening).count() if opening else 0
    seen = {"opening": opening.pk, "openings_before": earlier} if opening else None
    bars = pd.DatetimeIndex([row.date_from, row.date_to]).tz_convert("UTC").tz_localize(None)
    times = on_the_spot(bars, row.dataset.timezone)
    return {
        "id": row.pk,
        "name": row.name,
        "spec_hash": row.spec_hash,
        "ticker": row.dataset.ticker,
        "data": {"sha256": row.dataset.sha256, "version": row.dataset.version},
        "part": row.part,
        "from": times[0].isoformat(),
        "to": times[1].isoformat(),
        "engine": row.engine,
        "cash": row.cash,
        "commission": row.commission,
        "metrics": row.metrics,
        **{name: row.metrics[name] for name in _BESIDE if name in row.metrics},
        "trades": row.trades,
        "holdout": seen,
    }
