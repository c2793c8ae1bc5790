"""Specs played by themselves, outside a development: each look at prices is kept."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, NamedTuple

import pandas as pd
from django.conf import settings
from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from config.desk.refusals import NotAllowed, Refusal
from config.desk.roles import is_reviewer
from trading.market.clock import moment, on_the_spot
from trading.models import HoldoutOpening, SpecBacktest
from trading.services.backtest import Engine, Played, backtest_spec
from trading.services.windows import Look, Part

_BESIDE = ("dropped", "fractions", "spread", "margin", "borrow", "calculation", "bars_per_year")
"""What is kept with a backtest's metrics and told beside them as well."""


def play_spec(
    *,
    spec: Mapping[str, Any],
    ticker: str,
    part: Part = "both",
    user: User | None = None,
    engine: Engine = "auto",
    include_holdout: bool = False,
    reason: str = "",
    start: date | None = None,
    end: date | None = None,
    cash: float | None = None,
    commission: float | None = None,
    fractions: bool | None = None,
    spread: float | None = None,
    margin: float | None = None,
    borrow: float | None = None,
    bounded: bool = True,
) -> SpecBacktest:
    """Backtest a spec and keep what came of it. Raises as `prepare_play`."""
    return play_and_show(
        spec=spec,
        ticker=ticker,
        part=part,
        user=user,
        engine=engine,
        include_holdout=include_holdout,
        reason=reason,
        start=start,
        end=end,
        cash=cash,
        commission=commission,
        fractions=fractions,
        spread=spread,
        margin=margin,
        borrow=borrow,
        bounded=bounded,
    ).row


class Shown(NamedTuple):
    """A backtest on record, and equity and closes, which are not kept."""

    row: SpecBacktest
    played: Played


def play_and_show(*, user: User | None = None, **asked: Any) -> Shown:
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
    **asked: Any,
) -> Played:
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


def record_play(*, played: Played, user: User | None = None) -> SpecBacktest:
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
