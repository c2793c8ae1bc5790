"""What a walk forward comes to, in figures and in answers."""

from __future__ import annotations

from typing import Any

from trading.domain.calculation import judges_by_noise
from trading.evidence.answer import Answer, known
from trading.evidence.appraisal import hedged
from trading.evidence.bootstrap import intervals
from trading.evidence.costs import sharpe_at_costs
from trading.evidence.enough import enough_evidence
from trading.evidence.permutation import entry_permutation
from trading.evidence.sharpe import Moments, moments, probabilistic_sharpe_ratio
from trading.evidence.track_record import minimum_track_record
from trading.evidence.walk_forward.forward import Forward
from trading.evidence.walk_forward.setting import Setting
from trading.strategies.spec import StrategySpec

PERMUTING, RESAMPLING = 1, 2  # parts of the seed
JUDGED = ("permutation_p", "efficiency", "double_cost_sharpe", "enough_evidence")
SHOWN = ("sharpe_interval", "drawdown_interval", "min_track_record")
APPRAISED = ("appraisal_ratio", "hedged")
PLAYED = ("sharpe_ratio", "total_trades", "max_drawdown", "total_return")

Answers = dict[str, Answer]


def played(forward: Forward, known_moments: Moments | None) -> dict[str, Any]:
    """The figures of the backtest out of sample, the Sharpe ratio a year's."""
    metrics = forward.result.metrics
    return {name: getattr(metrics, name) for name in PLAYED} | {
        "psr": probabilistic_sharpe_ratio(known_moments)
    }


def judged(
    spec: StrategySpec, forward: Forward, setting: Setting
) -> tuple[dict[str, Any], Answers]:
    """The figures that gates judge, and the answers behind them, by name."""
    certain = moments(forward.returns)
    found = answers(spec, forward, setting, certain)
    figures = played(forward, certain) | {name: found[name].value for name in JUDGED}
    figures |= {"moments": list(certain) if certain else None}
    return figures | _appraised(forward, setting), found


def _appraised(forward: Forward, setting: Setting) -> dict[str, Any]:
    """What is earned beyond the market: its ratio, a year's, and the moments it rests on."""
    if not judges_by_noise(setting.calculation):
        return {}
    beyond = moments(hedged(forward.returns, forward.market))
    ratio = beyond.ratio * setting.root if beyond else None
    return dict(zip(APPRAISED, (ratio, list(beyond) if beyond else None), strict=True))


def answers(
    spec: StrategySpec, forward: Forward, setting: Setting, certain: Moments | None
) -> Answers:
    """The statistics of the joined series; Sharpe ratios are a year's."""
    result, frame = forward.result, setting.frame
    options = {**setting.money, "trade_from": result.trade_from}
    twice = sharpe_at_costs(frame, forward.signals, **options)
    spans = intervals(forward.returns, setting.rng(spec, RESAMPLING))
    return {
        "permutation_p": entry_permutation(
            frame, forward.signals, result.trades, setting.rng(spec, PERMUTING), **options
        ),
        "efficiency": forward.efficiency,
        "double_cost_sharpe": annual(twice, setting),
        "enough_evidence": enough_evidence(result.metrics.total_trades, certain),
        "sharpe_interval": annual(spans.sharpe, setting),
        "drawdown_interval": spans.drawdown,
        "min_track_record": minimum_track_record(certain),
    }


def annual(answer: Answer, setting: Setting) -> Answer:
    """A bar's Sharpe ratio, and the ends of its interval, as a year's."""
    if answer.value is None:
        return answer
    ends = {name: answer.details[name] * setting.root for name in ("low", "high")
            if name in answer.details}  # fmt: skip
    return known(answer.value * setting.root, **{**answer.details, **ends})
