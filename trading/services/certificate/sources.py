"""Where a certificate's numbers come from: the rows, or the stored prices played anew."""

from __future__ import annotations

from typing import Any, Protocol

from trading.domain.certificate import Document
from trading.market.errors import MarketError
from trading.memory import trial_count
from trading.models import Backtest, HoldoutOpening, Iteration, SecondLook, Strategy, Variant
from trading.services.certificate import evidence
from trading.storage import extent

COLUMNS = (
    "sharpe_ratio", "annual_return", "volatility", "total_return", "max_drawdown", "win_rate",
    "profit_factor", "total_trades", "final_equity",
)  # fmt: skip
GATE = (
    "name", "segment", "operator", "threshold", "soft", "weight", "required", "value", "score",
    "passed", "margin", *evidence.OF_GATES,
)  # fmt: skip
SEGMENTS = ("train", "validation")


class CertificateSource(Protocol):
    """What of a certificate is a number, or the hash of something stored."""

    def data(self, strategy: Strategy) -> Document:
        """`{sha256, bars, segments}`."""

    def figures(self, variant: Variant, segment: str) -> Document | None:
        """All figures of a variant on a segment before the holdout; None where there are none."""

    def seen(self, opening: HoldoutOpening) -> Document | None:
        """What a variant came to on the bars of an opening."""

    def gates(self, variant: Variant) -> list[Document]:
        """Each gate with its value, score and margin."""

    def best(self, row: Iteration) -> Document:
        """`{best_score, best_sharpe}` of a round."""

    def trials(self, strategy: Strategy) -> Document:
        """How much was tried."""

    def evidence(self, variant: Variant) -> Document | None:
        """The examination of a variant."""

    def spec_hash(self, variant: Variant) -> str:
        """Of its rules."""

    def memory_hash(self, strategy: Strategy) -> str | None:
        """Of what was recalled."""

    def registration_hash(self, row: Any) -> str:
        """Of a pre-registration."""


class Recorded:
    """As the rows have it."""

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
        ledger = evidence.as_ledger(evidence.last_count(strategy))
        return counted(strategy) | ({"ledger": ledger} if ledger else {})

    def evidence(self, variant: Variant) -> Document | None:
        return evidence.recorded(variant)

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
    """The dates between which each segment lies; none where the prices cannot be read."""
    try:
        found = extent(strategy.dataset, strategy.date_from, strategy.date_to)
    except MarketError:
        return {}
    return {
        one.name: {"bars": one.bars, "from": one.first.isoformat(), "to": one.last.isoformat()}
        for one in found
    }


def _of(row: Backtest) -> Document | None:
    """The figures of a backtest; the columns over what the metrics say, as pages show them."""
    columns = {name: getattr(row, name) for name in COLUMNS}
    known = any(value is not None for value in columns.values())
    return {**row.metrics, **columns} if known or row.metrics else None
