"""Which bars a backtest outside a development plays."""

from __future__ import annotations

from datetime import date
from typing import Any, Literal, NamedTuple

import pandas as pd
from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from config.desk.refusals import Refusal
from trading.market.data import MarketData
from trading.models import Dataset
from trading.storage import open_holdout

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
