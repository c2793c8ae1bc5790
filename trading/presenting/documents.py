"""A spec as text that one reads and edits."""

from __future__ import annotations

import json
from typing import Any

_WIDTH = 88


def pretty(document: Any, indent: int = 0) -> str:
    """JSON with what fits on a line on one line."""
    flat = json.dumps(document, ensure_ascii=False)
    if (indent and len(flat) + indent <= _WIDTH) or not isinstance(document, dict | list):
        return flat
    inner = " " * (indent + 2)
    if isinstance(document, dict):
        told = [
            f"{json.dumps(name, ensure_ascii=False)}: {pretty(value, indent + 2)}"
            for name, value in document.items()
        ]
        begin, end = "{", "}"
    else:
        told = [pretty(value, indent + 2) for value in document]
        begin, end = "[", "]"
    if not told:
        return flat
    return f"{begin}\n{inner}" + f",\n{inner}".join(told) + f"\n{' ' * indent}{end}"
