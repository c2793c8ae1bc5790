"""Volume: does trading confirm, drive or foretell prices, and how liquid is the market?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from trading.research.agents.base import Agent, through_horizons
from trading.research.bars import Bars
from trading.research.drafts import FindingDraft, insufficient, no_data
from trading.research.inference import robust_regression, spearman, trimmed
from trading.research.rules import Rule
from trading.research.sentences import Quantity, Text
from trading.research.types import Focus, Material
from trading.strategies.indicators.arithmetic import log
from trading.strategies.indicators.formulae import obv, sma

COLUMNS = ("Close", "Volume")


def look(material: Material, focus: Focus) -> list[FindingDraft]:
    """Volume rules and measures; NO_DATA where no bar has any volume."""
    if not (material.frame["Volume"] > 0).any():
        return [no_data("volume", "volume")]
    return through_horizons(material, focus, rules, measures)


def rules(bars: Bars) -> list[Rule]:
    """On-balance volume beside its mean."""
    balance, length = obv(bars.close, bars.volume), bars.scaled(20)
    position = np.sign(balance - sma(balance, length))
    return [
        Rule(
            "obv",
            position,
            length,
            "volume",
            "mean_reversion",
            str(length),
            {"length": length},
            {"length": Quantity(length, "integer")},
            COLUMNS,
        )
    ]


def measures(bars: Bars) -> Sequence[FindingDraft]:
    """Liquidity (measured), volume with size of moves, volume-driven continuation (tested)."""
    return [_amihud(bars), _size(bars), _driven(bars)]


def _amihud(bars: Bars) -> FindingDraft:
    """Amihud 2002: mean |return| a hundred million of traded money, newest year.

    PROXY: prices are adjusted for splits and volume is as it was traded, so the money is not exact.
    """
    year = bars.span(1.0)
    money = (bars.close * bars.volume)[1:][-year:]
    traded = money > 0
    if int(traded.sum()) < 20:
        return insufficient("amihud", int(traded.sum()), 20, columns=COLUMNS)
    impact = float((np.abs(bars.returns[-year:][traded]) / money[traded]).mean() * 1e8)
    words = {"impact": Quantity(impact, "percent")}
    return FindingDraft(
        "amihud",
        Text("measures.amihud", words),
        value=100 * impact,
        status="PROXY",
        unit="% a 100 million traded",
        n_obs=int(traded.sum()),
        columns=COLUMNS,
        params={"length": year},
    )


def _size(bars: Bars) -> FindingDraft:
    """Rank correlation of volume with |return| of the same bar (Karpoff 1987)."""
    known = ~np.isnan(bars.volume[1:])
    found = spearman(bars.volume[1:][known], np.abs(bars.returns)[known])
    if found is None:
        return insufficient("volume_size", int(known.sum()), 30, columns=COLUMNS)
    words = {
        "value": Quantity(found.value),
        "p": Quantity(found.p_value, "p"),
        "n": Quantity(found.n_obs, "integer"),
    }
    side = "found" if found.value > 0 else "reverse"
    return FindingDraft(
        "volume_size", Text(f"measures.volume_size.{side}", words),
        Text("measures.volume_size.nothing", words), found.value, "rank correlation", found.n_obs,
        statistic=found.statistic, p_value=found.p_value, columns=COLUMNS,
    )  # fmt: skip


def _driven(bars: Bars) -> FindingDraft:
    """Next return on return x relative volume, given the return (Campbell, Grossman & Wang 1993).

    Relative volume: log of volume over its mean of the 60 bars before, within +-2; returns are cut
    at their outer quantiles, lest one crash on its huge volume speak for all bars.
    """
    usual = sma(bars.volume, 60)
    known = (usual > 0) & (bars.volume > 0) & ~np.isnan(bars.ahead)
    known[0] = False
    if int(known.sum()) < 200:
        return insufficient("volume_driven", int(known.sum()), 200, columns=COLUMNS)
    relative = np.clip(log(bars.volume[known] / usual[known]), -2.0, 2.0)
    own = trimmed(bars.past(1)[known])
    fitted = robust_regression(bars.ahead[known], own, own * relative)
    if fitted is None:
        return insufficient("volume_driven", int(known.sum()), 200, columns=COLUMNS)
    slope = fitted[2]
    words = {
        "t": Quantity(slope.t),
        "p": Quantity(slope.p_value, "p"),
        "n": Quantity(slope.n_obs, "integer"),
    }
    side = "continues" if slope.t > 0 else "reverts"
    now = float(np.sign(own[-1]) * np.sign(slope.t))
    params = {"length": 60, "horizon": 1, "scope": "", "sign": 1 if slope.t > 0 else -1,
              "direction": "both", "gain_per_bar": None, "break_even_cost": None,
              "looked_at": 1}  # fmt: skip
    return FindingDraft(
        "volume_driven", Text(f"measures.volume_driven.{side}", words),
        Text("measures.volume_driven.nothing", words), slope.estimate, "slope", slope.n_obs,
        statistic=slope.t, p_value=slope.p_value, signal=now, edge="volume",
        columns=("Open", *COLUMNS), params=params,
    )  # fmt: skip


AGENT = Agent("volume", "technical", look)
