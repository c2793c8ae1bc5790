"""What the lines of one calibration have in common: only such lines are counted together."""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from django.conf import settings

from tests.lab.calibration.playing import LIMITS
from trading.domain.gates import PROFILES

DECIDING = (
    "tests/lab/calibration/plan.py",
    "tests/lab/calibration/playing.py",
    "tests/lab/calibration/series.py",
    "trading/analyst",
    "trading/backtest",
    "trading/domain",
    "trading/evidence",
    "trading/graph",
    "trading/market",
    "trading/research",
    *(
        f"trading/services/{name}.py"
        for name in ("bench", "execute", "experiments", "holdout", "pending_uploads", "profiles",
                     "researchers", "spec_backtests", "submit", "trial_ledger", "trial_series",
                     "variant_replay", "workflow")
    ),
    "trading/storage",
    "trading/strategies",
)  # fmt: skip
"""The source by which a development can end otherwise: pages, API, what stores rows and texts of
people are not, nor is what executes runs (`chaos` holds that a run ends alike however it is
executed)."""

_APART = {"messages", "__pycache__"}
PACKAGES = ("numpy", "pandas", "scipy", "numba", "arch", "backtesting", "langgraph")


@cache
def code_version() -> str:
    """12 hex digits of a hash over the source that decides how a development ends."""
    digest = hashlib.sha256()
    for file in sorted(_files()):
        digest.update(str(file.relative_to(settings.BASE_DIR)).encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:12]


def _files() -> Iterator[Path]:
    for name in DECIDING:
        place = settings.BASE_DIR / name
        for file in [place] if place.is_file() else place.rglob("*"):
            if file.is_file() and not _APART & set(file.relative_to(settings.BASE_DIR).parts):
                yield file


def setting(*, bars: int, profile: str) -> dict[str, Any]:
    """Everything that a line rests on beside its own case; plain JSON."""
    return {
        "code": code_version(),
        "profile": profile,
        "gates": PROFILES[profile].as_dict(),
        "bars": bars,
        "limits": {name: value for name, value in LIMITS._asdict().items() if name != "seed"},
        "costs": {"commission": settings.BACKTEST_COMMISSION, "cash": settings.BACKTEST_CASH},
        "versions": {"python": platform.python_version()}
        | {package: version(package) for package in PACKAGES},
    }


def fingerprint(of: dict[str, Any]) -> str:
    """12 hex digits that name a setting."""
    return hashlib.sha256(json.dumps(of, sort_keys=True).encode()).hexdigest()[:12]
