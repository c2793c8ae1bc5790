"""What every sentence must show, checked without the writer's own rules."""

from __future__ import annotations

import re

from hypotheses.domain.claim import Claim
from hypotheses.domain.types import Language

_UNFUSED = re.compile(r"\b(?:em|de|por) (?:o|a|os|as)\b(?! (?:que|qual|quais)\b)|\ba (?:o|os|as)\b")


def faults(text: str, language: Language) -> list[str]:
    """The rules of form that a sentence breaks."""
    found = []
    if not text[0].isupper() and not text[0].isdigit():
        found.append("no capital")
    if text[-1] not in "?.)":
        found.append("no closing mark")
    if re.search(r"\s\s|\s[,.;:?](?!\d)|,\s*[,.?]|[.?][.?]|\(\s|\s\)", text):
        found.append("marks or spaces")
    if text.count("(") != text.count(")"):
        found.append("brackets")
    if re.search(r"\b(\w+) \1\b", text.lower()):
        found.append("a word twice")
    if language == "pt" and _UNFUSED.search(text.lower()):
        found.append("not contracted")
    if language == "en" and re.search(
        r"\ba [aeio]\w+|\ban [bcdfgjklmnpqrstvwxyz]\w+", text.lower()
    ):
        found.append("a or an")
    if re.search(r"to be defined|a definir|\[|\]|None", text):
        found.append("a placeholder")
    return found


def flat(text: str) -> str:
    """A text's words alone, in small letters."""
    return " ".join(re.findall(r"[\w%]+", text.lower()))


def stand_once(text: str, claim: Claim) -> list[str]:
    """The slots whose words do not stand in a text exactly once."""
    worded = flat(text)
    return [name for name, slot in claim.items() if worded.count(flat(slot.text)) != 1]
