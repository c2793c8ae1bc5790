"""A bench whose train is a formula, and edges and specs for the strategist's tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from trading.strategies.parse import parse_spec
from trading.strategies.search import Tuned, plateau_search
from trading.strategies.spec import StrategySpec

Formula = Callable[[Mapping[str, float]], float | None]


class Surface:
    """Answers a search by a formula of the parameters, with plenty of trades."""

    def __init__(self, formula: Formula, trades: int = 100) -> None:
        self.formula, self.trades = formula, trades
        self.asked: list[dict[str, float]] = []

    async def search(
        self, spec: StrategySpec, sets: Sequence[Mapping[str, float]]
    ) -> list[dict[str, Any]]:
        self.asked += [dict(values) for values in sets]
        return [
            {
                "parameters": dict(values),
                "sharpe_ratio": self.formula(values),
                "volatility": 0.2,
                "total_trades": self.trades,
            }
            for values in sets
        ]

    async def tune(self, spec: StrategySpec, seed: Sequence[int]) -> dict[str, Any]:
        found = await self.searched(spec, seed)
        return {"parameters": dict(found.spec.values), "rows": found.rows}

    async def searched(self, spec: StrategySpec, seed: Sequence[int]) -> Tuned:
        """What a search from the spec finds here."""
        search = plateau_search(spec, seed)
        try:
            asked = next(search)
            while True:
                asked = search.send(await self.search(spec, asked))
        except StopIteration as end:
            found: Tuned = end.value
            return found


def crossing(**parameters: Any) -> StrategySpec:
    """A price above its average, with the parameters given or `length` from 2 to 100."""
    length = {"type": "int", "value": 50, "low": 2, "high": 100, "step": 1}
    return parse_spec(
        {
            "spec_version": 1,
            "name": "Above the average",
            "parameters": parameters or {"length": length},
            "indicators": {"average": {"kind": "sma", "length": "$length"}},
            "long_entry": {"op": ">", "left": "close", "right": "average"},
            "long_exit": {"op": "<", "left": "close", "right": "average"},
        }
    )


def fixed() -> StrategySpec:
    """One without parameters."""
    return parse_spec(
        {
            "spec_version": 1,
            "name": "Any rise",
            "indicators": {"last": {"kind": "return"}},
            "long_entry": {"op": ">", "left": "last", "right": 0},
            "long_exit": {"op": "<", "left": "last", "right": 0},
        }
    )


def edge(kind: str, score: float = 1.0, *, significant: bool = True, **params: Any) -> dict:
    """An edge as the leader tells it."""
    return {
        "kind": kind,
        "score": score,
        "significant": significant,
        "p_adjusted": 0.01 if significant else 0.3,
        "params": params,
        "evidence": [{"agent": "momentum", "name": f"found_{kind}"}],
    }
