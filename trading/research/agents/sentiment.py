"""The five sentiment agents: the newest level of a score, and whether it told bars apart."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.research.agents.base import Agent
from trading.research.bars import Bars, Source, on_bars, read, recent
from trading.research.drafts import FindingDraft
from trading.research.inference import untested
from trading.research.rules import Rule, judge
from trading.research.sentences import Quantity, Text
from trading.research.types import Focus, Material
from trading.strategies.indicators.arithmetic import log

FloatArray = NDArray[np.float64]
ENOUGH = 60  # recent rows


@dataclass(frozen=True)
class Gauge:
    """A score of rows (higher: more hopeful) and the days that count as recent."""

    name: str
    source: Source
    score: Callable[[pd.DataFrame], FloatArray]
    days: int

    def look(self, material: Material, focus: Focus) -> list[FindingDraft]:
        """The recent level beside all before, and the test on the next bars."""
        rows = read(material, self.source)
        if isinstance(rows, FindingDraft):
            return [rows]
        scores = self.score(rows)
        known = np.isfinite(scores)
        rows, scores = rows[known], scores[known]
        level = self._level(material, rows, scores)
        return (
            [level] if level.status != "OK" else [level, *self._test(material, focus, rows, scores)]
        )

    def _level(self, material: Material, rows: pd.DataFrame, scores: FloatArray) -> FindingDraft:
        """How far the recent mean is from the usual one, in standard deviations of the rows."""
        late = recent(rows, material, self.days)
        n_new, n_old = int(late.sum()), int((~late).sum())
        spread = float(scores[~late].std()) if n_old else 0.0
        columns, times = self.source.columns, rows["available_at"]
        if min(n_new, n_old) < 3 or not spread > 0.0:
            words = {"n": Quantity(min(n_new, n_old), "integer"), "needed": Quantity(3, "integer")}
            return FindingDraft(self.name, Text("status.few_rows", words), n_obs=len(rows),
                         status="INSUFFICIENT", columns=columns, rows=times)  # fmt: skip
        away = float(scores[late].mean() - scores[~late].mean()) / spread
        side = "good" if away >= 0 else "bad"
        words = {"days": Quantity(self.days, "integer"), "n": Quantity(n_new, "integer"),
                 "away": Quantity(abs(away))}  # fmt: skip
        return FindingDraft(
            self.name, Text(f"measures.{self.name}.{side}", words), value=away,
            unit="standard deviations", n_obs=len(rows), signal=float(np.clip(away, -1.0, 1.0)),
            confidence=untested(n_new, ENOUGH), columns=columns, rows=times,
            params={"days": self.days},
        )  # fmt: skip

    def _test(
        self, material: Material, focus: Focus, rows: pd.DataFrame, scores: FloatArray
    ) -> list[FindingDraft]:
        bars = Bars.of(material.frame, material.bars_per_year)
        on = on_bars(rows["available_at"], scores, bars.index)
        position = np.sign(on - np.nanmedian(on))
        rule = Rule(f"{self.name}_score", position, 0, None, None,
                    columns=("Open", *self.source.columns))  # fmt: skip
        return judge(rule, bars, focus)


# News: the tone of what was written.


def tone(rows: pd.DataFrame) -> NDArray[np.float64]:
    """The `sentiment` of each item, -1..1."""
    return rows["sentiment"].to_numpy(np.float64)


_NEWS_GAUGE = Gauge("news_tone", Source("news", ("sentiment",), fresh_days=14, least=20), tone, 30)
NEWS = Agent("news", "sentiment", _NEWS_GAUGE.look)


# Social media: tone, weighted by how many speak.


def weighted_tone(rows: pd.DataFrame) -> NDArray[np.float64]:
    """`sentiment` (-1..1) times log(1 + `mentions`): twice the crowd is not twice the news."""
    mentions = rows["mentions"].to_numpy(np.float64).clip(min=0.0)
    tone: NDArray[np.float64] = rows["sentiment"].to_numpy(np.float64) * log(1.0 + mentions)
    return tone


_SOCIAL_GAUGE = Gauge(
    "social_tone", Source("social", ("sentiment", "mentions"), fresh_days=7, least=20),
    weighted_tone, 14,
)  # fmt: skip
SOCIAL = Agent("social", "sentiment", _SOCIAL_GAUGE.look)


# Analyst ratings: upgrades less downgrades (Womack 1996).


def changes(rows: pd.DataFrame) -> NDArray[np.float64]:
    """The sign of `rating_change`: +1 up, -1 down, 0 kept."""
    signs: NDArray[np.float64] = np.sign(rows["rating_change"].to_numpy(np.float64))
    return signs


_ANALYST_RATINGS_GAUGE = Gauge(
    "rating_changes", Source("analyst", ("rating_change",), fresh_days=120, least=10), changes, 90
)
ANALYST_RATINGS = Agent("analyst_ratings", "sentiment", _ANALYST_RATINGS_GAUGE.look)


# Options flow: calls beside puts (Pan & Poteshman 2006: many puts, lower returns).


def call_share(rows: pd.DataFrame) -> NDArray[np.float64]:
    """call_volume / (call_volume + put_volume), 0..1; NaN where nothing was traded."""
    calls, puts = rows["call_volume"].to_numpy(np.float64), rows["put_volume"].to_numpy(np.float64)
    share = np.full(len(rows), np.nan)
    np.divide(calls, calls + puts, out=share, where=calls + puts > 0)
    return share


_OPTIONS_FLOW_GAUGE = Gauge(
    "call_share", Source("options", ("call_volume", "put_volume"), fresh_days=7, least=20),
    call_share, 10,
)  # fmt: skip
OPTIONS_FLOW = Agent("options_flow", "sentiment", _OPTIONS_FLOW_GAUGE.look)


# Insiders: purchases less sales (net purchase ratio, Lakonishok & Lee 2001).


def side(rows: pd.DataFrame) -> NDArray[np.float64]:
    """The sign of `shares` (bought above zero, sold below): each transaction counts once."""
    signs: NDArray[np.float64] = np.sign(rows["shares"].to_numpy(np.float64))
    return signs


_INSIDER_GAUGE = Gauge(
    "insider_side", Source("insider", ("shares",), fresh_days=180, least=10), side, 180
)
INSIDER = Agent("insider", "sentiment", _INSIDER_GAUGE.look)
