"""What differs between the rows of a disturbed run and those of the same run left alone."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

Rows = Mapping[str, Sequence[Mapping[str, Any]]]
Leaves = Mapping[str, str]
SHOWN = 3
LENGTH = 400
_REFERENCE = re.compile(r"\w+\.\w+ ([0-9a-f]{16}|\d+|itself)")
"""How a row tells of another. Where only this differs, what matters differs there."""


class Difference(NamedTuple):
    """Of one run and one model: `duplicate` rows are there more often than they should be. The
    `examples` are rows that lack (-) or are too many (+), or what is not alike in one (~)."""

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
        examples = list(_examples(missing, extra))[:SHOWN]
        other = extra.total() - duplicate
        differences.append(Difference(run, model, missing.total(), duplicate, other, examples))
    return differences


def _counted(rows: Sequence[Mapping[str, Any]]) -> Counter[str]:
    return Counter(json.dumps(row, sort_keys=True, ensure_ascii=False) for row in rows)


def _examples(missing: Iterable[str], extra: Iterable[str]) -> Iterator[str]:
    """A row that is only changed is told by what changed, itself before what it refers to."""
    lost, more = (
        {row: dict(_leaves(json.loads(row))) for row in rows} for rows in (missing, extra)
    )
    pairs = []
    for row in list(lost)[: len(more)]:
        changes, other = min((_changes(lost[row], leaves), name) for name, leaves in more.items())
        pairs.append(changes)
        del lost[row], more[other]
    pairs.sort(key=lambda changes: changes.of_others)
    yield from (f"~ {'; '.join(changes.said)[:LENGTH]}" for changes in pairs)
    yield from (f"- {row[:LENGTH]}" for row in lost)
    yield from (f"+ {row[:LENGTH]}" for row in more)


class _Changes(NamedTuple):
    """Few before many. `of_others` are those that only tell of rows that it refers to."""

    number: int
    said: list[str]
    of_others: bool


def _changes(before: Leaves, after: Leaves) -> _Changes:
    found = [
        f"{path}: {before.get(path, '')} -> {after.get(path, '')}"
        for path in {**before, **after}
        if before.get(path) != after.get(path)
    ]
    said = sorted(found, key=_is_reference)
    return _Changes(len(found), said, all(map(_is_reference, found)))


def _is_reference(change: str) -> bool:
    return bool(_REFERENCE.search(change))


def _leaves(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    parts: Iterable[tuple[Any, Any]]
    if isinstance(value, dict):
        parts = value.items()
    elif isinstance(value, list):
        parts = enumerate(value)
    else:
        yield path, str(value)
        return
    for name, part in parts:
        yield from _leaves(part, f"{path}.{name}" if path else str(name))
