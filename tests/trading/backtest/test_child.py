"""What a worker process is given of our environment."""

from __future__ import annotations

from pathlib import Path

import pytest

from trading.backtest.child import environment


def test_compiled_code_is_kept_where_the_caller_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    assert environment(tmp_path)["NUMBA_CACHE_DIR"] == str(tmp_path)


def test_or_where_the_administrator_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", "/var/cache/numba")
    assert environment(tmp_path)["NUMBA_CACHE_DIR"] == "/var/cache/numba"


@pytest.mark.parametrize(
    "name",
    ["OPENBLAS_CORETYPE", "NVPL_BLAS_DEBUG_CPU_TYPE", "NPY_DISABLE_CPU_FEATURES",
     "NUMBA_CPU_NAME", "MKL_CBWR", "OMP_DYNAMIC", "GLIBC_TUNABLES"],
)  # fmt: skip
def test_it_computes_as_we_do(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "as set")
    assert environment(None)[name] == "as set"


def test_on_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "8")
    assert environment(None)["OPENBLAS_NUM_THREADS"] == "1"


@pytest.mark.parametrize("name", ["CRIVO_SECRET_KEY", "AWS_SECRET_ACCESS_KEY", "OPENAI_API_KEY"])
def test_secrets_stay_here(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "made up")
    assert name not in environment(None)
