"""Texts of people in Markdown: shown as they stand, never markup."""

from __future__ import annotations

import re

_MARKS = re.compile(r"([\\`*_{}\[\]<>#|~&!])")
# What makes a list, a rule or a heading where it begins a line.
_BEGINS = re.compile(r"^(\s*)(?:([-+=])|(\d+)([.)]))")


def escaped(line: str) -> str:
    """A line that Markdown shows as it stands."""
    line = _MARKS.sub(r"\\\1", line.strip())
    return _BEGINS.sub(lambda found: _begun(*found.groups()), line)


def _begun(space: str, sign: str | None, number: str | None, stop: str | None) -> str:
    return f"{space}\\{sign}" if sign else f"{space}{number}\\{stop}"
