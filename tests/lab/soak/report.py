"""What `manage.py soak` tells at its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from .passing import in_words
from .soaking import Soak, page_seconds


def as_document(soak: Soak) -> dict[str, Any]:
    """For a program to read; sizes in MiB."""
    told = soak.told
    samples = told["samples"]
    statuses = Counter(str(status) for _when, _path, status, _seconds in told["visits"])
    return {
        "database": soak.database,
        "runs": told["runs"],
        "seconds": told["seconds"],
        "memory_mib": {name: _course(found) for name, found in soak.memory.items()},
        "open_files": {name: _course(found) for name, found in soak.files.items()},
        "database_mib": round(told["database_mib"], 2),
        "database_mib_per_100_runs": [round(each, 2) for each in soak.growth],
        "rows": told["rows"],
        "passing_rows_most": {
            name: max(each["passing"][name] for each in samples) for name in told["left_rows"]
        },
        "passing_rows_left": told["left_rows"],
        "requests": dict(statuses),
        "page_seconds": [round(each, 3) for each in page_seconds(soak)],
        "faults": soak.faults,
    }


def as_text(soak: Soak) -> str:
    """For a person."""
    return "\n".join(_lines(as_document(soak)))


def _course(found: Any) -> dict[str, float]:
    plain = {name: round(value, 1) for name, value in found._asdict().items()}
    return {**plain, "change_percent": round(found.change * 100, 1)}


def _lines(told: dict[str, Any]) -> Iterator[str]:
    yield _("%(database)s, %(seconds)s s") % told
    yield from _counted(told["runs"])
    yield _("memory in MiB after the warm-up: first fifth, last fifth, change, most:")
    for name, each in told["memory_mib"].items():
        numbers = "{first:>8.1f}  {last:>8.1f}  {change_percent:>+6.1f} %  {most:>8.1f}"
        yield "  " + numbers.format(**each) + f"  {name}"
    first, second = told["database_mib_per_100_runs"]
    yield _(
        "the database has %(size)s MiB; with 100 runs it grew by %(first)s, then %(second)s"
    ) % {
        "size": told["database_mib"],
        "first": first,
        "second": second,
    }
    yield _("rows that are let go in time: most, and in the end:")
    for name, words in in_words().items():
        most, left = told["passing_rows_most"][name], told["passing_rows_left"][name]
        yield f"  {most:>7}  {left:>5}  {words}"
    yield _("rows that stay:")
    yield from _counted(told["rows"])
    yield _("requests by the status of the answer:")
    yield from _counted(told["requests"])
    yield from told["faults"]


def _counted(numbers: dict[str, int]) -> Iterator[str]:
    for name, number in sorted(numbers.items(), key=lambda each: (-each[1], each[0])):
        yield f"  {number:>7}  {name}"
