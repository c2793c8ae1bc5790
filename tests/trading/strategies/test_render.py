"""A rendered script, run on its own, gives the statistics of our engine."""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from tests.trading.backtest.prices import bundled
from tests.trading.strategies.bars import made_up
from tests.trading.strategies.random_spec import random_spec
from tests.trading.strategies.scripts import run, run_scripts, write_prices
from trading.backtest.run import run_backtest
from trading.domain.broker import CASH, Broker
from trading.strategies.errors import RuleError
from trading.strategies.mutate import with_regime_filter, with_stops, with_volatility_target
from trading.strategies.render import render
from trading.strategies.signals import compute_signals
from trading.strategies.spec import StrategySpec
from trading.strategies.templates import TEMPLATES, template

NASTY = [
    '"""\nimport os\nos._exit(3)\n"""',
    "it's \\",
    "line\r\nbreak\x0b\x0c\x1c\x85\u2028\u2029",
    "%s %(x)s {x} \\N{BULLET} \\u0041",
    "\x00\ud800\u202e🚀",
    "'''\"\"\"",
]


def same(spec: StrategySpec, frame: pd.DataFrame, stats: dict[str, Any], **costs: Any) -> None:
    """The script's final equity and trades are those of the reference engine."""
    signals = compute_signals(spec, frame)
    result = run_backtest(frame, signals, engine="reference", **costs)
    trades = stats["# Trades"] + stats["# Open Trades"]
    assert trades == result.metrics.total_trades, spec.document()
    expected = pytest.approx(result.metrics.final_equity, rel=1e-9)
    assert stats["Equity Final [$]"] == expected, spec.document()


@pytest.mark.slow
def test_the_scripts_of_all_templates_give_our_statistics(tmp_path: Path) -> None:
    frame = bundled("AAPL").iloc[:800]
    specs = [found.make() for found in TEMPLATES]
    base = template("zscore_reversion").make()
    specs.append(with_stops(base, stop_loss=0.03, take_profit=0.08))
    specs.append(with_stops(base, trailing_stop=0.05, time_stop=8))
    specs.append(with_stops(base, stop_loss=0.04, trailing_stop=0.06))
    specs.append(with_volatility_target(with_regime_filter(base, "calm"), 0.1))

    for spec, stats in zip(specs, run_scripts(specs, frame, tmp_path), strict=True):
        same(spec, frame, stats)
        assert stats["# Trades"] > 0, spec.name


@pytest.mark.slow
def test_the_scripts_of_random_specs_give_our_statistics(tmp_path: Path) -> None:
    frame = bundled("IBM").iloc[300:650]
    costs = {"cash": 25_000.0, "commission": 0.0005}
    specs = [random_spec(np.random.default_rng(seed)) for seed in range(40)]

    for spec, stats in zip(specs, run_scripts(specs, frame, tmp_path, **costs), strict=True):
        same(spec, frame, stats, **costs)


@pytest.mark.slow
def test_a_script_has_spread_and_margin(tmp_path: Path) -> None:
    frame = bundled("IBM").iloc[300:650]
    costs = {"broker": Broker(spread=0.002, margin=0.5)}
    specs = [template(name).make() for name in ("donchian_breakout", "zscore_reversion")]
    for spec, stats in zip(specs, run_scripts(specs, frame, tmp_path, **costs), strict=True):
        same(spec, frame, stats, **costs)


def test_a_script_without_terms_is_as_it_was_and_says_what_it_leaves_out() -> None:
    spec = template("sma_long").make()
    assert render(spec, broker=CASH) == render(spec)
    assert "MARGIN" not in render(spec)
    assert "it is not charged here" in render(spec, broker=Broker(borrow=0.0001))


@pytest.mark.slow
def test_a_script_reads_standard_input_alone(tmp_path: Path) -> None:
    script = tmp_path / "strategy.py"
    script.write_text(render(template("sma_long").make()), encoding="utf-8")
    prices = write_prices(made_up(300), tmp_path).read_text()

    stats = run([sys.executable, "-I", str(script), "--json"], tmp_path, prices).stdout

    assert json.loads(stats)["Start"].startswith("2015")


@pytest.mark.parametrize("text", NASTY)
def test_what_a_user_wrote_stays_in_its_string(text: str) -> None:
    plain = template("sma_long").make()
    spec = plain.model_copy(update={"name": text, "description": text})

    script = render(spec)
    tree = ast.parse(script.encode("utf-8"))

    assert constants(tree)["NAME"] == constants(tree)["DESCRIPTION"] == text
    assert outline(tree) == outline(ast.parse(render(plain)))


def constants(tree: ast.Module) -> dict[str, Any]:
    return {
        node.targets[0].id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Constant)
    }


def outline(tree: ast.Module) -> list[str]:
    """The script without the values of its string constants at the top."""
    return [ast.dump(node) for node in tree.body if not isinstance(node, ast.Assign)]


def test_a_script_needs_only_three_packages() -> None:
    allowed = {"backtesting", "numpy", "pandas", *sys.stdlib_module_names}

    for found in TEMPLATES:
        for node in ast.walk(ast.parse(render(found.make()))):
            if isinstance(node, ast.Import):
                assert {alias.name.split(".")[0] for alias in node.names} <= allowed
            if isinstance(node, ast.ImportFrom):
                assert str(node.module).split(".")[0] in allowed


def test_the_same_spec_gives_the_same_script() -> None:
    spec = template("donchian_breakout").make()

    assert render(spec) == render(spec.model_copy())


def test_names_that_a_script_uses_itself_do_not_clash(tmp_path: Path) -> None:
    document = {
        "name": "Clash",
        "parameters": {"fast": {"type": "int", "value": 5, "low": 2, "high": 9}},
        "indicators": {
            "fast": {"kind": "sma", "length": "$fast"},
            "sma": {"kind": "ema", "length": 9},
            "signal_long": {"kind": "rsi", "length": 5},
            "strategy": {"kind": "lag", "source": "fast", "length": 1},
        },
        "long_entry": {
            "op": "and",
            "conditions": [
                {"op": ">", "left": "fast", "right": "sma"},
                {"op": ">", "left": "signal_long", "right": 40},
            ],
        },
        "long_exit": {"op": "<", "left": "fast", "right": "strategy"},
    }
    spec = StrategySpec.model_validate(document)
    frame = made_up(200)

    (stats,) = run_scripts([spec], frame, tmp_path)

    same(spec, frame, stats)


def test_a_rule_error_is_not_hidden_by_rendering() -> None:
    spec = template("volatility_managed").make()
    flat = made_up(400).assign(Open=5.0, High=5.0, Low=5.0, Close=5.0)

    signals = compute_signals(spec, flat)
    assert not signals.long_entry.any()

    with pytest.raises(RuleError, match="no value"):
        compute_signals(template("zscore_reversion").make(), flat)
