"""A claim as one sentence: the author's own with what was added, or one made from the frame."""

from __future__ import annotations

import re
from dataclasses import replace

from hypotheses.analyst.writer.compose import composed
from hypotheses.analyst.writer.edit import closed, edited, is_sentence
from hypotheses.analyst.writer.english import base
from hypotheses.analyst.writer.places import located, placed
from hypotheses.domain.claim import SLOTS, Claim, SlotName
from hypotheses.domain.types import Language

_LABELS: dict[Language, dict[SlotName, str]] = {
    "en": {
        "unit": "Population", "bound": "Population", "exposure": "Exposure", "outcome": "Outcome",
        "comparator": "Compared with", "measure": "Measure", "window": "Time", "margin": "Margin",
        "qualifiers": "Condition", "approach": "Approach",
    },
    "pt": {
        "unit": "População", "bound": "População", "exposure": "Exposição", "outcome": "Desfecho",
        "comparator": "Comparação com", "measure": "Medida", "window": "Horizonte temporal",
        "margin": "Margem", "qualifiers": "Condição", "approach": "Abordagem",
    },
}  # fmt: skip


_READ: tuple[SlotName, ...] = ("exposure", "outcome")


def question(claim: Claim, language: Language, source: str = "") -> str | None:
    """The claim as one sentence, two at most, with each slot's words in it once.

    `source` is the text that the slots' offsets point into. A slot whose offsets point at other
    words replaces those; a slot without offsets is added. None where no sound sentence can be made.
    """
    if claim.placeholders:
        return None
    made = reworded(claim, language, source)
    if made is None and _is_whole(claim, language, source):
        return None
    made = made or composed(claim, language, source)
    return made if made is not None and is_sound(made, claim) else None


def reworded(claim: Claim, language: Language, source: str) -> str | None:
    """The author's own sentence with what was added in its place; None where it finds none."""
    if not source or claim.placeholders or not is_sentence(source, claim, language):
        return None
    made = edited(claim, language, source)
    return made if made is not None and is_sound(made, claim) else None


def _is_whole(claim: Claim, language: Language, source: str) -> bool:
    """Whether the author's sentence holds exposure and outcome: no other is made from the frame."""
    written = bool(source) and is_sentence(source, claim, language)
    return written and all(placed(claim.slot(name), source) for name in _READ)


def is_sound(text: str, claim: Claim) -> bool:
    """Whether every slot's words stand in a text, and its marks are in order."""
    if not all(_stands(slot.text, text) for name, slot in claim.items() if name != "leftover"):
        return False
    return text.count("(") == text.count(")") and not re.search(r",\s*[,.?!;]|\(\s*\)", text)


def _flat(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


def listing(claim: Claim, sentence: str, language: Language) -> str:
    """The author's sentence, and in brackets the slots' words that do not stand in it."""
    sentence = _completed(claim, sentence, language)
    parts: dict[str, list[str]] = {}
    for name in SLOTS:
        slot = getattr(claim, name)
        if slot is not None and name != "leftover" and not _stands(slot.text, sentence):
            parts.setdefault(_LABELS[language][name], []).append(slot.text.strip(" .;"))
    if not parts:
        return sentence
    listed = "; ".join(f"{label}: {' '.join(tokens)}" for label, tokens in parts.items())
    return f"{closed(sentence)} ({listed}.)"


def _stands(words: str, sentence: str) -> bool:
    """Whether words stand in a sentence; a verb also as a question has it (`rises`: `rise`)."""
    flat, words = _flat(sentence), _flat(words)
    verb = words.endswith("s") and " " not in words and f" {base(words)} " in f" {flat} "
    return words in flat or verb


def _completed(claim: Claim, sentence: str, language: Language) -> str:
    """The sentence with each slot that is not in it where it belongs, if there is such a place."""
    held = Claim(claim.design, claim.direction, counted=claim.counted, relation=claim.relation)
    lacking = []
    for name, slot in claim.items():
        if _stands(slot.text, sentence):
            held = held.with_slot(name, slot)
        elif name != "leftover":
            lacking.append(name)
    for name in lacking:
        added = replace(getattr(claim, name), start=None, end=None)  # its place was the source's
        tried = located(held, sentence).with_slot(name, added)
        made = edited(tried, language, sentence)
        if made is not None and is_sound(made, tried):
            held, sentence = tried, made
    return sentence
