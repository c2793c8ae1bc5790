"""What commands share: errors of one line, and JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.base import CommandError

from .refusals import REFUSALS, explain


@contextmanager
def one_line_errors() -> Iterator[None]:
    """What a user can mend becomes one line and exit code 1."""
    try:
        yield
    except REFUSALS as error:
        raise CommandError(explain(error)) from error


def as_json(report: Any) -> str:
    """A result for a program to read."""
    return json.dumps(report, ensure_ascii=False, indent=2)
