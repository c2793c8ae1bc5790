"""What a development could have found, as the calibration measured it on whole developments.

`power.json` is written by `make calibrate POWER=FILE` (docs/calibration.md) and by nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from trading.domain.calculation import FIRST
from trading.models import Strategy
from trading.presenting import numbers

FILE = Path(__file__).with_name("power.json")
_LIMITS = {"variants": "variants_wanted"}  # a limit -> its field, where it has another name


@dataclass(frozen=True)
class Power:
    """Shares of whole developments that ended in SUCCESS, as sentences, or why there are none."""

    found: str = ""
    taken: str = ""
    unlike: str = ""


def power_of(strategy: Strategy) -> Power:
    """What is known of developments like this one: of its gates and limits."""
    known = measured()
    if strategy.profile.get("calculation", FIRST) != known["calculation"]:
        return Power()
    if _asked(strategy.profile) != _asked(known["gates"]):
        return Power(unlike=_("These gates were not calibrated: what they find was not measured."))
    more = [name for name, value in known["limits"].items() if _limit(strategy, name) > value]
    if more:
        return Power(
            unlike=_(
                "Calibrated at the default limits only; these are higher (%(names)s), so nobody "
                "measured what is found, nor how often luck is taken for an edge."
            )
            % {"names": ", ".join(more)}
        )
    return Power(found=_edges(known), taken=_luck(known["noise"]))


def _asked(gates: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """What gates ask for; a low drawdown may be required where the objective asks for one."""
    rows = [
        (
            *(each[part] for part in ("segment", "name", "operator", "threshold")),
            each["required"] or each["name"] == "max_drawdown",
        )
        for each in gates["criteria"]
    ]
    return [*rows, (gates["pass_score"], gates.get("final_error", 0.0))]


def _limit(strategy: Strategy, name: str) -> int:
    return int(getattr(strategy, _LIMITS.get(name, name)))


def _edges(known: Mapping[str, Any]) -> str:
    found = ", ".join(_edge(each) for each in known["edges"])
    return _(
        "On %(years)s years of daily bars, developments found an edge whose net Sharpe ratio a "
        "year is %(found)s."
    ) % {"years": known["years"], "found": found}


def _edge(edge: Mapping[str, Any]) -> str:
    return _("about %(sharpe)s: in %(found)s of %(runs)s (%(share)s)") % {
        "sharpe": numbers.number(edge["sharpe"], 1),
        "found": edge["found"],
        "runs": edge["runs"],
        "share": numbers.percent(edge["found"] / edge["runs"], 0),
    }


def _luck(noise: Mapping[str, Any]) -> str:
    return _("Where there was none, %(found)s of %(runs)s reported one.") % noise


@cache
def measured() -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found
