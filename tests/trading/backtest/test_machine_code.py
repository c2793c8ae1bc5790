"""Compiled code is kept on disk, and never older than any source it was made of."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import types
from collections.abc import Iterator
from pathlib import Path

import numba
import pytest

from trading.backtest import machine_code as module
from trading.backtest.machine_code import (
    KEPT,
    PREFIX,
    ROOT,
    cache_folder,
    compiled,
    compiled_now,
    sources,
)


def test_a_function_without_a_place_for_its_cache() -> None:
    code = compile("def double(x):\n    return 2 * x\n", "<nowhere>", "exec").co_consts[0]
    double = compiled(types.FunctionType(code, {}))
    assert double(2) == 4


PROGRAM = """
import numpy as np
from trading.backtest import kernel
from trading.evidence.kernels import play

closes = np.array([10.0, 11.0, 12.0, 11.5, 12.5, 13.0])
bar = np.ones((1, 1), np.int64)
found = np.empty(1)
play(closes, closes + 1, closes - 1, closes, 2 * bar, 4 * bar, bar[0], np.ones((1, 1)),
     1, 0, 1e4, 0.001, 0.0, 1.0, 0.0, 2, found)
print(found[0], kernel.whole_units(1e4, 1.0, 10.0, 10.0, 0.001, 1.0))
"""


class Copy:
    """The package in another place, whose compiled code is kept in `cache`."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.cache = folder / "copy", folder / "cache"
        ignore = shutil.ignore_patterns("__pycache__")
        for name in (
            "trading/backtest",
            "trading/evidence",
            "trading/strategies",
            "trading/domain",
        ):
            shutil.copytree(ROOT.parent / name, self.folder / name, ignore=ignore)
        (self.folder / "config").mkdir()
        for name in ("trading/__init__.py", "config/error_texts.py"):
            shutil.copy(ROOT.parent / name, self.folder / name)

    def edit(self, name: str, old: str, new: str) -> None:
        file = self.folder / name
        text = file.read_text()
        assert text.count(old) == 1
        file.write_text(text.replace(old, new))

    def played(self) -> list[str]:
        """A Sharpe ratio and a number of units."""
        done = subprocess.run(
            [sys.executable, "-B", "-c", PROGRAM], cwd=self.folder, text=True, check=False,
            env={**os.environ, "NUMBA_CACHE_DIR": str(self.cache)},
            capture_output=True,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout.split()


@pytest.mark.slow
def test_all_follow_an_edit_of_the_rules(tmp_path: Path) -> None:
    copy = Copy(tmp_path)
    ratio, units = copy.played()
    assert list(copy.cache.rglob("kernels.play*.nbc"))
    copy.edit(
        "trading/backtest/kernel.py",
        "    units = available * fraction // costs\n",
        "    units = available * fraction // costs // 2\n",
    )
    other_ratio, other_units = copy.played()
    assert float(ratio) != float(other_ratio)
    assert (float(units), float(other_units)) == (999, 499)


@pytest.fixture
def forgetful() -> Iterator[None]:
    """The folder of compiled code is looked for anew, before and after."""
    cache_folder.cache_clear()
    yield
    cache_folder.cache_clear()


@pytest.mark.usefixtures("forgetful")
def test_old_code_does_not_gather(tmp_path: Path) -> None:
    for age in range(9):
        (tmp_path / f"{PREFIX}{age}").mkdir()
        os.utime(tmp_path / f"{PREFIX}{age}", (1e9 - age, 1e9 - age))
    (tmp_path / "of others").mkdir()
    own = cache_folder(str(tmp_path))
    assert own is not None
    found = {place.name for place in tmp_path.iterdir()}
    assert found == {own.name, "of others", *(f"{PREFIX}{age}" for age in range(KEPT - 1))}


@pytest.mark.usefixtures("forgetful")
def test_a_place_that_cannot_be_written_is_none(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert cache_folder(str(tmp_path / "file")) is None


@pytest.mark.usefixtures("forgetful")
def test_all_is_compiled_ahead_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    done: list[str] = []
    assert compiled_now(lambda: done.append("once"))
    assert not compiled_now(lambda: done.append("again"))
    assert done == ["once"]


@pytest.mark.usefixtures("forgetful")
def test_what_cannot_be_kept_is_not_compiled_ahead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "file"))
    assert not compiled_now(lambda: pytest.fail("in vain"))


@pytest.mark.usefixtures("forgetful")
def test_without_a_place_of_its_own_it_lies_beside_the_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = cache_folder("")
    assert own is not None
    assert own.parent == ROOT / "__pycache__"
    (tmp_path / "__pycache__").write_text("cannot be a folder")
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "sources_hash", lambda: "0")
    monkeypatch.setenv("HOME", str(tmp_path))
    cache_folder.cache_clear()
    assert cache_folder("") == tmp_path / ".cache" / "crivo" / f"{PREFIX}0"


def imported(file: Path) -> set[str]:
    """The modules of ours that a file imports, and those of which it imports a name."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            known = {name for name in inner if _file_of(name).is_file()}
            found |= known or {node.module}
    return {name for name in found if name.startswith("trading")}


def _file_of(name: str) -> Path:
    return ROOT.parent / f"{name.replace('.', '/')}.py"


def test_compiled_functions_read_nothing_but_compiled_modules() -> None:
    """Else the hash of their sources would miss an edit of a constant."""
    allowed = {*sources(), ROOT / "backtest" / "machine_code.py"}
    for file in sources():
        assert {_file_of(name) for name in imported(file)} <= allowed, file


def test_nothing_else_is_compiled() -> None:
    """Functions are compiled in the packages that are hashed, by `compiled` alone."""
    assert {"kernel.py", "measure.py", "kernels.py"} <= {file.name for file in sources()}
    compiling = re.compile(r"machine_code(\.| import [^\n]*\b)compiled\b")
    assert compiling.search((ROOT / "backtest" / "kernel.py").read_text())
    others = {*ROOT.rglob("*.py")} - {*sources()}
    assert not {file for file in others if compiling.search(file.read_text())}
    own = {*sources(), *(ROOT / name / "machine_code.py" for name in ("backtest", "services"))}
    importing = re.compile(r"^ *(import|from) numba", re.MULTILINE)
    assert {file for file in ROOT.rglob("*.py") if importing.search(file.read_text())} <= own
