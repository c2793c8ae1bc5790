"""Reads a reviewer's guidance on a version: words for a slot, or a question that the author has to
answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.edits import with_words
from hypotheses.analyst.reader import read
from hypotheses.domain.claim import Claim, SlotName
from hypotheses.domain.types import Language


@dataclass(frozen=True, slots=True)
class Guided:
    """The claim with what a reviewer's words name.

    `asked` holds the words that ask the author for something, by slot; `not_understood` those that
    neither name nor ask anything.
    """

    claim: Claim
    asked: dict[SlotName, str] = field(default_factory=dict)
    not_understood: tuple[str, ...] = ()


def apply_guidance(claim: Claim, guidance: str, language: Language) -> Guided:
    """The claim as a reviewer wants it. What the reviewer asks for is not taken as the answer."""
    asked: dict[SlotName, str] = {}
    lost = []
    for part in _parts(guidance):
        if _is_request(part, language):
            slot = _slot_asked_for(part, claim, language)
            if slot is None:
                lost.append(part)
            else:
                asked[slot] = f"{asked[slot]}; {part}" if slot in asked else part
            continue
        found = list(_edits(part, claim, language))
        if not found:
            lost.append(part)
        for name, words in found:
            claim = with_words(claim, name, words, "guidance", language)
    for name in asked:
        slot_now = getattr(claim, name)
        if slot_now is not None:  # no approval rests on it until the author has answered
            claim = claim.with_slot(name, replace(slot_now, sure=False))
    return Guided(claim, asked, tuple(lost))


def _parts(guidance: str) -> list[str]:
    """Guidance split where it turns to another point: `six months, and only accountants in
    Lisbon`."""
    cut = re.split(
        r"[.;\n]+|(?<=\?)\s+|,\s*(?:and|e|but|mas)\s+|,\s+(?=only|just|só|somente|apenas)", guidance
    )
    return [part.strip(" ,") for part in cut if part.strip(" ,")]


_WHICH: dict[Language, str] = {
    "en": r"(?:(?:over|for|in|at|by|with|from|of|to) )?(?:which|what|how|whom?|whose|where|when)",
    "pt": r"(?:(?:por|em|n[oa]s?|de|d[oa]s?|com|a|para) )?(?:qual|quais|quant[oa]s?|como|quem|onde"
    r"|quando|que|o que)",
}
_REQUEST: dict[Language, re.Pattern[str]] = {
    "en": lazy_regex(
        rf"^(?:please )?(?:(?:define|clarify|explain|describe|spell out) "
        rf"|(?:name|say|state|tell(?: us)?|specify|give|indicate|mention|add|include|choose) "
        rf"(?:the|an?|some|your|its|their|{_WHICH['en']})\b|{_WHICH['en']}\b)|\?$"
        r"|\b(?:too (?:broad|vague|wide|narrow|general)|unclear|not clear|is missing|is vague)\b",
        re.IGNORECASE,
    ),
    "pt": lazy_regex(
        r"^(?:por favor,? )?(?:(?:defina|esclareça|explique|descreva|detalhe) "
        r"|(?:nomeie|diga|informe|especifique|indique|dê|cite|mencione|acrescente|inclua|escolha) "
        rf"(?:[oa]s?|uma?|seus?|suas?|{_WHICH['pt']})\b|{_WHICH['pt']}\b)|\?$"
        r"|\b(?:(?:muito|demasiado) (?:ampl|vag|genéric)[oa]s?|ampl[oa]s? demais|vag[oa]s? demais"
        r"|pouco clar[oa]s?|não est(?:á|ão) clar[oa]s?|falta(?:m)?)\b",
        re.IGNORECASE,
    ),
}
"""Words by which a reviewer asks the author for something instead of stating it."""

_SUBJECTS: dict[SlotName, re.Pattern[str]] = {
    "window": lazy_regex(
        r"\b(?:period|how long|time|duration|window|(?:how many|number of) (?:day|week|month|year)s"
        r"|período|quanto tempo|duração|horizonte|prazo"
        r"|(?:quant[oa]s|número de) (?:dias|semanas|meses|anos))\b", re.IGNORECASE,
    ),
    "comparator": lazy_regex(r"\b(?:compar\w+|control group|grupo (?:de )?controle)\b", re.I),
    "measure": lazy_regex(
        r"\b(?:measur\w+|metrics?|scales?|instruments?|count(?:s|ed)?|questionnaires?"
        r"|medid\w*|medir|métricas?|escalas?|instrumentos?|contad[oa]s?|contar|questionários?)\b",
        re.IGNORECASE,
    ),
    "margin": lazy_regex(r"\b(?:margin|margem)\b", re.IGNORECASE),
    "outcome": lazy_regex(r"\b(?:outcome|desfecho)\b", re.IGNORECASE),
    "exposure": lazy_regex(r"\b(?:exposure|intervention|exposição|intervenção)\b", re.IGNORECASE),
}  # fmt: skip
_REASON = lazy_regex(r"\b(?:why|reason|por qu[eê]|motivo|how|como)\b", re.IGNORECASE)
_LETTERS = 4  # letters that two forms of a word share


def _is_request(part: str, language: Language) -> bool:
    return ":" not in part and _REQUEST[language].search(part) is not None


def _slot_asked_for(part: str, claim: Claim, language: Language) -> SlotName | None:
    """The slot that a request is about: the one it names, else the one its words belong to, else
    the bound of the population."""
    for name, subject in _SUBJECTS.items():
        if subject.search(part):
            return name
    words = _stems(part)
    for name in ("outcome", "exposure", "bound"):
        slot = getattr(claim, name)
        if slot is not None and words & _stems(slot.text):
            return name
    if _REASON.search(part):
        return None
    return "bound" if claim.unit is not None else "unit"


def _stems(text: str) -> set[str]:
    return {word[:_LETTERS] for word in re.findall(r"\w+", text.lower()) if len(word) >= _LETTERS}


# What a reviewer states in fixed words: `measure it by ...`, `compare with ...`.
_THIS = r"(?: it| them| this)?"
_ORDERS: dict[Language, dict[str, re.Pattern[str]]] = {
    "en": {
        "measure": lazy_regex(rf"^(?:measure|assess|count){_THIS} (?:by|with|using) (.+)$", re.I),
        "comparator": lazy_regex(rf"^compare{_THIS} (?:with|to|against) (.+)$", re.I),
    },
    "pt": {
        "measure": lazy_regex(
            r"^(?:meça|medir|avalie|conte)(?:-[oa]s?)? (?:por|com|pel[oa]s?|usando) (.+)$", re.I
        ),
        "comparator": lazy_regex(r"^(?:compare|comparar)(?:-[oa]s?)? (?:com|a|ao|à) (.+)$", re.I),
    },
}
_ONLY = lazy_regex(r"^(?:only|just|só|somente|apenas)\s+", re.IGNORECASE)


def _edits(part: str, claim: Claim, language: Language) -> Iterator[tuple[str, str]]:
    """The slots for which a part of the guidance has words."""
    for name, order in _ORDERS[language].items():
        if (wanted := order.match(part)) is not None:
            yield name, wanted[1]
            return
    bare = _ONLY.sub("", part)
    said = read(bare, language).claim
    for name in ("measure", "comparator", "window", "margin", "approach"):
        slot = getattr(said, name)
        if slot is not None:
            yield name, slot.text
    if said.unit is not None and said.bound is None:
        # `junior developers`: a unit, without a place or a group that bounds it
        yield "unit", bare if _stems(bare) & _unit_stems(claim) else said.unit.text
    elif said.population is not None:
        yield "population", " ".join(slot.text for slot in (said.unit, said.bound) if slot)


def _unit_stems(claim: Claim) -> set[str]:
    return _stems(claim.unit.text) if claim.unit is not None else set()
