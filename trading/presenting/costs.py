"""What trading cost: in money, of what was earned, and how much was moved for it."""

from __future__ import annotations

from dataclasses import dataclass

from trading.services.replay import Replay


@dataclass(frozen=True)
class CostRow:
    """A segment's costs. `gross` is what the winning trades earned before costs; `share` the
    costs' part of it, None without any."""

    segment: str
    trades: int
    paid: float
    gross: float
    net: float
    turnover: float | None

    @property
    def share(self) -> float | None:
        return self.paid / self.gross if self.gross > 0 else None

    @property
    def a_trade(self) -> float | None:
        return self.paid / self.trades if self.trades else None


def cost_rows(replay: Replay) -> list[CostRow]:
    """A row a segment."""
    return [
        CostRow(
            segment=part.segment,
            trades=len(part.trades),
            paid=sum(trade.commission for trade in part.trades),
            gross=sum(max(0.0, trade.pnl + trade.commission) for trade in part.trades),
            net=sum(trade.pnl for trade in part.trades),
            turnover=part.figures.get("turnover"),
        )
        for part in replay.parts
    ]
