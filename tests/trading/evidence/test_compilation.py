"""What is compiled ahead is all that a development calls, by whoever is the first to need it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.trading.backtest.prices import bundled
from trading.backtest.machine_code import ROOT, WHOLE, sources
from trading.backtest.pool import Pool
from trading.strategies.templates import template

PROGRAM = """
import sys
from trading.evidence.compilation import compile_engine

compile_engine()
for name, module in sorted(sys.modules.items()):
    for key, each in vars(module).items() if name.startswith("trading.") else ():
        if getattr(each, "signatures", None) and each.__module__ == name:
            print(f"{name}.{key}", len(each.signatures))
"""


def called_from_python() -> set[str]:
    """The compiled functions that modules without any name, but for those that compiled ones call:
    they are compiled with their callers."""
    others = [file for file in ROOT.rglob("*.py") if file not in sources()]
    text = "\n".join(file.read_text() for file in others)
    compiled = "\n".join(file.read_text() for file in sources())
    found = set()
    for file in sources():
        module = ".".join(file.relative_to(ROOT.parent).with_suffix("").parts)
        for name in re.findall(r"@compiled\ndef (\w+)", file.read_text()):
            parts = rf"\b{file.stem}\.{name}\b|from {re.escape(module)} import .*\b{name}\b"
            if re.search(parts, text) and not re.search(rf"(?<!def )\b{name}\(", compiled):
                found.add(f"{module}.{name}")
    return found


@pytest.fixture(scope="module")
def compiled_ahead() -> dict[str, int]:
    """For how many types of arguments each function is compiled."""
    done = subprocess.run(
        [sys.executable, "-B", "-c", PROGRAM],
        cwd=ROOT.parent, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    lines = (line.split() for line in done.stdout.splitlines())
    return {name: int(count) for name, count in lines}


def test_every_function_that_python_calls_is_compiled_ahead(
    compiled_ahead: dict[str, int],
) -> None:
    called = called_from_python()
    assert "trading.evidence.kernels.judge" in called
    assert called - compiled_ahead.keys() == set()


def test_what_python_calls_is_compiled_once(compiled_ahead: dict[str, int]) -> None:
    """Prices, sizes and tables reach a function as one type of array, whatever they come from."""
    counts = {name: compiled_ahead[name] for name in called_from_python()}
    assert {name: count for name, count in counts.items() if count > 1} == {}


@pytest.mark.slow
def test_the_first_worker_compiles_all_and_starts_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What answers has loaded its code, and compiles nothing for any job."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    prices = bundled("IBM").iloc[:700]
    job = {
        "id": "job", "spec": template("sma_reversal").make().document(), "cash": 10_000.0,
        "commission": 0.002, "bars_per_year": 252.0, "train_bars": 400, "seed": 0,
        "window": {"prices": "ibm", "bars": [0, 700]},
    }  # fmt: skip
    with Pool(workers=1, module="trading.evidence.worker") as pool:
        pool.offer("ibm", prices)
        assert pool.run_now([{**job, "kind": "backtest"}])[0].ok
        (compiled,) = tmp_path.iterdir()
        whole = {file: file.stat().st_mtime_ns for file in compiled.rglob("*")}
        assert compiled / WHOLE in whole
        assert all(found.ok for found in pool.run_now([{**job, "kind": "evidence"}]))
    assert {file: file.stat().st_mtime_ns for file in compiled.rglob("*")} == whole
