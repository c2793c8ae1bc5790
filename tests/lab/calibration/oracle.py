"""What whoever knew the truth would earn: the best rule of the spec language on planted prices.

`python -m tests.lab.calibration.oracle KIND=STRENGTH ...` prints the annual Sharpe ratio, net of
.1 % a side. The rule is chosen on 1,138 simulated years and judged on another 1,138, so that
choosing adds nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tests.lab.calibration.plan import BARS, Case, Sort, frame_for, parse_kinds
from trading.backtest.grid import evaluate
from trading.strategies.parse import parse_spec
from trading.strategies.search import grid
from trading.strategies.spec import StrategySpec
from trading.strategies.templates.template import compare, real, whole

HISTORIES = 88
YEAR = 252
CHOOSING, JUDGING = 1_000_000, 2_000_000
"""First seeds of the histories: none is a case's."""
_BEGIN = 520  # the first bar that counts: every rule has its look-back


class Best(NamedTuple):
    """The rule, its parameters, and its annual net Sharpe ratio on prices it was not chosen on."""

    rule: str
    values: Mapping[str, float]
    sharpe: float
    years: int


def best(sort: Sort, *, histories: int = HISTORIES, bars: int = BARS) -> Best:
    """The best of all forms on prices of a sort."""
    specs = list(forms())
    sets = [list(grid(spec)) for spec in specs]
    chosen = [
        _sharpes(sort, spec, each, CHOOSING, histories, bars)
        for spec, each in zip(specs, sets, strict=True)
    ]
    at = max(range(len(specs)), key=lambda one: float(np.max(chosen[one])))
    values = sets[at][int(np.argmax(chosen[at]))]
    (judged,) = _sharpes(sort, specs[at], [values], JUDGING, histories, bars)
    years = histories * (bars - _BEGIN) // YEAR
    return Best(specs[at].name, values, float(judged), years)


def _sharpes(
    sort: Sort,
    spec: StrategySpec,
    sets: Sequence[Mapping[str, float]],
    seed: int,
    histories: int,
    bars: int,
) -> NDArray[np.float64]:
    """Of each parameter set over all histories, as one long record; -inf without a trade."""
    total, squares, count = np.zeros(len(sets)), np.zeros(len(sets)), 0
    for n in range(histories):
        frame = frame_for(Case(sort.kind, sort.strength, seed + n), bars)
        chunks = evaluate(spec, frame, sets, returns=True, fractions=True)
        found = np.concatenate([chunk.returns for chunk in chunks if chunk.returns is not None])
        counted = found[:, _BEGIN - 1 :].astype(np.float64)
        total += counted.sum(axis=1)
        squares += (counted**2).sum(axis=1)
        count += counted.shape[1]
    mean = total / count
    spread = np.sqrt(squares / count - mean**2)
    with np.errstate(invalid="ignore", divide="ignore"):
        ratios: NDArray[np.float64] = np.where(spread > 0, mean / spread, -np.inf) * YEAR**0.5
    return ratios


def forms() -> Iterator[StrategySpec]:
    """Rules that fit what is planted, each with a grid of its parameters: the last move goes on, a
    move is followed or faded past a threshold, the price or the volatility against a level."""
    for name, document in _FORMS.items():
        yield parse_spec({"spec_version": 1, "name": name, **document})


def _around(left: object, level: object, band: object) -> tuple[Any, Any]:
    """Above a level by a band, below it by as much."""
    return (
        compare(left, ">", compare(level, "*", compare(1, "+", band))),
        compare(left, "<", compare(level, "*", compare(1, "-", band))),
    )


def _sides(long: object, short: object, **more: object) -> dict[str, Any]:
    return {"direction": "both", "long_entry": long, "short_entry": short, **more}


_LAST = {"last": {"kind": "return"}}
_EMA = {"average": {"kind": "ema", "length": "$length"}}
_ABOVE, _BELOW = _around("close", "average", "$band")
_DEAR, _CHEAP = _around("close", 100, "$far")
_NOT_DEAR = compare("close", "<", compare(100, "*", compare(1, "+", "$near")))
_NOT_CHEAP = compare("close", ">", compare(100, "*", compare(1, "-", "$near")))
_VOLATILITY = {"volatility": {"kind": "realised_volatility", "length": "$length"}}
_CALM, _WILD = compare("volatility", "<", "$calm"), compare("volatility", ">", "$calm")
_MONTH = {"calendar": {"kind": "calendar"}}

_FORMS: Mapping[str, Mapping[str, Any]] = {
    "the last move goes on, past a threshold": {
        "parameters": {"least": real(0.0, 0.0, 0.016, 0.001)},
        "indicators": _LAST,
        **_sides(compare("last", ">", "$least"), compare("last", "<", compare(0, "-", "$least"))),
    },
    "the last move goes on, out again when it is small": {
        "parameters": {
            "least": real(0.01, 0.004, 0.024, 0.002),
            "small": real(0.0, -0.01, 0.002, 0.002),
        },
        "indicators": _LAST,
        **_sides(
            compare("last", ">", "$least"),
            compare("last", "<", compare(0, "-", "$least")),
            long_exit=compare("last", "<", "$small"),
            short_exit=compare("last", ">", compare(0, "-", "$small")),
        ),
    },
    "the price beyond its average": {
        "parameters": {"length": whole(20, 5, 85, 5), "band": real(0.0, 0.0, 0.04, 0.005)},
        "indicators": _EMA,
        **_sides(_ABOVE, _BELOW),
    },
    "two averages": {
        "parameters": {"fast": whole(5, 2, 20, 3), "slow": whole(40, 20, 140, 10)},
        "ordered": [["fast", "slow"]],
        "indicators": {
            "quick": {"kind": "ema", "length": "$fast"},
            "average": {"kind": "ema", "length": "$slow"},
        },
        **_sides(compare("quick", ">", "average"), compare("quick", "<", "average")),
    },
    "back to the level": {
        "parameters": {"far": real(0.03, 0.0, 0.12, 0.01), "near": real(0.0, -0.04, 0.0, 0.02)},
        **_sides(_CHEAP, _DEAR, long_exit=_NOT_CHEAP, short_exit=_NOT_DEAR),
    },
    "back to the average": {
        "parameters": {
            "length": whole(80, 20, 500, 60),
            "far": real(1.0, 0.25, 2.5, 0.25),
            "near": real(0.0, 0.0, 0.5, 0.5),
        },
        "indicators": {"z": {"kind": "zscore", "length": "$length"}},
        **_sides(
            compare("z", "<", compare(0, "-", "$far")),
            compare("z", ">", "$far"),
            long_exit=compare("z", ">", compare(0, "-", "$near")),
            short_exit=compare("z", "<", "$near"),
        ),
    },
    "long in calm spells, short in wild ones": {
        "parameters": {"length": whole(9, 3, 30, 3), "calm": real(0.15, 0.08, 0.3, 0.01)},
        "indicators": _VOLATILITY,
        **_sides(_CALM, _WILD),
    },
    "long in calm spells": {
        "parameters": {"length": whole(9, 3, 30, 3), "calm": real(0.15, 0.08, 0.3, 0.01)},
        "indicators": _VOLATILITY,
        "long_entry": _CALM,
        "long_exit": _WILD,
    },
    "turn of the month": {
        "parameters": {"before": whole(1, 0, 4), "after": whole(3, 1, 6)},
        "indicators": _MONTH,
        "long_entry": compare("calendar.weekdays_left", "<=", "$before"),
        "long_exit": {
            "op": "and",
            "conditions": [
                compare("calendar.weekday_of_month", ">=", "$after"),
                compare("calendar.weekdays_left", ">", "$before"),
            ],
        },
    },
}


if __name__ == "__main__":
    for one in parse_kinds(sys.argv[1:]):
        found = best(one)
        print(  # noqa: T201
            f"{one.name}: {found.sharpe:.2f} over {found.years:,} years, {found.rule}, "
            + ", ".join(f"{name} {value:g}" for name, value in found.values.items()),
            flush=True,
        )
