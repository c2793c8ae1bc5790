"""A claim as one sentence: the author's own with what was added, or one made from the frame."""

from __future__ import annotations

import re
from dataclasses import replace

from hypotheses.analyst.syntax.english import base
from hypotheses.analyst.writer.clauses import ALONE
from hypotheses.analyst.writer.compose import composed
from hypotheses.analyst.writer.edit import closed, edited, is_sentence, joined_moderation
from hypotheses.analyst.writer.excerpt import is_clause
from hypotheses.analyst.writer.grammar import is_grammatical
from hypotheses.analyst.writer.places import located, placed
from hypotheses.analyst.writer.robust import robust
from hypotheses.domain.claim import SLOTS, Claim, Slot, SlotName
from hypotheses.domain.types import Language

_WH = re.compile(r"(?:how|why|what) ", re.I)  # its verb moves in the question
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


def question(claim: Claim, language: Language, source: str = "") -> str | None:
    """The claim as one question, with each slot's words in it once.

    `source` is the text that the slots' offsets point into. A slot whose offsets point at other
    words replaces those; a slot without offsets is added. None where no sound sentence can be made:
    where what varies or the outcome is in doubt, none is put together of parts of a sentence.
    """
    claim = _bounded_once(_with_leftover(_without_doubtful(claim.stated, source), source))
    if claim.placeholders or claim.is_unread:
        return None
    if claim.design == "descriptive":
        claim = claim.with_slot("margin", None)  # a guess of the answer: `I bet less than a third`
    own = _checked(_reworded(claim, language, source), claim, language)
    doubted = claim.is_doubted_at_core
    if own is not None or (doubted and (claim.story or is_clause(source))):
        return own
    made = _checked(composed(claim, language, source), claim, language)
    return made if made is not None or doubted else robust(claim, language, source)


def _checked(made: str | None, claim: Claim, language: Language) -> str | None:
    made = joined_moderation(made) if made is not None else None
    if made is not None and language == "en":
        made = _DO_BE.sub(_be, made)
    sound = made is not None and is_sound(made, claim) and is_grammatical(made, claim, language)
    return made if sound else None


def _without_doubtful(claim: Claim, source: str) -> Claim:
    """The claim without what was read in another sentence and may be wrong: it is asked about, and
    added to no sentence before."""
    for name, slot in claim.items():
        elsewhere = slot.origin == "user" and placed(slot, source) is None
        if elsewhere and name not in _ASKED_FIRST and claim.is_doubted(name):
            claim = claim.with_slot(name, None)
    return claim


_ASKED_FIRST = ("exposure", "outcome", "comparator", "leftover")


def _with_leftover(claim: Claim, source: str) -> Claim:
    """The claim with words that no slot holds joined to the slot that they follow at once."""
    left = placed(claim.leftover, source)
    if left is None:
        return claim
    for name, slot in claim.items():
        spot = placed(slot, source)
        if spot is None or name == "leftover" or not source[spot[1] : left[0]].isspace():
            continue
        whole = Slot(source[spot[0] : left[1]], slot.origin, spot[0], left[1], slot.sure)
        return claim.with_slot(name, whole).with_slot("leftover", None)
    return claim


def _bounded_once(claim: Claim) -> Claim:
    """The claim without bounds that its unit's own words name: `our`, of `our team`."""
    unit, bound = claim.unit, claim.bound
    once = unit and bound and f" {bound.text} ".lower() in f" {unit.text} ".lower()
    return claim.with_slot("bound", None) if once else claim


# `be` takes no `do`: of `tend to be braver`, `do goalkeepers be braver`.
_DO_BE = re.compile(
    r"^(?P<do>do|does) (?P<who>(?:(?!(?:to|that|will|can|must)\b)[\w-]+ )+?)be (?=\w)", re.I
)


def _be(found: re.Match[str]) -> str:
    return f"{'Are' if found['do'].lower() == 'do' else 'Is'} {found['who']}"


def _reworded(claim: Claim, language: Language, source: str) -> str | None:
    """The author's own clause with what was added in its place; None where it finds none."""
    if not source or not is_sentence(source, claim, language):
        return None
    return edited(claim, language, source)


def is_sound(text: str, claim: Claim) -> bool:
    """Whether every slot's words stand in a text, and its marks are in order."""
    held = [slot.text for name, slot in claim.items() if name != "leftover"]
    if not all(_stands(words, text) or _WH.match(words) for words in held):
        return False
    return text.count("(") == text.count(")") and not re.search(r",\s*[,.?!;]|\(\s*\)", text)


def _flat(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


def listing(claim: Claim, sentence: str, language: Language) -> str:
    """The author's sentence, and in brackets the slots' words that do not stand in it."""
    claim = claim.stated
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
    if words in flat or _of_one(words) in _of_one(flat):
        return True
    words = ALONE.sub("", words)
    words = re.sub(r"\b(?:they|eles|elas) ", "", words)  # their noun stands there
    if words.endswith("s") and f" {base(words)} " in f" {flat} ":
        return True  # `rises`, `road bikes`
    first, _, more = words.partition(" ")
    if more:
        return f"{first[:3]}" in flat and f" {more}" in flat  # `reading aloud`, of `read aloud`
    stem = words.removesuffix("r")  # `funcionar`, which a hedge took: `parecem funcionar`
    return stem != words and f" {stem}" in f" {flat}"


def _of_one(words: str) -> str:
    """Words without the ending of a plural: `bois gordos`, `boi gordo`."""
    return re.sub(r"(?<=\w\w)s\b", "", words)


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
