"""Patterns: breakouts of price channels, candles, seasons."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from trading.research.agents.base import Agent, through_horizons
from trading.research.agents.technical.calendar import seasons
from trading.research.agents.technical.candles import candles
from trading.research.agents.technical.channels import channel_state
from trading.research.bars import Bars
from trading.research.drafts import FindingDraft, insufficient
from trading.research.inference.events import MINIMUM, event_study
from trading.research.rules import Rule
from trading.research.types import Focus, Material
from trading.research.words import Quantity, Text

COLUMNS = ("Open", "High", "Low", "Close")
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
        return insufficient(name, int((events != 0).sum()), MINIMUM, columns=COLUMNS)
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
