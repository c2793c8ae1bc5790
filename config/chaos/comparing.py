"""What differs between the rows of a disturbed run and those of the same run left alone."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

Rows = Mapping[str, Sequence[Mapping[str, Any]]]
SHOWN = 3
LENGTH = 400


class Difference(NamedTuple):
    """Of one run and one model: `duplicate` rows are there more often than they should be."""

    run: int
    model: str
    missing: int
    duplicate: int
    other: int
    examples: list[str]


def compare(expected: Mapping[str, Rows], found: Mapping[str, Rows]) -> list[Difference]:
    """Both by the number of the run, which is the same in both."""
    return [
        difference
        for run in sorted({*expected, *found}, key=int)
        for difference in _of_run(int(run), expected.get(run, {}), found.get(run, {}))
    ]


def _of_run(run: int, expected: Rows, found: Rows) -> list[Difference]:
    differences = []
    for model in sorted({*expected, *found}):
        wanted, got = (_counted(rows.get(model, [])) for rows in (expected, found))
        missing, extra = wanted - got, got - wanted
        if not missing and not extra:
            continue
        duplicate = sum(number for row, number in extra.items() if row in wanted)
        examples = [f"- {row[:LENGTH]}" for row in list(missing)[:SHOWN]]
        examples += [f"+ {row[:LENGTH]}" for row in list(extra)[:SHOWN]]
        other = extra.total() - duplicate
        differences.append(Difference(run, model, missing.total(), duplicate, other, examples))
    return differences


def _counted(rows: Sequence[Mapping[str, Any]]) -> Counter[str]:
    return Counter(json.dumps(row, sort_keys=True, ensure_ascii=False) for row in rows)
