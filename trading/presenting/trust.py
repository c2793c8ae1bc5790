"""How far a verdict can be trusted, and what a development could find: measured by calibration.

`power.json` is written by `make calibrate POWER=FILE` (docs/calibration.md) and by nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from trading.domain.calculation import FIRST
from trading.models import Strategy
from trading.presenting import numbers
from trading.presenting.numbers import number, percent
from trading.presenting.picture import SIZE

FILE = Path(__file__).with_name("power.json")
_LIMITS = {"variants": "variants_wanted"}  # a limit -> its field, where it has another name


@dataclass(frozen=True)
class Power:
    """Shares of whole developments that ended in SUCCESS, as sentences, or why there are none."""

    found: str = ""
    taken: str = ""
    unlike: str = ""
    later: str = ""


def power_of(strategy: Strategy) -> Power:
    """What was measured for developments with these gates and limits."""
    known = measured()
    version = strategy.profile.get("calculation", FIRST)
    if version not in calculations(known):
        return Power()
    if _thresholds(strategy.profile) != _thresholds(known["gates"]):
        return Power(unlike=_("These gates were not calibrated: what they find was not measured."))
    more = [name for name, value in known["limits"].items() if _limit(strategy, name) > value]
    if more:
        return Power(
            unlike=_(
                "Calibrated at the default limits only. With these higher ones (%(names)s) "
                "neither the power nor the rate of false finds was measured."
            )
            % {"names": ", ".join(more)}
        )
    return Power(_edges(known), _luck(known["noise"]), later=later_of(known, version))


def calculations(known: Mapping[str, Any]) -> list[int]:
    """The calculation that was measured, and later ones whose verdicts were held against its."""
    return [known["calculation"], *(one["calculation"] for one in known.get("later", ()))]


def later_of(known: Mapping[str, Any], version: int | None = None) -> str:
    """What is said where the figures are of an earlier calculation than `version` (or than the
    newest); empty where they are of that."""
    steps = [one for one in known.get("later", ()) if version in (None, one["calculation"])]
    if not steps or steps[-1]["calculation"] == known["calculation"]:
        return ""
    return _(
        "Measured by calculation %(measured)s. Of %(cases)s developments that were played by it "
        "and by calculation %(later)s, %(same)s ended with the same verdict."
    ) % {
        "measured": known["calculation"],
        "later": steps[-1]["calculation"],
        "cases": number(steps[-1]["replayed"], 0),
        "same": number(steps[-1]["same_verdict"], 0),
    }


def _thresholds(gates: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """The gates' requirements; a low drawdown may be required where the objective asks for one."""
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
    counts = {name: number(noise[name], 0) for name in ("found", "runs")}
    return _("Where there was none, %(found)s of %(runs)s reported one.") % counts


@cache
def measured() -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


CONFIDENCE = 0.95
WIDEST = 2.0  # the Sharpe ratio at the right end of the curve; no stronger edge was measured
_BEYOND = 1.1  # where one was measured, a tenth is free to the right of it


@dataclass(frozen=True)
class EdgeShare:
    """A strength of edge, and in how many developments one was found. `low` and `high` are the ends
    of the share's interval; places are in percent, from the left and from the top."""

    sharpe: float
    found: int
    runs: int
    low: float
    high: float
    widest: float

    @property
    def share(self) -> float:
        return self.found / self.runs

    @property
    def at(self) -> str:
        return f"{self._across:.2f}%"

    @property
    def top(self) -> str:
        return _from_top(self.share)

    @property
    def ends(self) -> tuple[str, str]:
        """Where the interval begins and ends."""
        return _from_top(self.high), _from_top(self.low)

    @property
    def corner(self) -> str:
        """Its place on the curve."""
        return f"{self._across / 100 * SIZE:.1f},{(1 - self.share) * SIZE:.1f}"

    @property
    def interval(self) -> str:
        """The interval in the reader's number format."""
        return f"{number(100 * self.low, 1)}–{percent(self.high)}"

    @property
    def _across(self) -> float:
        return 100 * self.sharpe / self.widest


@dataclass(frozen=True)
class Curve:
    """The share found at this strength of the edge; the first point is noise."""

    points: Sequence[EdgeShare]

    @property
    def noise(self) -> EdgeShare:
        return self.points[0]

    @property
    def edges(self) -> Sequence[EdgeShare]:
        return self.points[1:]

    @property
    def line(self) -> str:
        return " ".join(point.corner for point in self.points)

    @property
    def rows(self) -> Sequence[tuple[str, str]]:
        """The horizontal lines and their values."""
        return [(_from_top(share), percent(share, 0)) for share in (1.0, 0.75, 0.5, 0.25, 0.0)]


def curve(known: Mapping[str, Any]) -> Curve:
    """The measured points, from no edge to the strongest."""
    measured = [{"sharpe": 0.0, **known["noise"]}]
    measured += sorted(known["edges"], key=lambda edge: float(edge["sharpe"]))
    widest = max(WIDEST, _BEYOND * measured[-1]["sharpe"])
    return Curve(
        [
            EdgeShare(
                each["sharpe"], each["found"], each["runs"],
                *interval(each["found"], each["runs"]), widest,
            )
            for each in measured
        ]
    )  # fmt: skip


def interval(found: int, runs: int) -> tuple[float, float]:
    """The exact two-sided interval of a share, by Clopper and Pearson (1934)."""
    from scipy.special import betaincinv  # slow to import, and used by this page only

    tail = (1 - CONFIDENCE) / 2
    low = float(betaincinv(found, runs - found + 1, tail)) if found else 0.0
    high = float(betaincinv(found + 1, runs - found, 1 - tail)) if found < runs else 1.0
    return low, high


def _from_top(share: float) -> str:
    return f"{100 * (1 - share):.2f}%"
