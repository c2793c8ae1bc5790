"""Industry: strength, beta and lead of the bundled peers. PROXY: four shares are no industry."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from trading.research.agents.base import MINIMUM_BARS, Agent
from trading.research.bars import Bars
from trading.research.drafts import FindingDraft, insufficient, no_data
from trading.research.inference.regression import robust_regression
from trading.research.rules import Rule, judge
from trading.research.types import Focus, Material
from trading.research.words import Quantity, Text
from trading.strategies.indicators.arithmetic import log

FloatArray = NDArray[np.float64]


def look(material: Material, focus: Focus) -> list[FindingDraft]:
    """Findings on the mean return of the peers, on the ticker's own bars."""
    if not material.peers:
        return [no_data("industry", "peers")]
    bars = Bars.of(material.frame, material.bars_per_year)
    peers = peer_returns(material, bars)
    known = int((~np.isnan(peers)).sum())
    if known < MINIMUM_BARS:
        return [insufficient("industry", known, MINIMUM_BARS)]
    drafts = [_strength(bars, peers), _beta(bars, peers)]
    for rule in _rules(bars, peers):
        drafts += judge(rule, bars, focus)
    return drafts


def peer_returns(material: Material, bars: Bars) -> FloatArray:
    """Mean log return of the peers on each bar, shape (n,); NaN where none has both bars."""
    each = []
    for name in sorted(material.peers):
        close = material.peers[name]["Close"].reindex(bars.index).to_numpy(np.float64)
        each.append(np.diff(log(close), prepend=np.nan))
    table = np.vstack(each)
    count = (~np.isnan(table)).sum(axis=0)
    mean = np.full(len(bars), np.nan)
    np.divide(np.nansum(table, axis=0), count, out=mean, where=count > 0)
    return mean


def _relative(bars: Bars, peers: FloatArray, span: int) -> FloatArray:
    """Own less peers' log return over `span` bars; NaN where a bar of peers is missing."""
    own = np.diff(bars.logs, prepend=np.nan)
    total = np.concatenate([[0.0], np.cumsum(np.nan_to_num(own - peers))])
    gaps = np.concatenate([[0], np.cumsum(np.isnan(own - peers))])
    out = np.full(len(bars), np.nan)
    if span < len(bars):
        out[span:] = total[span + 1 :] - total[1:-span]
        out[span:][gaps[span + 1 :] - gaps[1:-span] > 0] = np.nan
    return out


def _rules(bars: Bars, peers: FloatArray) -> Sequence[Rule]:
    half = bars.span(0.5)
    return [
        Rule("relative_strength", np.sign(_relative(bars, peers, half)), half, "momentum",
             "mean_reversion", str(half), {"lookback": half}, {"span": Quantity(half, "integer")},
             status="PROXY"),
        Rule("peers_last_bar", np.sign(peers), 0, None, None, status="PROXY"),
    ]  # fmt: skip


def _strength(bars: Bars, peers: FloatArray) -> FindingDraft:
    year = bars.span(1.0)
    value = float(_relative(bars, peers, year)[-1])
    if np.isnan(value):
        return insufficient("relative_return", len(bars), year + 1)
    change = math.expm1(value)
    words = {"value": Quantity(change, "change")}
    return FindingDraft("relative_return", Text("measures.relative_return", words),
                 value=100 * change, unit="% in 12 months", n_obs=year,
                 status="PROXY", params={"lookback": year})  # fmt: skip


def _beta(bars: Bars, peers: FloatArray) -> FindingDraft:
    known = ~np.isnan(peers[1:])
    fitted = robust_regression(bars.returns[known], peers[1:][known])
    if fitted is None:
        return insufficient("beta", int(known.sum()), MINIMUM_BARS)
    slope = fitted[1]
    words = {
        "beta": Quantity(slope.estimate),
        "p": Quantity(slope.p_value, "p"),
        "n": Quantity(slope.n_obs, "integer"),
    }
    return FindingDraft(
        "beta",
        Text("measures.beta.found", words),
        Text("measures.beta.nothing", words),
        slope.estimate,
        "beta",
        slope.n_obs,
        "PROXY",
        slope.t,
        slope.p_value,
    )


AGENT = Agent("industry", "fundamental", look)
