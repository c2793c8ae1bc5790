"""The sealed holdout: nothing before its recorded opening depends on it; nobody else reads it."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import trading
from config.runs.execution import execute
from tests.trading.market.files import walk
from tests.trading.services.inline import FEW, momentum, started
from tests.trading.services.test_execute import timeless
from tests.trading.storage.stored import prices
from trading.market.data import split
from trading.models import Backtest, CachedResearch, HoldoutOpening, Strategy
from trading.storage import store_prices

HERE = Path(trading.__file__).parent
READERS = {
    # who may name it, besides where it is defined
    "open_holdout": {"storage/__init__.py", "storage/holdout.py",
                     "services/holdout.py", "services/spec_backtests.py",
                     "services/replay.py"},
    "read_history": {"storage/holdout.py", "storage/history.py", "storage/preview.py"},
    "blob": {"storage/history.py", "storage/imports.py", "models/datasets.py"},
    "PriceBlob": {"storage/imports.py", "models/__init__.py", "models/datasets.py"},
}  # fmt: skip


def names_in(file: Path) -> set[str]:
    """Every name, attribute and import of a module."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.ImportFrom | ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.FunctionDef | ast.keyword):
            found.add(str(getattr(node, "name", None) or getattr(node, "arg", "")))
    return found


@pytest.mark.parametrize("name", READERS)
def test_only_storage_and_the_recorded_opening_reach_sealed_bars(name: str):
    users = {
        str(file.relative_to(HERE))
        for file in HERE.rglob("*.py")
        if "migrations" not in file.parts and name in names_in(file)
    }
    assert users <= READERS[name]
    assert users


def poisoned(frame: pd.DataFrame) -> pd.DataFrame:
    """The same history up to the holdout; from there on prices and volumes are absurd."""
    first = split(len(frame)).holdout[0]
    wild = frame.copy()
    rng = np.random.default_rng(99)
    factor = np.exp(np.cumsum(rng.normal(-0.01, 0.2, len(frame) - first)))
    for column in ("Open", "High", "Low", "Close"):
        wild[column] = np.concatenate([frame[column][:first], frame[column][first:] * factor])
    wild["Volume"] = np.concatenate([frame["Volume"][:first], np.full(len(frame) - first, 7.0)])
    return wild


def ordered(rows: Any, *fields: str) -> list[Any]:
    """Rows in an order of their content: of steps side by side, any may be stored first."""
    return sorted(rows.values_list(*fields), key=repr)


def kept(frame: pd.DataFrame) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """What a development of this history leaves, and its state after each node."""
    store_prices(ticker="SEAL", prices=prices(frame), source="a test")
    CachedResearch.objects.all().delete()
    asked = started("SEAL", objective="short-term momentum", limits=FEW)
    seen: list[dict[str, Any]] = []
    run = execute(asked.run.pk, on_node=lambda node, update: seen.append({node: dict(update)}))
    assert run.status == "done", run.error
    strategy = Strategy.objects.get(pk=asked.strategy.pk)
    rows = {
        "findings": ordered(strategy.findings, "research_iteration", "agent", "name", "value"),
        "sheets": ordered(strategy.fact_sheets, "research_iteration", "domain", "text"),
        "variants": ordered(strategy.variants, "iteration", "index", "spec_hash", "rationale"),
        "trials": ordered(strategy.trials, "iteration", "source", "parameters", "sharpe_ratio"),
        "backtests": ordered(
            Backtest.objects.filter(variant__strategy=strategy).exclude(segment="holdout"),
            "variant__iteration", "variant__index", "segment", "metrics",
        ),
    }  # fmt: skip
    return rows, [timeless(update) for update in seen]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("inline")
def test_a_poisoned_holdout_changes_nothing_before_it_is_opened():
    clean, before = kept(momentum())
    openings = HoldoutOpening.objects.count()
    wild, after = kept(poisoned(momentum()))
    assert openings == 1
    assert HoldoutOpening.objects.count() == 2
    assert wild == clean
    assert after[:-1] == before[:-1]
    # The last node judges before it opens: its gates are the same, what it saw then is not.
    (last_clean,), (last_wild,) = before[-1].values(), after[-1].values()
    for field in ("quality_gate_results", "passed_quality_gates", "best_variant_index"):
        assert last_wild[field] == last_clean[field]
    assert last_wild["holdout"]["metrics"] != last_clean["holdout"]["metrics"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("inline")
def test_a_random_walk_with_a_poisoned_holdout_ends_the_same_and_stays_sealed():
    frame = walk(400)
    clean = kept(frame)
    wild = kept(poisoned(frame))
    assert wild == clean
    assert HoldoutOpening.objects.count() == 0
    assert not Backtest.objects.filter(segment="holdout").exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("inline")
def test_a_second_look_at_the_same_bars_says_so():
    first = kept(momentum())[1][-1]["quality_gate"]
    second = kept(momentum())[1][-1]["quality_gate"]
    assert first["holdout"]["openings_before"] == 0
    assert second["holdout"]["openings_before"] == 1
    assert "before: 1" in second["decision_reasoning"]
    rows = Backtest.objects.filter(segment="holdout")
    assert {row.opening_id for row in rows} == set(
        HoldoutOpening.objects.values_list("pk", flat=True)
    )
