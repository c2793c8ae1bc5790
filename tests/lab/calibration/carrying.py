"""Lines of an earlier code, counted with the present one's where that ends every replay alike.

A change that touches no figure gives the deciding source another hash. What was measured before it
is not lost: some of its cases are played again, and where all end alike to the last field, the
other lines are taken over. A line keeps the code that played it.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any

from tests.lab.calibration.errors import CalibrationError
from tests.lab.calibration.lines import Line, Lines, case_of, parsed
from tests.lab.calibration.plan import Case, Sort

REPLAYS = 50
"""Cases that are played again at least."""
VERDICT = ("error", "status", "passed", "opened", "held")
"""Fields of a line that are how a development ended."""
OF_THE_MACHINE = ("seconds", "at", "workers", "code")
"""Fields of a line that do not say how a run ended."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """What another code left: its runs that did not fail, and what it took over itself."""

    code: str
    lines: Mapping[Case, Line]
    carried: Sequence[Line]


def read_earlier(path: Path, common: Mapping[str, Any]) -> Earlier:
    """The lines of another code under else the same setting; the file is not touched.

    Raises CalibrationError: a file or line that cannot be read, a setting that differs in more
    than its code, fewer runs than are to be replayed.
    """
    rows = parsed(path)
    setting = rows[0].get("setting") if rows else None
    if not isinstance(setting, Mapping) or "code" not in setting:
        raise CalibrationError("line", file=path, line=1)
    then, now = _without_version(setting), _without_version(common)
    names = sorted({*then, *now})
    differing = [name for name in names if then.get(name) != now.get(name)]
    if differing != ["code"]:
        raise CalibrationError("unlike", file=path, names=", ".join(differing) or "-")
    lines = {case_of(row): row for row in rows[1:] if "kind" in row and not row.get("error")}
    if len(lines) < REPLAYS:
        raise CalibrationError("few", file=path, count=len(lines), least=REPLAYS)
    return Earlier(setting["code"], lines, [row for row in rows if "carried" in row])


def _without_version(setting: Mapping[str, Any]) -> dict[str, Any]:
    """A setting whose gates have no calculation: the version of the rules is part of the code."""
    gates = {name: one for name, one in setting.get("gates", {}).items() if name != "calculation"}
    return {**setting, "gates": gates} if gates else dict(setting)


def replays(earlier: Earlier, count: int) -> list[Case]:
    """The cases to play again: the sorts take turns, each gives its first ones."""
    sorts: dict[Sort, list[Case]] = defaultdict(list)
    for case in earlier.lines:
        sorts[case.sort].append(case)
    turns = (case for turn in zip_longest(*sorts.values()) for case in turn if case is not None)
    return list(islice(turns, count))


def carry(earlier: Earlier, lines: Lines) -> None:
    """Take over what is not among `lines`, with a record of what was compared.

    Compared is each case that the present code has played, too. Raises CalibrationError, and takes
    over nothing, where one ended otherwise or where fewer than REPLAYS were.
    """
    present = {case_of(line): line for line in lines.read()}
    own = {case for case, line in present.items() if line["code"] == lines.common["code"]}
    compared = [case for case in earlier.lines if case in own]
    if len(compared) < REPLAYS:
        raise CalibrationError("few", file=lines.path, count=len(compared), least=REPLAYS)
    for case in compared:
        _compare(case, earlier.lines[case], present[case])
    rest = [line for case, line in earlier.lines.items() if case not in present]
    if rest:
        known = lines.carried()
        before = [record for record in earlier.carried if record not in known]
        lines.add(*before, _record(earlier, lines, compared, len(rest)), *rest)


def _record(earlier: Earlier, lines: Lines, compared: Sequence[Case], count: int) -> Line:
    return {
        "carried": count,
        "from": earlier.code,
        "to": lines.common["code"],
        "replayed": len(compared),
        "sorts": len({case.sort for case in compared}),
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def _compare(case: Case, before: Line, now: Line) -> None:
    names = {*before, *now} - set(OF_THE_MACHINE)
    for name in sorted(names, key=lambda one: (one != "error", one)):
        was, found = json.dumps(before.get(name)), json.dumps(now.get(name))
        if was != found:
            raise CalibrationError(
                "otherwise", kind=case.sort.name, seed=case.seed, name=name, before=was, now=found
            )


def compared(earlier: Earlier, lines: Lines) -> dict[str, Any]:
    """How the present code ends those of the earlier one's cases that it has played, too.

    `replayed` cases of so many `kinds`; those with the `same_verdict` and those `alike` to the last
    field; by name the `fields` that differ and in how many cases; the cases with `other_verdicts`.
    Raises CalibrationError where fewer than REPLAYS were played.
    """
    present = {case_of(line): line for line in lines.read()}
    both = [case for case in earlier.lines if case in present]
    if len(both) < REPLAYS:
        raise CalibrationError("few", file=lines.path, count=len(both), least=REPLAYS)
    differing = {case: _differing(earlier.lines[case], present[case]) for case in both}
    other = [case for case, names in differing.items() if names & set(VERDICT)]
    fields = Counter(name for names in differing.values() for name in names)
    return {
        "from": earlier.code,
        "to": lines.common["code"],
        "calculation": lines.common["gates"]["calculation"],
        "replayed": len(both),
        "kinds": len({case.sort for case in both}),
        "same_verdict": len(both) - len(other),
        "alike": sum(not names for names in differing.values()),
        "fields": dict(sorted(fields.items())),
        "other_verdicts": [f"{case.sort.name} {case.seed}" for case in other],
    }


def _differing(before: Line, now: Line) -> set[str]:
    """The fields in which two lines differ; of gates, each one's value and verdict."""
    one, other = _flat(before), _flat(now)
    return {name for name in {*one, *other} if one.get(name) != other.get(name)}


def _flat(line: Line) -> dict[str, Any]:
    gates = line.get("gates", {})
    plain = {name: value for name, value in line.items() if name not in (*OF_THE_MACHINE, "gates")}
    return plain | {f"{gate}, {part}": one[part] for gate, one in gates.items() for part in one}


def steps(carried: Sequence[Line]) -> list[dict[str, Any]]:
    """Of each pair of codes what was taken over: the cases replayed last, all lines."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for record in carried:
        pair = record["from"], record["to"]
        lines = record["carried"] + (found[pair]["lines"] if pair in found else 0)
        found[pair] = {"from": pair[0], "to": pair[1], "replayed": record["replayed"],
                       "kinds": record["sorts"], "lines": lines}  # fmt: skip
    return list(found.values())
