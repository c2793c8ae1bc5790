"""What a calibration found, as the product shows it: `trading/presenting/power.json`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from tests.lab.calibration.figures import is_noise, sort_of, success
from tests.lab.calibration.lines import Line
from tests.lab.calibration.plan import PLANTED, Sort

ACHIEVABLE: Mapping[Sort, float] = {
    Sort(PLANTED, 0.35): 3.3,
    Sort(PLANTED, 0.2): 1.5,
    Sort(PLANTED, 0.15): 0.94,
    Sort(PLANTED, 0.1): 0.38,
    Sort("trend", 0.2): 1.6,
    Sort("trend", 0.15): 1.0,
    Sort("reversal", 0.05): 1.5,
    Sort("reversal", 0.03): 1.03,
    Sort("month", 0.33): 1.57,
    Sort("month", 0.23): 1.04,
}
"""The annual Sharpe ratio of the best template with its best parameters, net of .1 % a side, on 400
simulated years: what could be achieved by whoever knew the truth."""

_STEPS = (1.0, 1.5)
_NEAR = 0.15  # of a step: edges of about its Sharpe ratio
_YEAR = 252


def power(lines: Sequence[Line], setting: Mapping[str, Any]) -> str:
    """The document, as JSON. A run that failed counts against the gates on either side."""
    noise = success([line for line in lines if is_noise(line)], failure=True)
    edges = [_edge(lines, step) for step in _STEPS]
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


def about(line: Line, step: float) -> bool:
    """Whether a run's planted edge is of about a Sharpe ratio."""
    known = ACHIEVABLE.get(sort_of(line))
    return known is not None and abs(known - step) <= _NEAR


def _edge(lines: Sequence[Line], step: float) -> dict[str, Any]:
    found = success([line for line in lines if about(line, step)], failure=False)
    return {"sharpe": step, "runs": found.of, "found": found.hits}
