"""Random valid specs from a seed."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.trading.strategies.random_parts import Maker
from trading.strategies.indicators import KINDS
from trading.strategies.mutate import prune
from trading.strategies.parse import parse_spec
from trading.strategies.spec import StrategySpec


def random_spec(
    rng: np.random.Generator, *, stops: bool = True, sizing: bool = True
) -> StrategySpec:
    """A valid spec drawn from all that specs can say; the same for the same state of `rng`.

    Look-backs stay below about 250 bars. Without `stops`, none of the price or time stops; without
    `sizing`, always all-in.
    """
    maker = Maker(rng)
    for kind in rng.choice(sorted(KINDS), size=int(rng.integers(1, 4)), replace=False):
        maker.indicator(KINDS[str(kind)])
    direction = maker.pick("long", "short", "both", "both")
    document: dict[str, Any] = {
        "name": f"Random {int(rng.integers(1_000_000))}",
        "direction": direction,
    }
    for side in ("long", "short"):
        if direction in (side, "both"):
            document[f"{side}_entry"] = maker.entry()
            if direction == side or rng.random() < 0.6:
                document[f"{side}_exit"] = maker.leave(document[f"{side}_entry"])
    if stops:
        document["stops"] = _stops(maker)
    if sizing:
        document["sizing"] = _sizing(maker)
    document |= {"parameters": maker.parameters, "indicators": maker.indicators}
    return parse_spec(prune(document))


def _stops(maker: Maker) -> dict[str, Any]:
    rng, found = maker.rng, {}
    for name, low, high in (
        ("stop_loss", 0.01, 0.15),
        ("take_profit", 0.01, 0.3),
        ("trailing_stop", 0.02, 0.2),
    ):
        if rng.random() < 0.25:
            found[name] = round(float(rng.uniform(low, high)), 3)
    if rng.random() < 0.2:
        found["time_stop"] = int(rng.integers(1, 40))
    return found


def _sizing(maker: Maker) -> dict[str, Any]:
    rng = maker.rng
    if rng.random() < 0.5:
        return {"kind": "all_in"}
    if rng.random() < 0.5:
        fraction = round(float(rng.uniform(0.1, 1.0)), 2)
        return {"kind": "fixed_fraction", "fraction": fraction}
    annual = round(float(rng.uniform(0.05, 0.4)), 2)
    return {"kind": "volatility_target", "annual": annual, "length": int(rng.integers(5, 40))}
