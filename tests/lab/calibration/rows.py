"""Lines of made-up runs."""

from __future__ import annotations

from typing import Any

from tests.lab.calibration.setting import setting

MET = {"verdict": "passed", "value": 1.5, "required": True}
SHORT = {"verdict": "missed", "value": 0.25, "required": True}
UNREACHED = {"verdict": "not reached", "value": None, "required": True}
SHOWN = {"verdict": "missed", "value": 0.4, "required": False}


def row(kind: str = "walk", seed: int = 1, strength: float = 0.0, **changes: Any) -> dict[str, Any]:
    """A run in which nothing passed."""
    return {
        "kind": kind, "strength": strength, "seed": seed, "status": "ABANDONED", "passed": False,
        "opened": False, "held": False, "rounds": 2, "variants": 8, "trials": 8, "effective": None,
        "examined": 0,
        "best": "trend",
        "gates": {"a of train": SHORT, "b of validation": MET, "c of train": SHOWN},
        "seconds": 2.0, "workers": 2, "code": "0" * 12, "profile": "classic",
        "at": "2026-01-01T00:00:00+00:00",
        **changes,
    }  # fmt: skip


def taken(**changes: Any) -> dict[str, Any]:
    """A run that ended in SUCCESS."""
    won: dict[str, Any] = {
        "status": "SUCCESS",
        "passed": True,
        "opened": True,
        "held": True,
        "examined": 1,
        "rounds": 1,
    }
    return row(**won, **changes)


def broken(kind: str = "walk", seed: int = 1, strength: float = 0.0) -> dict[str, Any]:
    """A run that failed."""
    return {
        "kind": kind, "strength": strength, "seed": seed, "error": "gates: no | <b>such</b> figure",
        "seconds": 1.0, "workers": 2, "code": "0" * 12, "profile": "classic",
        "at": "2026-01-01T00:00:00+00:00",
    }  # fmt: skip


def common() -> dict[str, Any]:
    return setting(bars=3_000, profile="classic")
