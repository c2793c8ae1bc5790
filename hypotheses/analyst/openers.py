"""Words by which an author opens an idea without claiming anything: `I noticed that ...`."""

from __future__ import annotations

import re

_OPENERS = {
    "en": re.compile(
        r"^\s*(?:i (?:have )?(?:noticed|observed|noted|realized|realised|saw|wonder|think|believe)"
        r"(?: that| if| whether)?|it seems that|my (?:idea|hypothesis) is that)\s+",
        re.IGNORECASE,
    ),
    "pt": re.compile(
        r"^\s*(?:(?:eu )?(?:observei|notei|percebi|reparei|vi|acho|acredito|penso)(?: que| se)?"
        r"|parece que|minha (?:ideia|hipótese) é(?: a de)? que)\s+",
        re.IGNORECASE,
    ),
}


def without_opener(text: str, language: str) -> str:
    """The text from its claim on."""
    return _OPENERS[language].sub("", text)
