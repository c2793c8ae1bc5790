"""Takes the hedge out of a claim: `métodos parecem funcionar` -> `métodos funcionam`."""

from __future__ import annotations

import re

from hypotheses.analyst import inflect
from hypotheses.analyst.categories import VERBS
from hypotheses.analyst.grammar import words
from hypotheses.analyst.reading import Reading, Span

_DROPPED = words("hedging.dropped")
_PLURAL = words("hedging.plural")
_MODALS = words("hedging.modals")
_CLAIM_VERBS = ("verb_up", "verb_down", "verb_change", "verb_link", "verb_equal")  # as tried
_SUBJECT = 6  # how many words a subject may have between `talvez` and its verb
_NOUN_PLURAL = re.compile(r"[a-z]s$")


def unhedged(reading: Reading, hedges: tuple[Span, ...]) -> str | None:
    """The text with its hedges taken out, or None when one cannot be taken out by rule."""
    text = reading.words.text
    for span in sorted(hedges, reverse=True):
        edited = _edit(reading, text, span)
        if edited is None:
            return None
        text = edited
    return re.sub(r"\s{2,}", " ", text).replace(" ,", ",").strip()


def _edit(reading: Reading, text: str, hedge: Span) -> str | None:
    """The text without one hedge. Up to the hedge, places are still those of the reading."""
    found = reading.words
    start, verb = hedge
    begin = found.starts[start]
    if _DROPPED.issuperset(found.folds[start:verb]):
        return text[:begin].rstrip() + _indicative(reading, text, verb)
    if verb < reading.size and reading.keys[verb] == "to":
        verb += 1
    if verb >= reading.size:
        return None
    replaced = _finite(reading, start, verb)
    return None if replaced is None else text[:begin] + replaced + text[found.ends[verb] :]


def _indicative(reading: Reading, text: str, index: int) -> str:
    """What follows `talvez`, its subjunctive verb in the indicative: `melhore` -> `melhora`."""
    found = reading.words
    rest = found.ends[index - 1]
    if reading.lexicon.language == "pt" and text == found.text:  # the last hedge, edited first
        for place in range(index, min(reading.size, index + _SUBJECT)):
            if present := _present_of(reading, place):
                return text[rest : found.starts[place]] + present + text[found.ends[place] :]
    return text[rest:]


def _present_of(reading: Reading, index: int) -> str | None:
    """The present of a verb that stands in the subjunctive at `index`."""
    folded = reading.words.folds[index]
    for category in _CLAIM_VERBS:
        cue = reading.starting(category, index)
        if cue is not None and folded in inflect.subjunctives(cue.data):
            return inflect.portuguese_present(cue.data, folded.endswith("m"))
    return None


def _finite(reading: Reading, hedge: int, verb: int) -> str | None:
    """The verb behind a hedge as a plain present: `seem to work` -> `work`."""
    raw = reading.words.raw(verb)
    plural = reading.words.folds[hedge] in _PLURAL
    if reading.lexicon.language == "pt":
        return inflect.portuguese_present(raw, plural)
    if not _english_verb(reading, verb):
        return None
    if reading.words.folds[hedge] in _MODALS:
        subject = reading.words.folds[hedge - 1] if hedge else ""
        plural = _NOUN_PLURAL.search(subject) is not None and not subject.endswith("ss")
    return inflect.english_present(raw, plural)


def _english_verb(reading: Reading, index: int) -> bool:
    folded = reading.words.folds[index]
    cues = (reading.starting(category, index) for category in VERBS)
    return reading.keys[index] in ("be", "have") or any(
        entry.data == folded for cue in cues if cue is not None for entry in cue.entries
    )
