"""The phrases that carry one slot each, for the end of a sentence: `, measured by the PHQ-9`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from hypotheses.analyst.writer import portuguese
from hypotheses.analyst.writer.phrases import ATTACHED, Phrase
from hypotheses.domain.claim import SlotName
from hypotheses.domain.types import Language

_YEAR = re.compile(r"(?:19|20)\d\d(?P<until> (?:to|a|até) (?:19|20)\d\d)?")
_MARGIN = {"en": "margin", "pt": "margem"}


def definite(phrase: Phrase) -> str:
    """A Portuguese noun phrase with its article: `produtividade` -> `a produtividade`."""
    if phrase.shape != "nominal" or phrase.determined or not phrase.gender:
        return phrase.text
    if phrase.text.lower().startswith("quem "):
        return phrase.text
    return f"{portuguese.ARTICLES[phrase.gender, phrase.plural]} {phrase.text}"


def after(preposition: str, phrase: Phrase) -> str:
    """A Portuguese phrase behind a preposition, fused with its own article."""
    return portuguese.joined(preposition, phrase.text)


def after_definite(preposition: str, phrase: Phrase) -> str:
    """A Portuguese phrase behind a preposition with an article: `na produtividade`."""
    return portuguese.joined(preposition, definite(phrase))


def bound(phrase: Phrase) -> str:
    """What bounds the unit, behind it; words that cannot stand there go in brackets."""
    if phrase.shape in ATTACHED or phrase.shape == "adjective" or _living(phrase):
        return f" {phrase.text}"
    return f" ({phrase.text})"


def _living(phrase: Phrase) -> bool:
    """A verb's form behind a noun: `students living on campus`, `adultos residentes em Recife`."""
    if phrase.shape == "action" and phrase.tags[0].tag == "VG":
        return True
    return re.match(r"\w+[aei]ntes? (?:em|n[ao]s?|a|de)\b", phrase.text) is not None


def population(unit: Phrase, bounds: Phrase | None, language: Language) -> str | None:
    """`in small teams of one company`; None where the unit is no noun phrase."""
    if unit.shape == "prepositional":
        whole = unit.text
    elif unit.shape == "nominal":
        whole = f"in {unit.text}" if language == "en" else _within(unit)
    else:
        return None
    return whole + (bound(bounds) if bounds is not None else "")


def _within(unit: Phrase) -> str:
    """`em alunos`, but `na turma`."""
    return after("em", unit) if unit.plural else after_definite("em", unit)


def measure(phrase: Phrase, outcome: Phrase | None, language: Language) -> str | None:
    """`measured by ...`; in Portuguese it agrees with `outcome` where it follows a noun."""
    if phrase.shape == "prepositional":
        return f"measured {phrase.text}" if language == "en" else None
    if not phrase.nominal:
        return None
    if language == "en":
        return f"measured by {phrase.text}"
    if outcome is not None and outcome.nominal and outcome.gender:
        participle = portuguese.agreeing("medid", outcome.gender, outcome.plural)
        return f"{participle} {after_definite('por', phrase)}"
    return f"tendo como medida {definite(phrase)}"


def held_by(phrases: Mapping[SlotName, Phrase]) -> Phrase | None:
    """The unit, where the comparison is between its groups rather than between acts or things."""
    exposure = phrases.get("exposure")
    return None if exposure is not None and exposure.nominal else phrases.get("unit")


def comparator(phrase: Phrase, unit: Phrase | None, language: Language) -> str | None:
    """`compared with ...`; words without a noun are held by `those`: `those without coffee`."""
    english = language == "en"
    if phrase.nominal or phrase.subordinate:
        joint = "" if phrase.nominal else "what happens " if language == "en" else "o que ocorre "
        own = definite(phrase) if language == "pt" and not phrase.plural else phrase.text
        return _compared(joint + own, language)
    if phrase.shape not in ATTACHED and phrase.shape != "adjective":
        return None
    if re.match(r"(?:without|sem)\b", phrase.text):
        situation = "the situation" if language == "en" else "a situação"
        return _compared(f"{situation} {phrase.text}", language)
    if unit is None and phrase.shape == "prepositional":
        return _compared(f"{'what happens' if english else 'o que ocorre'} {phrase.text}", language)
    if unit is None or not unit.nominal or not unit.plural or phrase.shape == "adjective":
        return None
    if language == "en":
        return _compared(f"those {phrase.text}", language)
    return _compared(f"{portuguese.ARTICLES[unit.gender or 'm', True]} {phrase.text}", language)


def _compared(what: str, language: Language) -> str:
    return f"compared with {what}" if language == "en" else f"em comparação com {what}"


def window(phrase: Phrase, language: Language) -> str | None:
    """`over twelve weeks`, or the author's own preposition."""
    if phrase.shape == "prepositional" or phrase.text[0] in "([":
        return phrase.text
    years = _YEAR.match(phrase.text)
    if years is not None:
        lead = (
            ("from" if years["until"] else "in")
            if language == "en"
            else "de"
            if years["until"]
            else "em"
        )
        return f"{lead} {phrase.text}"
    if not phrase.nominal:
        return phrase.text if phrase.shape == "clause" else None
    if language == "en":
        return f"over {phrase.text}"
    return f"durante {phrase.text}"


def margin(phrase: Phrase, language: Language) -> str | None:
    """`with a margin of 3 points`; a threshold of the author's stands as it is."""
    text = phrase.text
    word = _MARGIN[language]
    if phrase.shape == "prepositional":
        return text
    if word in text.lower():
        article = {"en": "a ", "pt": "uma "}[language]
        lead = "" if phrase.determined and not text[0].isdigit() else article
        return f"{'with' if language == 'en' else 'com'} {lead}{text}"
    if language == "en":
        return f"with a margin of {text}"
    return f"com margem de {text}"


def qualifiers(phrase: Phrase, language: Language) -> str:
    """A condition as it stands, or behind `in the case of`."""
    if phrase.shape in ("prepositional", "clause", "participle"):
        return phrase.text
    simple = not any(word.tag.startswith(("ADP", "PD.")) for word in phrase.tags)
    if phrase.shape == "nominal" and phrase.tags[0].tag.startswith(("N", "D")) and simple:
        return (
            f"in the case of {phrase.text}"
            if language == "en"
            else after_definite("no caso de", phrase)
        )
    return phrase.text


def approach(phrase: Phrase, language: Language) -> str | None:
    """`studied through interviews`."""
    if not phrase.nominal:
        return None
    return f"studied through {phrase.text}" if language == "en" else after("por meio de", phrase)
