"""What a calibration found, as the product shows it: `trading/presenting/power.json`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from tests.lab.calibration.achievable import STEPS
from tests.lab.calibration.carrying import steps
from tests.lab.calibration.figures import (
    about,
    all_noise,
    held_out_noise,
    is_held_out,
    success,
)
from tests.lab.calibration.lines import Line

_YEAR = 252


def power(lines: Sequence[Line], setting: Mapping[str, Any], carried: Sequence[Line] = ()) -> str:
    """The document, as JSON. A run that failed counts against the gates on either side.

    `carried` are the records of what was taken over from earlier codes.
    """
    apart = [line for line in lines if is_held_out(line)]
    told = {
        "code": setting["code"],
        "carried": steps(carried),
        "calculation": setting["gates"]["calculation"],
        "gates": setting["gates"],
        "limits": setting["limits"],
        "years": round(setting["bars"] / _YEAR),
        "noise": _noise(all_noise(lines)),
        "edges": _edges(lines),
        "held_out": {"noise": _noise(held_out_noise(lines)), "edges": _edges(apart)},
    }
    return json.dumps(told, indent=1) + "\n"


def _noise(lines: Sequence[Line]) -> dict[str, Any]:
    taken = success(lines, failure=True)
    return {"runs": taken.of, "found": taken.hits}


def _edges(lines: Sequence[Line]) -> list[dict[str, Any]]:
    shares = {step: success(about(lines, step), failure=False) for step in STEPS}
    return [
        {"sharpe": step, "runs": found.of, "found": found.hits}
        for step, found in shares.items()
        if found.of
    ]
