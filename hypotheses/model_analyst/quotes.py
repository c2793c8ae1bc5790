"""Whether words that a model quotes really stand in a text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from config.text.words import SLOT

_AROUND = " \t\n\"'“”‘’«»`.,;:…"
_ALIKE = {"'": "['’‘]", "’": "['’‘]", "‘": "['’‘]", '"': '["“”]', "“": '["“”]', "”": '["“”]'}
_ALIKE |= dict.fromkeys("-–—‐‑", "[-–—‐‑]")
_SAYS = re.compile(r"[^\W\d_]{3,}|\d")  # a quote of `a` or `of` would be found anywhere


def places(quote: str, text: str) -> Iterator[tuple[int, int]]:
    """Where a text has some words.

    Blanks and case may differ, nothing else. What is left open in `[to be defined: ...]` is not
    said, so nothing is found there.
    """
    words = unicodedata.normalize("NFC", quote).strip(_AROUND).split()
    if not words:
        return
    said = SLOT.sub(lambda slot: "\0" * len(slot.group()), text)
    for found in re.finditer(_pattern(words), said, re.IGNORECASE):
        yield found.span()


def locate(quote: str, text: str) -> str | None:
    """The words as the text has them, or None where they are none or too few to show anything."""
    if not _SAYS.search(quote):
        return None
    for start, end in places(quote, text):
        return text[start:end]
    return None


def says(text: str, words: str) -> bool:
    """Whether a text holds some words."""
    return any(True for _place in places(words, text))


def _pattern(words: list[str]) -> str:
    pattern = r"\s+".join("".join(_ALIKE.get(c, re.escape(c)) for c in word) for word in words)
    before = r"(?<!\w)" if re.match(r"\w", words[0]) else ""
    after = r"(?!\w)" if re.search(r"\w$", words[-1]) else ""
    return before + pattern + after
