"""Variants or developments side by side, at a URL that can be shared: what differs, and which is
better in what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from config.desk.diff import Piece, word_diff
from config.runs.errors import REFUSALS, explain
from config.text.validation import as_number
from trading.domain.gates import best_round
from trading.memory import TrialNumbers, trial_count
from trading.models import Iteration, Strategy, Variant
from trading.presenting.code_names import parameter_word, word
from trading.presenting.gates import GateLine, GateVerdict, verdict_of
from trading.presenting.numbers import number, percent
from trading.presenting.result import named_marks
from trading.presenting.run_page import outcome_sentence
from trading.presenting.series import chart_words, months
from trading.presenting.trades import segment_rows, trade_rows
from trading.presenting.variant import rules
from trading.querysets import LARGE, LARGE_OF_STRATEGY
from trading.services.replay import replay_variant
from trading.views.development import visible

# Figure -> the better direction: 1 more, -1 less, 0 neither.
BETTER = {
    "sharpe_ratio": 1, "psr": 1, "annual_return": 1, "total_return": 1, "volatility": -1,
    "max_drawdown": 1, "win_rate": 1, "profit_factor": 1, "sortino": 1, "calmar": 1,
    "total_trades": 0, "exposure": 0, "turnover": 0, "costs_paid": -1, "buy_hold_return": 0,
}  # fmt: skip
SEGMENTS = ("train", "validation", "holdout")


@dataclass(frozen=True)
class Value:
    """A figure of one of several variants; `best` where no other's is better and at least one is
    worse."""

    value: Any
    best: bool = False


@dataclass(frozen=True)
class ComparedLine:
    """One property of all that are compared, in their order. `differs` where it is not the same."""

    name: str
    values: list[Value]

    @property
    def differs(self) -> bool:
        return len({repr(one.value) for one in self.values}) > 1


@dataclass(frozen=True)
class ComparedVariant:
    """A variant that is compared. `letter` marks it in tables and charts."""

    letter: str
    variant: Variant
    verdict: GateVerdict
    rules: list[str]
    changed: list[Piece]


def columns(variants: Sequence[Variant]) -> list[ComparedVariant]:
    """The variants in order; the rules of each against those of the first."""
    rule_texts = [rules(variant) for variant in variants]
    return [
        ComparedVariant(
            "ABCD"[n],
            variant,
            verdict_of(variant.gates.all(), variant.strategy.profile.get("pass_score", 1.0)),
            rule_texts[n],
            word_diff("\n".join(rule_texts[0]), "\n".join(rule_texts[n])) if n else [],
        )
        for n, variant in enumerate(variants)
    ]


def parameters(variants: Sequence[Variant]) -> list[ComparedLine]:
    """Every parameter that one of them has; None for one that lacks it."""
    labels: dict[str, str] = {}
    for variant in variants:
        for name in variant.parameters:
            labels.setdefault(name, parameter_word(name, variant.template))
    return [
        ComparedLine(label, [Value(variant.parameters.get(name)) for variant in variants])
        for name, label in labels.items()
    ]


def figures(variants: Sequence[Variant]) -> list[tuple[str, list[ComparedLine]]]:
    """The figures of each segment that one of them was played on."""
    known = [{row.segment: row.backtest for row in segment_rows(one)} for one in variants]
    found = []
    for segment in SEGMENTS:
        rows = [one.get(segment) for one in known]
        if any(rows):
            lines = [_figure(name, [_of(row, name) for row in rows]) for name in BETTER]
            found.append((segment, [line for line in lines if _any(line)]))
    return found


def _of(row: Any, name: str) -> Any:
    if row is None:
        return None
    return getattr(row, name) if hasattr(row, name) else row.metrics.get(name)


def _any(line: ComparedLine) -> bool:
    return any(one.value is not None for one in line.values)


def _figure(name: str, values: list[Any]) -> ComparedLine:
    rated = [value * BETTER[name] for value in values if value is not None]
    differs = BETTER[name] != 0 and len(set(rated)) > 1
    top = max(rated) if differs else None
    return ComparedLine(
        name,
        [Value(v, differs and v is not None and v * BETTER[name] == top) for v in values],
    )


def gates(variants: Sequence[Variant]) -> list[tuple[GateLine, list[GateLine | None]]]:
    """Every gate one of them was held against: the first that has it, and each one's own."""
    known = [
        {(g.name, g.segment): GateLine(g) for g in variant.gates.all()} for variant in variants
    ]
    keys = list(dict.fromkeys(key for one in known for key in one))
    return [
        (next(one[key] for one in known if key in one), [one.get(key) for one in known])
        for key in keys
    ]


def years(variants: Sequence[Variant]) -> tuple[list[ComparedLine], dict[int, str]]:
    """Each one's return by year, and what could not be recomputed, by the place of the variant."""
    found: list[dict[int, float]] = []
    errors = {}
    for n, variant in enumerate(variants):
        try:
            replay = replay_variant(variant=variant)
        except REFUSALS as error:
            errors[n] = explain(error)
            found.append({})
        else:
            found.append({row.year: row.total for row in months(replay, trade_rows(replay)).rows})
    every = sorted({year for one in found for year in one})
    lines = [_best_of(str(year), [one.get(year) for one in found]) for year in every]
    return lines, errors


def _best_of(name: str, values: list[float | None]) -> ComparedLine:
    rated = {value for value in values if value is not None}
    top = max(rated) if len(rated) > 1 else None
    return ComparedLine(
        name, [Value(value, value is not None and value == top) for value in values]
    )


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

    @property
    def outcome(self) -> str:
        """The development's own result in one sentence; empty before its end."""
        status = self.strategy.final_status
        return outcome_sentence(status, len(self.rounds)) if status else ""


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


def requests(runs: Sequence[RunColumn]) -> list[ComparedLine]:
    """The requests, a line per property; names are codes of the page."""
    lines = [
        _line("ticker", [run.strategy.ticker for run in runs]),
        _line("data", [str(run.strategy.dataset) for run in runs]),
        _line("dates", [_dates(run.strategy) for run in runs]),
        *(_line(name, [getattr(run.strategy, name) for run in runs]) for name in _LIMITS),
        _line("profile", [_profile(run.strategy) for run in runs]),
        _line("memory", [_memory(run.strategy) for run in runs]),
    ]
    names = sorted({name for run in runs for name in run.strategy.constraints})
    wanted = [(name, [run.strategy.constraints.get(name) for run in runs]) for name in names]
    return lines + [
        _line(name, [_constraint_text(name, v) for v in values]) for name, values in wanted
    ]


def _line(name: str, values: list[Any]) -> ComparedLine:
    return ComparedLine(name, [Value(value) for value in values])


# Constraints that are fractions, with the digits of their percentage.
_SHARES = {"commission": 2, "spread": 2, "borrow": 2, "margin": 0}


def _constraint_text(name: str, value: Any) -> Any:
    """A constraint's value as the page of a development says it."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if name in _SHARES:
        return percent(value, _SHARES[name])
    if name == "cash" and value is not None:
        return number(value, 0)
    return value


def _profile(strategy: Strategy) -> str:
    return word(strategy.profile.get("name", ""), "profile")


def _dates(strategy: Strategy) -> str | None:
    if not (strategy.date_from or strategy.date_to):
        return None
    return f"{_day(strategy.date_from)} – {_day(strategy.date_to)}"


def _day(when: date | None) -> str:
    return date_format(when, "SHORT_DATE_FORMAT") if when else "…"


def _memory(strategy: Strategy) -> str | None:
    return strategy.memory.sha256[:12] if strategy.memory else None


def trajectory(runs: Sequence[RunColumn]) -> list[tuple[int, list[Iteration | None]]]:
    """A line per round: each development's, None where it had no such round."""
    known = [{one.number: one for one in run.rounds} for run in runs]
    numbers = sorted({number for one in known for number in one})
    return [(number, [one.get(number) for one in known]) for number in numbers]


def scores(runs: Sequence[RunColumn]) -> dict[str, Any]:
    """The trajectory for a chart: rounds, and a line of scores for each."""
    lines = trajectory(runs)
    return {
        "rounds": [number for number, _rows in lines],
        "scores": [[row.best_score if row else None for row in column] for column in
                   zip(*(rows for _number, rows in lines), strict=True)],
    }  # fmt: skip


MOST_VARIANTS, MOST_RUNS = 4, 2
CHOICES = 300
"""The most alternatives in a choice: the newest."""


class Asked(NamedTuple):
    """The numbers in a URL, and what is wrong with them."""

    numbers: list[int]
    error: str


@login_required
@require_GET
def compare_variants(request: HttpRequest) -> HttpResponse:
    """Two to four variants, `v` each: rules, parameters, figures, gates, equity."""
    numbers = _chosen(request, "v", MOST_VARIANTS)
    rows = Variant.objects.visible_to(request.user).select_related("strategy__dataset")
    found: list[Variant] = _in_order(rows.prefetch_related("backtests", "gates"), numbers.numbers)
    strategies = [variant.strategy_id for variant in found]
    choices = Variant.objects.visible_to(request.user).filter(strategy__in=strategies)
    if not strategies:
        choices = Variant.objects.visible_to(request.user).order_by(
            "-strategy", "iteration", "index"
        )
    context: dict[str, Any] = {
        "numbers": numbers.numbers,
        "error": numbers.error,
        "choices": choices.select_related("strategy").defer("spec", "code", *LARGE_OF_STRATEGY)[
            :CHOICES
        ],
        "places": range(MOST_VARIANTS),
        "found": found,
        "words": chart_words(),
    }
    if not numbers.error:
        lengths, errors = years(found)
        context |= {
            "columns": columns(found),
            "parameters": parameters(found),
            "figures": figures(found),
            "marks": named_marks(found),
            "gates": gates(found),
            "years": lengths,
            "errors": errors,
        }
    # A single number is no error: its page leads here.
    status = 400 if numbers.error and len(numbers.numbers) != 1 else 200
    return render(request, "trading/variants/compare.html", context, status=status)


@login_required
@require_GET
def compare_strategies(request: HttpRequest) -> HttpResponse:
    """Two developments, `s` each: requests, results, and the course of the score."""
    numbers = _chosen(request, "s", MOST_RUNS)
    rows = visible(request).with_status().select_related("dataset", "memory", "hypothesis")
    rows = rows.prefetch_related(
        "iterations__best_variant__gates", "iterations__best_variant__backtests"
    )
    found: list[Strategy] = _in_order(rows.prefetch_related("variants"), numbers.numbers)
    context: dict[str, Any] = {
        "numbers": numbers.numbers,
        "error": numbers.error,
        "choices": visible(request).defer(*LARGE).order_by("-pk")[:CHOICES],
        "places": range(MOST_RUNS),
        "found": found,
    }
    if not numbers.error:
        runs = run_columns(found)
        best = [run.best for run in runs if run.best]
        context |= {
            "runs": runs,
            "asked": requests(runs),
            "trajectory": trajectory(runs),
            "scores": scores(runs),
            "figures": figures(best) if len(best) == len(runs) else [],
            "marks": named_marks(best),
        }
    # A single number is no error: its page leads here.
    status = 400 if numbers.error and len(numbers.numbers) != 1 else 200
    return render(request, "trading/strategies_compare.html", context, status=status)


def _chosen(request: HttpRequest, name: str, most: int) -> Asked:
    """The numbers given under a name, each once; empty choices count as none."""
    given = [value.strip() for value in request.GET.getlist(name) if value.strip()]
    found = [as_number(value, 17) for value in given]
    if None in found:
        return Asked([], _("The address names something that is not a number: choose below."))
    numbers = list(dict.fromkeys(each for each in found if each is not None))
    if 2 <= len(numbers) <= most:
        return Asked(numbers, "")
    if most == MOST_RUNS:
        return Asked(numbers[:most], _("Choose two different developments to compare."))
    return Asked(numbers[:most], _("Choose two to four different variants to compare."))


def _in_order(rows: QuerySet[Any], numbers: list[int]) -> list[Any]:
    """The rows with those numbers; 404 if one does not exist or may not be seen by this reader."""
    known = rows.in_bulk(numbers)
    if len(known) != len(numbers):
        raise Http404
    return [known[number] for number in numbers]
