"""Takes the hedge out of a claim: `métodos parecem funcionar` -> `métodos funcionam`."""

from __future__ import annotations

import re

from hypotheses.analyst import inflect
from hypotheses.analyst.lexicon.matcher import Cue
from hypotheses.analyst.reading import Reading, Span
from hypotheses.analyst.text import fold

_PLURAL_HEDGES = frozenset("parecem podem poderiam pareciam aparentam tendem possam".split())
_DROPPED = frozenset(
    """maybe perhaps possibly somehow in some way probably supposedly apparently presumably
    in a certain way kind of sort of i think i believe i guess i suspect or something conceivably potentially
    talvez aparentemente possivelmente provavelmente de alguma forma de algum modo de alguma maneira de certa forma
    de certo modo supostamente presumivelmente acho que acredito que creio que suponho que ou algo assim
    ou coisa assim imagino que desconfio que tenho a impressão potencialmente quiçá porventura sei lá""".split()
)
_SUBJECT = 6  # how many words a subject may have between `talvez` and its verb
_NOUN_PLURAL = re.compile(r"[a-z]s$")


def unhedged(reading: Reading, hedges: tuple[Span, ...]) -> str | None:
    """The text with its hedges taken out, or None when one cannot be taken out by rule."""
    text = reading.words.text
    for start, end in sorted(hedges, reverse=True):
        edited = _edit(reading, text, start, end)
        if edited is None:
            return None
        text = edited
    return re.sub(r"\s{2,}", " ", text).replace(" ,", ",").strip()


def _edit(reading: Reading, text: str, start: int, end: int) -> str | None:
    words = reading.words
    begin, stop = words.starts[start], words.ends[end - 1]
    if all(fold(word) in {fold(w) for w in _DROPPED} for word in words.folds[start:end]):
        return text[:begin].rstrip() + _indicative(reading, text, end, stop)
    verb = end
    if verb < reading.size and reading.keys[verb] == "to":
        verb += 1
    if verb >= reading.size:
        return None
    replaced = _finite(reading, start, verb)
    if replaced is None:
        return None
    return text[:begin] + replaced + text[words.ends[verb] :]


def _indicative(reading: Reading, text: str, index: int, stop: int) -> str:
    """What follows `talvez`, its subjunctive verb in the indicative: `melhore` -> `melhora`."""
    rest = text[stop:]
    if reading.lexicon.language != "pt" or index >= reading.size:
        return rest
    for place in range(index, min(reading.size, index + _SUBJECT)):
        present = _present_of(reading, place)
        if present:
            return (
                text[stop : reading.words.starts[place]]
                + present
                + text[reading.words.ends[place] :]
            )
    return rest


def _present_of(reading: Reading, index: int) -> str | None:
    """The present of a verb that stands in the subjunctive at `index`."""
    folded = reading.words.folds[index]
    for category in ("verb_up", "verb_down", "verb_change", "verb_link", "verb_equal"):
        cue = reading.starting(category, index)
        if cue is not None and folded in (
            _subjunctive(cue.data, False),
            _subjunctive(cue.data, True),
        ):
            return portuguese_present(cue.data, folded.endswith("m"))
    return None


def _subjunctive(infinitive: str, plural: bool) -> str:
    vowel = "e" if infinitive.endswith("ar") else "a"
    return infinitive[:-2] + vowel + ("m" if plural else "")


def _finite(reading: Reading, hedge: int, verb: int) -> str | None:
    """The verb behind a hedge as a plain present: `seem to work` -> `work`."""
    raw = reading.words.raw(verb)
    if reading.lexicon.language == "pt":
        return portuguese_present(raw, reading.words.folds[hedge] in _PLURAL_HEDGES)
    if not _english_verb(reading, verb):
        return None
    modal = reading.words.folds[hedge] in ("may", "might", "could")
    plural = reading.words.folds[hedge] in ("seem", "appear", "tend")
    if modal:
        subject = reading.words.folds[hedge - 1] if hedge else ""
        plural = _NOUN_PLURAL.search(subject) is not None and not subject.endswith("ss")
    if raw.lower() == "be":
        return "are" if plural else "is"
    if raw.lower() == "have":
        return "have" if plural else "has"
    return raw if plural else _third(raw)


def _english_verb(reading: Reading, index: int) -> bool:
    return reading.keys[index] in ("be", "have") or any(
        _base(cue, reading.words.folds[index])
        for category in (
            "verb_up",
            "verb_down",
            "verb_change",
            "verb_link",
            "verb_beat",
            "verb_equal",
        )
        if (cue := reading.starting(category, index)) is not None
    )


def _base(cue: Cue, folded: str) -> bool:
    return any(entry.data == folded for entry in cue.entries)


def _third(base: str) -> str:
    forms = sorted(inflect.english(base).finite)
    thirds = [form for form in forms if form.endswith("s") and form != base]
    return thirds[0] if thirds else base


def portuguese_present(infinitive: str, plural: bool) -> str | None:
    """The third person of the present of a regular verb, or None: `funcionar` -> `funcionam`."""
    lowered = infinitive.lower()
    special = {
        "ser": ("é", "são"),
        "ter": ("tem", "têm"),
        "estar": ("está", "estão"),
        "cair": ("cai", "caem"),
        "subir": ("sobe", "sobem"),
        "haver": ("há", "há"),
        "fazer": ("faz", "fazem"),
        "interferir": ("interfere", "interferem"),
        "trazer": ("traz", "trazem"),
        "construir": ("constrói", "constroem"),
    }
    if lowered in special:
        return special[lowered][plural]
    if len(lowered) < 4 or lowered[-2:] not in ("ar", "er", "ir"):
        return None
    stem = lowered[:-2]
    if lowered.endswith("uzir"):
        return stem + ("em" if plural else "")
    if lowered.endswith(("uir", "air")):
        return stem + ("em" if plural else "i")
    if lowered.endswith("ear"):
        return stem + ("iam" if plural else "ia")
    vowel = "a" if lowered.endswith("ar") else "e"
    return stem + vowel + ("m" if plural else "")
