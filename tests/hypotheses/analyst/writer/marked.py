"""Claims from texts whose slots are marked: `{exposure|Shade} slows {outcome|rust}`."""

from __future__ import annotations

import re
from typing import Any

from hypotheses.domain.claim import Claim, Design, Direction, Slot

_MARK = re.compile(r"\{([a-z]+)\|([^{}]*)\}")


def marked(text: str, design: Design, direction: Direction, **more: Any) -> tuple[str, Claim]:
    """The text without its marks, and the claim that they make."""
    plain, behind, relation = "", 0, []
    slots: dict[str, Any] = {}
    for mark in _MARK.finditer(text):
        plain += text[behind : mark.start()]
        name, words = mark[1], mark[2]
        if name == "relation":
            relation.append(words)
        else:
            slots[name] = Slot(words, "user", len(plain), len(plain) + len(words))
        plain, behind = plain + words, mark.end()
    plain += text[behind:]
    return plain, Claim(design, direction, relation=" ".join(relation), **slots, **more)
