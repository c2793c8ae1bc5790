"""What the templates of strategies use."""

from __future__ import annotations

from typing import Any

from django import template

register = template.Library()
# Outcome -> the colour of the first desk that says the same.
_TONES = {
    "SUCCESS": "approved",
    "ACCEPTED": "approved",
    "ABANDONED": "rejected",
    "MAX_ITERATIONS": "needs_refinement",
    "SENT_BACK": "again",
    "EXTENDED": "again",
}


@register.inclusion_tag("trading/_verdict.html")
def verdict(status: str, source: str | None = "", name: str = "") -> dict[str, Any]:
    """A strategy's status or a decision's outcome, and who came to it: `source` is agent, forced
    or human, `name` who the human was."""
    decided = status in _TONES
    return {
        "status": status,
        "tone": _TONES.get(status, status),
        "source": (source or "") if decided else "",
        "name": name,
    }
