"""CSV that a spreadsheet shows and does not compute."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

# What a spreadsheet takes for the start of a formula, in the wide forms of East Asia too.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", "|", "%")


def harmless(cell: Any) -> Any:
    """A text that a spreadsheet would compute, with an apostrophe before it; numbers as they are.

    The package's own setting only takes a first "=" away, and with it what somebody wrote.
    """
    if isinstance(cell, str) and (cell.startswith(FORMULA) or cell.lstrip().startswith(FORMULA)):
        return f"'{cell}"
    return cell


def csv_lines(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """A CSV file line by line; no cell is a formula, objects and lists are JSON."""
    yield _line(header)
    for row in rows:
        yield _line(row)


def _line(row: Sequence[Any]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer).writerow([harmless(_cell(cell)) for cell in row])
    return buffer.getvalue()


def _cell(cell: Any) -> Any:
    return json.dumps(cell, ensure_ascii=False) if isinstance(cell, dict | list) else cell
