"""Running rendered scripts in a process of their own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pandas as pd

from trading.strategies.render import render
from trading.strategies.spec import StrategySpec

# Runs each script as if it alone had been started: importing backtesting takes a second.
_DRIVER = """
import contextlib, io, json, runpy, sys
prices, *scripts = sys.argv[1:]
for script in scripts:
    sys.argv = [script, prices, "--json"]
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        runpy.run_path(script, run_name="__main__")
    print(json.dumps(json.loads(said.getvalue())))
"""


def write_prices(frame: pd.DataFrame, folder: Path) -> Path:
    """The frame as the CSV file a script reads."""
    path = folder / "prices.csv"
    frame.to_csv(path, index_label="Date")
    return path


def run_scripts(
    specs: list[StrategySpec], frame: pd.DataFrame, folder: Path, **costs: Any
) -> list[dict[str, Any]]:
    """The statistics each spec's script prints, from one process that cannot import ours."""
    scripts = []
    for at, spec in enumerate(specs):
        script = folder / f"script_{at}.py"
        script.write_text(render(spec, **costs), encoding="utf-8")
        scripts.append(str(script))
    prices = str(write_prices(frame, folder))
    done = run([sys.executable, "-I", "-c", _DRIVER, prices, *scripts], folder)
    return [json.loads(line) for line in done.stdout.splitlines()]


def run(
    command: list[str], folder: Path, given: str | None = None
) -> subprocess.CompletedProcess[str]:
    """A finished process; it fails the test, with what it said, where it ended in error."""
    done = subprocess.run(  # noqa: PLW1510
        command, cwd=folder, input=given, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return done
