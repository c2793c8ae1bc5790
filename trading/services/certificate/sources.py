"""The two sources of a certificate's numbers: the rows, or the stored prices played again."""

from __future__ import annotations

from typing import Any, Protocol

from django.db.models import QuerySet

from trading.domain.certificate import Document
from trading.domain.gates import GateResult, evaluate
from trading.domain.profiles import Profile
from trading.graph import gate_readings
from trading.market.errors import MarketError
from trading.memory import trial_count
from trading.models import (
    Backtest,
    Evidence,
    HoldoutOpening,
    Iteration,
    SecondLook,
    Strategy,
    TrialCount,
    Variant,
)
from trading.storage import extent

COLUMNS = (
    "sharpe_ratio", "annual_return", "volatility", "total_return", "max_drawdown", "win_rate",
    "profit_factor", "total_trades", "final_equity",
)  # fmt: skip


# The certificate's evidence as recorded; and the gates on it.

OF_GATES = ("reason", "details", "applicable")
"""A gate's fields beside its numbers, where evidence is judged."""
COUNTS = ("raw", "distinct", "inherited", "effective", "unplayed")
_LEFT_OUT = ("trials", "attempts", "iteration", "variant_index")
"""Fields of an examination that are left out: its trials are rows of the ledger, its attempts
concern the machine."""


def recorded(variant: Variant) -> Document | None:
    """The stored examination of a variant."""
    row = Evidence.objects.filter(variant=variant).first()
    return stated({**row.document, "error": row.error}) if row is not None else None


def stated(document: Document) -> Document:
    """The fields of an examination that a certificate states."""
    return {name: value for name, value in document.items() if name not in _LEFT_OUT}


def last_count(strategy: Strategy) -> TrialCount | None:
    """The newest count of trials of a development."""
    return TrialCount.objects.filter(strategy=strategy).order_by("-iteration").first()


def examined_by(strategy: Strategy, count: TrialCount) -> QuerySet[Evidence]:
    """The examinations of the round that a count was made by."""
    rows = Evidence.objects.select_related("variant").order_by("variant__index")
    return rows.filter(variant__strategy=strategy, variant__iteration=count.iteration)


def as_recorded(strategy: Strategy, certified: Variant | None) -> Document:
    """The examined variants beside the certified one, on whose moments, as they are recorded, the
    newest count rests, too: they are not examined anew. Nothing without a count."""
    count = last_count(strategy)
    if count is None:
        return {}
    rows = [row.variant for row in examined_by(strategy, count) if row.variant != certified]
    return {"as_recorded": [{"iteration": one.iteration, "index": one.index} for one in rows]}


def count_of(variant: Variant) -> TrialCount | None:
    """The count of the round that judged a variant."""
    rows = TrialCount.objects.filter(strategy=variant.strategy_id, iteration=variant.iteration)
    return rows.first()


def as_ledger(row: TrialCount | None) -> Document | None:
    """A count as it was reported when it was made."""
    if row is None:
        return None
    return {**row.document, **{name: getattr(row, name) for name in COUNTS}}


def judged(
    profile: Profile, played: Document, trials: int, examined: Document | None,
    ledger: Document | None, variant: Variant,
) -> GateResult:  # fmt: skip
    """The gates on a variant's figures, judged as in the graph's node."""
    one: Document = _share_of_error(variant) | {
        "trials": trials,
        "trial_ledger": None,
        "backtest_results": [{"segments": played}],
        "evidence": [examined],
    }
    if ledger is not None:
        known = ledger.get("variants", {})
        one["trial_ledger"] = ledger | {"variants": {"0": known.get(str(variant.index)) or {}}}
    state: Any = one
    return evaluate(profile, *gate_readings.judged(state, profile, 0))


def final_p(
    examined: Document | None, ledger: Document | None, holdout: Document, variant: Variant
) -> float | None:
    """The last test of a variant, made as in the graph's node."""
    state: Any = _share_of_error(variant) | {
        "trials": 1, "trial_ledger": ledger, "evidence": [examined],
    }  # fmt: skip
    return gate_readings.final_p(state, 0, holdout)


def _share_of_error(variant: Variant) -> Document:
    """The state as the gates need it: whether a variant was handed in, or is beside one that
    was."""
    handed_in = Variant.objects.filter(strategy=variant.strategy_id, as_written=True).exists()
    return {
        "strategy_variants": [{"as_written": variant.as_written}],
        "iteration_history": [{"as_written": handed_in}],
    }


GATE = (
    "name", "segment", "operator", "threshold", "soft", "weight", "required", "value", "score",
    "passed", "margin", *OF_GATES,
)  # fmt: skip
SEGMENTS = ("train", "validation")


class CertificateSource(Protocol):
    """The parts of a certificate that are numbers, or hashes of stored content."""

    def data(self, strategy: Strategy) -> Document:
        """`{sha256, bars, segments}`."""

    def figures(self, variant: Variant, segment: str) -> Document | None:
        """All figures of a variant on a segment before the holdout; None where there are none."""

    def seen(self, opening: HoldoutOpening) -> Document | None:
        """A variant's results on the bars of an opening."""

    def gates(self, variant: Variant) -> list[Document]:
        """Each gate with its value, score and margin."""

    def best(self, row: Iteration) -> Document:
        """`{best_score, best_sharpe}` of a round."""

    def trials(self, strategy: Strategy) -> Document:
        """The count of trials."""

    def evidence(self, variant: Variant) -> Document | None:
        """The examination of a variant."""

    def spec_hash(self, variant: Variant) -> str:
        """The hash of its rules."""

    def memory_hash(self, strategy: Strategy) -> str | None:
        """The hash of the recalled memory."""

    def registration_hash(self, row: Any) -> str:
        """The hash of a pre-registration."""


class Recorded:
    """The values of the rows."""

    def data(self, strategy: Strategy) -> Document:
        row = strategy.dataset
        return {"sha256": row.sha256, "bars": row.bars, "segments": segments(strategy)}

    def figures(self, variant: Variant, segment: str) -> Document | None:
        row = next((one for one in variant.backtests.all() if one.segment == segment), None)
        return _of(row) if row else None

    def seen(self, opening: HoldoutOpening) -> Document | None:
        look: SecondLook | None = getattr(opening, "second_look", None)
        if look:
            return dict(look.metrics) or None
        row: Backtest | None = getattr(opening, "backtest", None)
        return _of(row) if row else None

    def gates(self, variant: Variant) -> list[Document]:
        rows = variant.gates.order_by("id")
        return [{name: getattr(row, name) for name in GATE} for row in rows]

    def best(self, row: Iteration) -> Document:
        return {"best_score": row.best_score, "best_sharpe": row.best_sharpe}

    def trials(self, strategy: Strategy) -> Document:
        ledger = as_ledger(last_count(strategy))
        return counted(strategy) | ({"ledger": ledger} if ledger else {})

    def evidence(self, variant: Variant) -> Document | None:
        return recorded(variant)

    def spec_hash(self, variant: Variant) -> str:
        return variant.spec_hash

    def memory_hash(self, strategy: Strategy) -> str | None:
        return strategy.memory.sha256 if strategy.memory else None

    def registration_hash(self, row: Any) -> str:
        return str(row.sha256)


def counted(strategy: Strategy) -> Document:
    """The trials as their rows are now."""
    return dict(trial_count(strategy))


def segments(strategy: Strategy) -> Document:
    """The dates of each segment; none where the prices cannot be read."""
    try:
        found = extent(strategy.dataset, strategy.date_from, strategy.date_to)
    except MarketError:
        return {}
    return {
        one.name: {"bars": one.bars, "from": one.first.isoformat(), "to": one.last.isoformat()}
        for one in found
    }


def _of(row: Backtest) -> Document | None:
    """The figures of a backtest; columns come before the metrics, as on pages."""
    columns = {name: getattr(row, name) for name in COLUMNS}
    known = any(value is not None for value in columns.values())
    return {**row.metrics, **columns} if known or row.metrics else None
