"""The five fundamental agents: figures of published reports, and of a company's peers."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.research.agents.base import MINIMUM_BARS, Agent
from trading.research.bars import Bars, Source, per_year, read
from trading.research.drafts import FindingDraft, insufficient, no_data
from trading.research.inference import robust_regression, untested
from trading.research.rules import Rule, judge
from trading.research.sentences import Quantity, Style, Text
from trading.research.types import Focus, Material, Status
from trading.strategies.indicators.arithmetic import log

FloatArray = NDArray[np.float64]
FRESH_DAYS = 200  # a quarterly report and the wait for the next
LEAST = 5
ENOUGH = 20  # reports


def source(*columns: str) -> Source:
    """Rows of company reports with these columns."""
    return Source("fundamentals", columns, FRESH_DAYS, LEAST)


def over_a_year(rows: pd.DataFrame, column: str) -> FloatArray:
    """Sum over the reports of the last year; NaN before there is a whole one."""
    return rows[column].rolling(per_year(rows)).sum().to_numpy(np.float64)


def ratio(part: FloatArray, whole: FloatArray) -> FloatArray:
    """part / whole; NaN where the whole is not positive."""
    out = np.full(len(part), np.nan)
    np.divide(part, whole, out=out, where=whole > 0)
    return out


def report(
    name: str,
    rows: pd.DataFrame,
    columns: tuple[str, ...],
    value: float,
    signal: float,
    *,
    style: Style = "percent",
    status: Status = "OK",
) -> FindingDraft:
    """A finding on reports: `signal` is a convention (clipped to -1..1), not tested here."""
    if not np.isfinite(value):
        words = {"n": Quantity(len(rows), "integer"), "needed": Quantity(LEAST, "integer")}
        return FindingDraft(name, Text("status.undefined", words), n_obs=len(rows),
                     status="INSUFFICIENT", columns=columns, rows=rows["available_at"])  # fmt: skip
    clipped = float(np.clip(signal, -1.0, 1.0))
    side = "good" if clipped >= 0 else "bad"
    words = {"value": Quantity(value, style), "n": Quantity(len(rows), "integer")}
    scale = 100.0 if style in ("percent", "change") else 1.0
    return FindingDraft(
        name, Text(f"measures.{name}.{side}", words), value=scale * value,
        unit="%" if scale > 1 else "ratio", n_obs=len(rows), status=status, signal=clipped,
        confidence=untested(len(rows), ENOUGH), columns=columns, rows=rows["available_at"],
        params={"reports_a_year": per_year(rows)},
    )  # fmt: skip


# Financial metrics: growth of revenue, change of margin, return on equity.

FINANCIAL_METRICS_SOURCE = source("revenue", "net_income", "total_equity")


def look_at_financial_metrics(material: Material, focus: Focus) -> list[FindingDraft]:
    """Three figures of the newest report beside those a year before."""
    rows = read(material, FINANCIAL_METRICS_SOURCE)
    if isinstance(rows, FindingDraft):
        return [rows]
    year = per_year(rows)
    revenue, income = rows["revenue"].to_numpy(), rows["net_income"].to_numpy()
    growth = float(ratio(revenue, rows["revenue"].shift(year).to_numpy())[-1] - 1.0)
    margin = ratio(income, revenue)
    change = float(margin[-1] - margin[-1 - year])
    equity = rows["total_equity"].to_numpy()
    returned = float(ratio(over_a_year(rows, "net_income"), equity)[-1])
    return [
        report("revenue_growth", rows, ("revenue",), growth, growth / 0.2, style="change"),
        report("margin_change", rows, ("net_income", "revenue"), change, change / 0.05,
               style="change"),
        report("return_on_equity", rows, ("net_income", "total_equity"), returned,
               (returned - 0.1) / 0.2),
    ]  # fmt: skip


FINANCIAL_METRICS = Agent("financial_metrics", "fundamental", look_at_financial_metrics)


# Valuation: earnings yield and book to market beside their own past. PROXY: prices are adjusted
# for splits and dividends, shares as reported are not; so the level is off, and only its rank
# in the ticker's own history is used.

VALUATION_SOURCE = source("net_income", "total_equity", "shares_outstanding")


def look_at_valuation(material: Material, focus: Focus) -> list[FindingDraft]:
    """The rank (0..1) of today's yields among those at each report; high is cheap."""
    rows = read(material, VALUATION_SOURCE)
    if isinstance(rows, FindingDraft):
        return [rows]
    value = _price(rows, material) * rows["shares_outstanding"].to_numpy()
    newest = float(material.frame["Close"].iloc[-1]) * float(rows["shares_outstanding"].iloc[-1])
    drafts = []
    for name, column, amount in (
        ("earnings_yield", "net_income", over_a_year(rows, "net_income")),
        ("book_to_market", "total_equity", rows["total_equity"].to_numpy()),
    ):
        history = ratio(amount, value)
        history = history[np.isfinite(history)]
        now = float(amount[-1] / newest) if newest > 0 else np.nan
        rank = float((history <= now).mean()) if len(history) and np.isfinite(now) else np.nan
        drafts.append(report(name, rows, (column, "shares_outstanding", "Close"), rank,
                             2 * rank - 1, status="PROXY"))  # fmt: skip
    return drafts


def _price(rows: pd.DataFrame, material: Material) -> NDArray[np.float64]:
    """The last close known at each report; NaN before the first bar."""
    at = material.frame.index.searchsorted(pd.DatetimeIndex(rows["available_at"]), "right") - 1
    close = material.frame["Close"].to_numpy(np.float64)
    return np.where(at >= 0, close[np.maximum(at, 0)], np.nan)


VALUATION = Agent("valuation", "fundamental", look_at_valuation)


# Balance sheet: debt to equity, its change over a year, current ratio.

BALANCE_SHEET_SOURCE = source("total_debt", "total_equity", "current_assets", "current_liabilities")


def look_at_balance_sheet(material: Material, focus: Focus) -> list[FindingDraft]:
    """Solidity of the newest report."""
    rows = read(material, BALANCE_SHEET_SOURCE)
    if isinstance(rows, FindingDraft):
        return [rows]
    debt = ratio(rows["total_debt"].to_numpy(), rows["total_equity"].to_numpy())
    change = float(debt[-1] - debt[-1 - per_year(rows)]) if len(rows) > per_year(rows) else 0.0
    current = ratio(rows["current_assets"].to_numpy(), rows["current_liabilities"].to_numpy())
    columns = ("total_debt", "total_equity")
    return [
        report("debt_to_equity", rows, columns, float(debt[-1]), 1.0 - float(debt[-1]),
               style="number"),
        report("debt_change", rows, columns, change, -change / 0.25, style="change"),
        report("current_ratio", rows, ("current_assets", "current_liabilities"),
               float(current[-1]), float(current[-1]) - 1.0, style="number"),
    ]  # fmt: skip


BALANCE_SHEET = Agent("balance_sheet", "fundamental", look_at_balance_sheet)


# Cash flow: free cash flow to revenue, accruals (Sloan 1996: low accruals, better earnings).

CASH_FLOW_SOURCE = source(
    "operating_cash_flow", "capital_expenditure", "revenue", "net_income", "total_assets"
)


def look_at_cash_flow(material: Material, focus: Focus) -> list[FindingDraft]:
    """Two figures over the last year of reports; capital expenditure counts by its size."""
    rows = read(material, CASH_FLOW_SOURCE)
    if isinstance(rows, FindingDraft):
        return [rows]
    operating = over_a_year(rows, "operating_cash_flow")
    spent = over_a_year(rows.assign(spent=rows["capital_expenditure"].abs()), "spent")
    free = float(ratio(operating - spent, over_a_year(rows, "revenue"))[-1])
    earned = over_a_year(rows, "net_income")
    accruals = float(ratio(earned - operating, rows["total_assets"].to_numpy())[-1])
    return [
        report("free_cash_flow", rows, ("operating_cash_flow", "capital_expenditure", "revenue"),
               free, free / 0.2),
        report("accruals", rows, ("net_income", "operating_cash_flow", "total_assets"), accruals,
               -accruals / 0.1, style="change"),
    ]  # fmt: skip


CASH_FLOW = Agent("cash_flow", "fundamental", look_at_cash_flow)


# Industry: strength, beta and lead of the bundled peers. PROXY: four shares are no industry.


def look_at_industry(material: Material, focus: Focus) -> list[FindingDraft]:
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


INDUSTRY = Agent("industry", "fundamental", look_at_industry)
