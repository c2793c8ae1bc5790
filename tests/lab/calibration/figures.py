"""What the lines of a calibration come to. Pure: lines in, figures out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from typing import Any, NamedTuple

from tests.lab.calibration.achievable import ACHIEVABLE, distance, is_about
from tests.lab.calibration.intervals import Share, share
from tests.lab.calibration.lines import Line, case_of
from tests.lab.calibration.plan import HELD_OUT, NOISE, Sort
from tests.lab.calibration.playing import MISSED, NOT_REACHED, PASSED

FALSE_SUCCESS, WORST_KIND = 0.007, 0.02
POWER = {1.0: 0.5, 1.5: 0.75, 2.0: 0.92}
"""The share that is to be found of edges of about a net Sharpe ratio a year."""
ENOUGH_NOISE, ENOUGH_OF_A_KIND, ENOUGH_PLANTED = 1_000, 150, 40
"""Runs below which a target cannot be called met."""

MET, MISSED_TARGET, TOO_FEW = "met", "missed", "too few runs"


class Target(NamedTuple):
    """A target, what was measured, and whether it is met."""

    name: str
    wanted: str
    share: Share
    result: str


class Group(NamedTuple):
    """Runs of one sort (or all noise). Passes and successes are of all of them."""

    name: str
    runs: int
    failed: int
    passed: Share
    success: Share
    examined: int
    opened: int
    held: int
    statuses: Mapping[str, int]
    trials: float | None
    effective: float | None
    rounds: float | None
    seconds: float | None


class GateCount(NamedTuple):
    """What became of one required gate: of the best variant of each run that did not pass."""

    gate: str
    judged: int
    missed: int
    alone: int
    not_reached: int
    value: float | None


def failed(line: Line) -> bool:
    return bool(line.get("error"))


def sort_of(line: Line) -> Sort:
    return case_of(line).sort


def is_noise(line: Line) -> bool:
    return line["kind"] in NOISE


def is_held_out(line: Line) -> bool:
    """Whether it is of a kind that was kept out of every choice."""
    return line["kind"] in HELD_OUT


def all_noise(lines: Sequence[Line]) -> list[Line]:
    """Noise of every kind, the one that was kept out of every choice included."""
    return [line for line in lines if is_noise(line)]


def held_out_noise(lines: Sequence[Line]) -> list[Line]:
    return [line for line in lines if is_noise(line) and is_held_out(line)]


def about(lines: Sequence[Line], step: float) -> list[Line]:
    """Runs on effects of about a Sharpe ratio: of each kind the strength that is nearest to it."""
    near: dict[str, Sort] = {}
    for sort in sorted({sort_of(line) for line in lines}, key=lambda one: distance(one, step)):
        if is_about(sort, step):
            near.setdefault(sort.kind, sort)
    return [line for line in lines if near.get(line["kind"]) == sort_of(line)]


def counted(lines: Sequence[Line], name: str, *, failure: bool) -> Share:
    """How many lines say `name`. One that failed counts as `failure`: against the target."""
    hits = sum(failure if failed(line) else bool(line[name]) for line in lines)
    return share(hits, len(lines))


def success(lines: Sequence[Line], *, failure: bool) -> Share:
    hits = sum(failure if failed(line) else line["status"] == "SUCCESS" for line in lines)
    return share(hits, len(lines))


def targets(lines: Sequence[Line]) -> list[Target]:
    """The targets. A run that failed counts against each."""
    noise = all_noise(lines)
    kinds = [[line for line in noise if line["kind"] == kind] for kind in NOISE]
    taken = success(noise, failure=True)
    worst = max(
        (success(rows, failure=True) for rows in kinds if rows),
        key=lambda one: (one.rate or 0.0, -one.of),
        default=taken,
    )
    apart = success(held_out_noise(lines), failure=True)
    return [
        _noise("SUCCESS on noise", taken, FALSE_SUCCESS, ENOUGH_NOISE),
        _noise("SUCCESS on the worst kind of noise", worst, WORST_KIND, ENOUGH_OF_A_KIND),
        _noise("SUCCESS on noise kept out of every choice", apart, WORST_KIND, ENOUGH_OF_A_KIND),
        *(_power(lines, step) for step in POWER),
        *(
            _power(
                [line for line in lines if is_held_out(line)], step, ", kept out of every choice"
            )
            for step in POWER
        ),
    ]


def _noise(name: str, taken: Share, most: float, enough: int) -> Target:
    result = _result(taken, enough, lambda one: (one.rate or 0) <= most)
    return Target(name, f"at most {100 * most:g} %", taken, result)


def _power(lines: Sequence[Line], step: float, which: str = "") -> Target:
    found, wanted = success(about(lines, step), failure=False), POWER[step]
    name = f"found at a net Sharpe ratio of about {step:g}{which}"
    met = _result(found, ENOUGH_PLANTED, lambda one: (one.rate or 0) >= wanted)
    return Target(name, f"at least {100 * wanted:g} %", found, met)


def _result(of: Share, enough: int, met: Callable[[Share], bool]) -> str:
    if of.of < enough:
        return TOO_FEW
    return MET if met(of) else MISSED_TARGET


def groups(lines: Sequence[Line]) -> list[Group]:
    """Each sort there are runs of, noise first, strong effects before weak; then all noise."""
    sorts = sorted({sort_of(line) for line in lines}, key=_rank)
    found = [group(one.name, [row for row in lines if sort_of(row) == one]) for one in sorts]
    noise = all_noise(lines)
    return [*found, group("all noise", noise)] if noise else found


def _rank(one: Sort) -> tuple[bool, int, float]:
    noise = one.kind in NOISE
    return not noise, NOISE.index(one.kind) if noise else 0, -ACHIEVABLE.get(one, one.strength)


def group(name: str, lines: Sequence[Line]) -> Group:
    ended = [line for line in lines if not failed(line)]
    against = any(is_noise(line) for line in lines)
    return Group(
        name=name,
        runs=len(lines),
        failed=len(lines) - len(ended),
        passed=counted(lines, "passed", failure=against),
        success=success(lines, failure=against),
        examined=sum(bool(line["examined"]) for line in ended),
        opened=sum(bool(line["opened"]) for line in ended),
        held=sum(bool(line["held"]) for line in ended),
        statuses=Counter(str(line["status"]) for line in ended),
        trials=_median(ended, "trials"),
        effective=_median(ended, "effective"),
        rounds=_median(ended, "rounds"),
        seconds=_median(ended, "seconds"),
    )


def _median(lines: Sequence[Line], name: str) -> float | None:
    known = [float(line[name]) for line in lines if line.get(name) is not None]
    return median(known) if known else None


def gate_counts(lines: Sequence[Line]) -> list[GateCount]:
    """The required gates of the best variants that did not pass, the most often missed first."""
    rows = [_required(line) for line in lines if not failed(line) and not line["passed"]]
    names = dict.fromkeys(name for row in rows for name in row)
    return sorted((_count(name, rows) for name in names), key=lambda one: -one.missed)


def _required(line: Line) -> dict[str, Mapping[str, Any]]:
    return {name: gate for name, gate in line["gates"].items() if gate["required"]}


def _count(name: str, rows: Sequence[Mapping[str, Mapping[str, Any]]]) -> GateCount:
    verdicts = [row[name]["verdict"] for row in rows if name in row]
    missed = [row for row in rows if name in row and row[name]["verdict"] == MISSED]
    alone = [row for row in missed if sum(gate["verdict"] == MISSED for gate in row.values()) == 1]
    values = [row[name]["value"] for row in rows if name in row and row[name]["value"] is not None]
    return GateCount(
        gate=name,
        judged=sum(verdict in (PASSED, MISSED) for verdict in verdicts),
        missed=len(missed),
        alone=len(alone),
        not_reached=sum(verdict == NOT_REACHED for verdict in verdicts),
        value=median(values) if values else None,
    )
