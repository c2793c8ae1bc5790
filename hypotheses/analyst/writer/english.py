"""English grammar around quoted words: the indefinite article, and the base form of a verb."""

from __future__ import annotations

import re

_VOWEL_SOUND = re.compile(
    r"(?!uni|use|usu|eu|one\b|once)[aeiou]|hour|honest|heir|8|11\b|18\b", re.I
)
_IRREGULAR = {"has": "have", "is": "be", "does": "do", "goes": "go"}


def a(phrase: str) -> str:
    """`eight-point scale` -> `an eight-point scale`."""
    return f"{'an' if _VOWEL_SOUND.match(phrase) else 'a'} {phrase}"


def base(third: str) -> str:
    """The base form of a verb in the third person: `carries` -> `carry`."""
    if third in _IRREGULAR:
        return _IRREGULAR[third]
    if third.endswith("ies") and len(third) > 4:
        return third[:-3] + "y"
    if third.endswith(("sses", "shes", "ches", "xes", "zzes")):
        return third[:-2]
    return third[:-1]


def third(base_form: str) -> str:
    """The third person of a verb's base form: `carry` -> `carries`."""
    for past, present in _IRREGULAR.items():
        if base_form == present:
            return past
    if base_form.endswith("y") and base_form[-2:-1] not in "aeiou":
        return base_form[:-1] + "ies"
    return base_form + ("es" if base_form.endswith(("ss", "sh", "ch", "x", "zz", "o")) else "s")
