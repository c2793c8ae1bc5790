"""Patterns: breakouts of price channels, candles, seasons."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.research.agents.base import Agent, through_horizons
from trading.research.bars import Bars
from trading.research.drafts import FindingDraft, insufficient
from trading.research.inference import MINIMUM_EVENTS, compare, event_study
from trading.research.rules import Rule
from trading.research.sentences import Quantity, Text
from trading.research.types import Focus, Material
from trading.strategies.indicators.formulae import donchian

# Seasons of daily bars: weekday, turn of the month, winter half, month of the year. The
# calendar is known in advance: a decision at the close knows what day the next bar is.

FloatArray = NDArray[np.float64]
TURN = 3  # first bars of a month, with the last one of the month before (Lakonishok & Smidt 1988)
WINTER = (11, 12, 1, 2, 3, 4)  # Bouman & Jacobsen 2002


def seasons(bars: Bars) -> list[Rule]:
    """The four rules; none unless bars are daily."""
    if not bars.daily:
        return []
    weekdays, months = np.asarray(bars.index.day_of_week), np.asarray(bars.index.month)
    return [
        _turn_of_month(bars, months),
        _winter(months),
        *_best_of("weekday", weekdays, bars, "day"),
        *_best_of("month", months, bars, "month"),
    ]


def _known(position: NDArray[np.bool_]) -> FloatArray:
    """What holds of the next bar, by the bar that decides; unknown on the last."""
    shifted = np.full(len(position), np.nan)
    shifted[:-1] = position[1:]
    return shifted


def _turn_of_month(bars: Bars, months: NDArray[np.int32]) -> Rule:
    first = np.concatenate([[True], months[1:] != months[:-1]])
    starts = np.maximum.accumulate(np.where(first, np.arange(len(bars)), 0))
    place = np.arange(len(bars)) - starts
    last = np.concatenate([first[1:], [False]])
    position = _known((place < TURN) | last)
    position[:TURN] = np.nan  # the first month may have begun earlier
    params = {"first": TURN, "last": 1}
    return Rule("turn_of_month", position, 0, "seasonality", None, params=params, columns=("Open",))


def _winter(months: NDArray[np.int32]) -> Rule:
    return Rule("winter", _known(np.isin(months, WINTER)), 0, "seasonality", None,
                params={"months": list(WINTER)}, columns=("Open",))  # fmt: skip


def _best_of(name: str, groups: NDArray[np.int32], bars: Bars, key: str) -> list[Rule]:
    """The group that differs most from the rest; its p-value pays for all that were looked at."""
    nothing = np.zeros(len(bars))
    seen = []
    for group in np.unique(groups):
        position = _known(groups == group)
        if timing := compare(position, bars.ahead, nothing):
            seen.append((abs(timing.t), int(group), position))
    if not seen:
        return []
    _, group, position = max(seen, key=lambda one: one[0])
    return [
        Rule(
            name,
            position,
            0,
            "seasonality",
            "seasonality",
            params={key: group},
            words={"which": Text(f"{name}s.d{group}"), "looked": Quantity(len(seen), "integer")},
            columns=("Open",),
            looked_at=len(seen),
        )
    ]


# Four candles of two bars at most (Nison 1991); described, no kind of strategy trades them.

COLUMNS = ("Open", "High", "Low", "Close")
SHADOW = 2.0  # of a hammer, in bodies


def candles(bars: Bars) -> list[Rule]:
    """Engulfing up and down, hammer, shooting star: each against all other bars."""
    if bars.horizon > 1:
        return []
    body, before = bars.close - bars.open, np.concatenate([[0.0], bars.close[:-1] - bars.open[:-1]])
    size, larger = np.abs(body), np.abs(body) > np.abs(before)
    top, bottom = np.maximum(bars.open, bars.close), np.minimum(bars.open, bars.close)
    above, below = bars.high - top, bottom - bars.low
    week = bars.past(5)
    found = {
        "engulfing_up": (body > 0) & (before < 0) & larger & (top >= _last(top)),
        "engulfing_down": (body < 0) & (before > 0) & larger & (bottom <= _last(bottom)),
        "hammer": (below >= SHADOW * size) & (above <= size) & (size > 0) & (week < 0),
        "shooting_star": (above >= SHADOW * size) & (below <= size) & (size > 0) & (week > 0),
    }
    return [
        Rule(name, where.astype(np.float64), 5, None, None, columns=COLUMNS)
        for name, where in found.items()
    ]


def _last(values: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.concatenate([values[:1], values[:-1]])


# On which side of its channel a price last broke out.


def channel_state(high: FloatArray, low: FloatArray, close: FloatArray, length: int) -> FloatArray:
    """Donchian: +1 since a close above the highs of the `length` bars before, -1 since one below
    their lows; NaN before the first such close."""
    top, bottom, _ = donchian(high, low, length)
    state = np.full(len(close), np.nan)
    state[close > top] = 1.0
    state[close < bottom] = -1.0
    return pd.Series(state).ffill().to_numpy(np.float64)


CHANNELS = (20, 55)  # the turtles' two (Faith 2003)
WINDOW = 10


def look(material: Material, focus: Focus) -> list[FindingDraft]:
    """Pattern rules and measures."""
    return through_horizons(material, focus, rules, measures)


def rules(bars: Bars) -> list[Rule]:
    """The side of the last breakout of each channel, candles, seasons."""
    channels = [_channel(bars, length) for length in sorted({bars.scaled(n) for n in CHANNELS})]
    return [*channels, *candles(bars), *seasons(bars)]


def _channel(bars: Bars, length: int) -> Rule:
    return Rule(
        "channel", channel_state(bars.high, bars.low, bars.close, length), length, "breakout",
        "mean_reversion", str(length), {"length": length},
        {"length": Quantity(length, "integer")}, ("High", "Low", "Close"),
    )  # fmt: skip


def measures(bars: Bars) -> Sequence[FindingDraft]:
    """What follows breakouts over two weeks, as an event study for each channel."""
    return [_after_breakout(bars, length) for length in CHANNELS]


def _after_breakout(bars: Bars, length: int) -> FindingDraft:
    name = f"after_breakout_{length}"
    state = channel_state(bars.high, bars.low, bars.close, length)
    fresh = np.where(np.isnan(state), 0.0, state)
    events = np.where(np.diff(fresh, prepend=0.0) != 0.0, fresh, 0.0)
    study = event_study(events, bars.ahead, WINDOW)
    if study is None:
        return insufficient(name, int((events != 0).sum()), MINIMUM_EVENTS, columns=COLUMNS)
    words = {
        "length": Quantity(length, "integer"),
        "window": Quantity(WINDOW, "integer"),
        "size": Quantity(abs(study.mean), "percent"),
        "t": Quantity(study.t),
        "p": Quantity(study.p_value, "p"),
        "n": Quantity(study.n_events, "integer"),
    }
    continues = study.mean > 0
    recent = bool((events[-WINDOW:] != 0).any())
    signal = float(fresh[-1]) * (1.0 if continues else -1.0) if recent else None
    params = {"length": length, "window": WINDOW, "horizon": 1, "scope": "",
              "sign": 1 if continues else -1, "direction": "both",
              "gain_per_bar": abs(study.mean) / WINDOW, "break_even_cost": abs(study.mean) / 2,
              "looked_at": 1}  # fmt: skip
    return FindingDraft(
        name, Text(f"measures.after_breakout.{'continues' if continues else 'reverts'}", words),
        Text("measures.after_breakout.nothing", words), 100 * study.mean,
        f"% in {WINDOW} bars", study.n_events, statistic=study.t, p_value=study.p_value,
        signal=signal, edge="breakout" if continues else "mean_reversion", columns=COLUMNS,
        params=params,
    )  # fmt: skip


AGENT = Agent("pattern", "technical", look)
