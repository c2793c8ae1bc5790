"""What a calibration found, as the product shows it: `trading/presenting/power.json`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from tests.lab.calibration.achievable import STEPS, is_about
from tests.lab.calibration.figures import is_noise, sort_of, success
from tests.lab.calibration.lines import Line

_YEAR = 252


def power(lines: Sequence[Line], setting: Mapping[str, Any]) -> str:
    """The document, as JSON. A run that failed counts against the gates on either side."""
    noise = success([line for line in lines if is_noise(line)], failure=True)
    edges = [_edge(lines, step) for step in STEPS]
    told = {
        "code": setting["code"],
        "calculation": setting["gates"]["calculation"],
        "gates": setting["gates"],
        "limits": setting["limits"],
        "years": round(setting["bars"] / _YEAR),
        "noise": {"runs": noise.of, "found": noise.hits},
        "edges": [edge for edge in edges if edge["runs"]],
    }
    return json.dumps(told, indent=1) + "\n"


def _edge(lines: Sequence[Line], step: float) -> dict[str, Any]:
    found = success([line for line in lines if is_about(sort_of(line), step)], failure=False)
    return {"sharpe": step, "runs": found.of, "found": found.hits}
