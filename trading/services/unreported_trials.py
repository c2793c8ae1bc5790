"""What an examination tried that failed before it could say so: counted at its most."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

from config.error_texts import TranslatableError
from trading.graph.context import Document
from trading.strategies.parse import parse_spec
from trading.strategies.search import grid_size
from trading.strategies.spec import StrategySpec, spec_hash

_TOLD = ("refused", "failed")
"""Failures of the job itself; the others are of its worker, at any moment."""


def unreported(variant: Document, error: Mapping[str, Any], frame: pd.DataFrame) -> list[Document]:
    """A trial for each parameter set that may have been played, at most: nothing that was tried
    goes uncounted.

    Which sets they were is not known. They bear the hash of the spec in place of that of its
    rules, so that none is taken for another's and none is played anew: each counts as its own.
    """
    spec = parse_spec(variant["spec"])
    if error["code"] in _TOLD and _never_played(spec, frame):
        return []
    return [
        {
            "kind": variant["approach"],
            "rules_hash": spec_hash(spec),
            "parameters": {"unreported": number},
            "sharpe_ratio": None,
            "total_trades": None,
            "source": "walk_forward",
        }
        for number in range(ceiling(spec))
    ]


def ceiling(spec: StrategySpec) -> int:
    """The sets that an examination plays, at most: those of every fold, and the neighbours."""
    from trading.evidence.folds import FOLDS
    from trading.evidence.plateau import neighbourhood
    from trading.evidence.walk_forward.forward import WAYS
    from trading.strategies.plateau_search import SETS

    if not spec.parameters:
        return 0
    return min(grid_size(spec), len(WAYS) * FOLDS * SETS + len(neighbourhood(spec)))


def _never_played(spec: StrategySpec, frame: pd.DataFrame) -> bool:
    """Whether it is refused on these bars before any set is played, as an examination begins."""
    from trading.strategies.signals import compute_signals

    try:
        compute_signals(spec, frame)
    except TranslatableError:
        return True
    return False
