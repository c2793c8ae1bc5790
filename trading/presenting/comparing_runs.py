"""Developments side by side: what was asked, what came of it, how the score went."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from trading.domain.best import best_round
from trading.memory import TrialNumbers, trial_count
from trading.models import Iteration, Strategy, Variant
from trading.presenting.comparison import ComparedLine, Value
from trading.presenting.gates import GateVerdict, verdict_of

_LIMITS = (
    "max_iterations", "max_strategy_iterations", "max_research_iterations", "variants_wanted",
    "seed",
)  # fmt: skip


@dataclass(frozen=True)
class RunColumn:
    """A development that is compared, with its rounds and the best variant of them."""

    letter: str
    strategy: Strategy
    rounds: list[Iteration]
    trials: TrialNumbers
    variants: int
    best: Variant | None
    verdict: GateVerdict | None
    score: float | None = field(default=None)


def run_columns(strategies: Sequence[Strategy]) -> list[RunColumn]:
    """The developments in order; their rounds, variants and gates were read with them."""
    return [_column("AB"[n], strategy) for n, strategy in enumerate(strategies)]


def _column(letter: str, strategy: Strategy) -> RunColumn:
    rounds = sorted(strategy.iterations.all(), key=lambda one: one.number)
    top = best_round(rounds)
    best = top.best_variant if top else None
    least = strategy.profile.get("pass_score", 1.0)
    return RunColumn(
        letter=letter,
        strategy=strategy,
        rounds=rounds,
        trials=trial_count(strategy),
        variants=len(strategy.variants.all()),
        best=best,
        verdict=verdict_of(best.gates.all(), least) if best else None,
        score=top.best_score if top else None,
    )


def asked(runs: Sequence[RunColumn]) -> list[ComparedLine]:
    """What each was asked for, a line a thing; its names are codes of the page."""
    lines = [
        _line("ticker", [run.strategy.ticker for run in runs]),
        _line("data", [str(run.strategy.dataset) for run in runs]),
        _line("dates", [_dates(run.strategy) for run in runs]),
        *(_line(name, [getattr(run.strategy, name) for run in runs]) for name in _LIMITS),
        _line("profile", [run.strategy.profile.get("name") for run in runs]),
        _line("memory", [_memory(run.strategy) for run in runs]),
    ]
    names = sorted({name for run in runs for name in run.strategy.constraints})
    wanted = [(name, [run.strategy.constraints.get(name) for run in runs]) for name in names]
    return lines + [_line(name, [_plain(value) for value in values]) for name, values in wanted]


def _line(name: str, values: list[Any]) -> ComparedLine:
    return ComparedLine(name, [Value(value) for value in values])


def _plain(value: Any) -> Any:
    return ", ".join(map(str, value)) if isinstance(value, list) else value


def _dates(strategy: Strategy) -> str | None:
    if not (strategy.date_from or strategy.date_to):
        return None
    return f"{strategy.date_from or '…'} – {strategy.date_to or '…'}"


def _memory(strategy: Strategy) -> str | None:
    return strategy.memory.sha256[:12] if strategy.memory else None


def trajectory(runs: Sequence[RunColumn]) -> list[tuple[int, list[Iteration | None]]]:
    """A line a round: each one's, None where it had no such round."""
    known = [{one.number: one for one in run.rounds} for run in runs]
    numbers = sorted({number for one in known for number in one})
    return [(number, [one.get(number) for one in known]) for number in numbers]


def scores(runs: Sequence[RunColumn]) -> dict[str, Any]:
    """The trajectory as a chart takes it: rounds, and a line of scores for each."""
    lines = trajectory(runs)
    return {
        "rounds": [number for number, _rows in lines],
        "scores": [[row.best_score if row else None for row in column] for column in
                   zip(*(rows for _number, rows in lines), strict=True)],
    }  # fmt: skip
