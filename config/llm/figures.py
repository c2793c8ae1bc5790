"""Numbers in a model's texts: those that were not given to it are removed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from config.text.tokens import fold

_WORDS = {
    **dict(zip("two three four five six seven eight nine ten eleven twelve thirteen fourteen"
               " fifteen sixteen seventeen eighteen nineteen twenty".split(),
               range(2, 21), strict=True)),
    **dict(zip("dois tres quatro cinco seis sete oito nove dez onze doze treze quatorze quinze"
               " dezesseis dezessete dezoito dezenove vinte".split(), range(2, 21), strict=True)),
    **dict(zip("thirty forty fifty sixty seventy eighty ninety".split(),
               range(30, 100, 10), strict=True)),
    **dict(zip("trinta quarenta cinquenta sessenta setenta oitenta noventa".split(),
               range(30, 100, 10), strict=True)),
    "duas": 2, "hundred": 100, "cem": 100, "thousand": 1000, "mil": 1000,
}  # fmt: skip
_SPELT = "|".join(sorted({*_WORDS, "três"}, key=len, reverse=True))
# A number in words counts only before a counted noun: `two weeks`, not `the two of them`.
_COUNTED = (
    r"per\s?cent|percentage|seconds?|minutes?|hours?|days?|weeks?|months?|years?|times|sessions?"
    r"|doses?|people|persons|participants|patients|subjects|points"
    r"|por\s+cento|segundos?|minutos?|horas?|dias?|semanas?|mês|mes|meses|anos?|vezes"
    r"|sess(?:ão|ões)|pessoas|participantes|pacientes|sujeitos|pontos"
)
_FRACTIONS = r"by half|by a third|by a quarter|pela metade|em um terço|em um quarto"
# Digits behind a letter are part of a name: `HbA1c`, `PHQ-9`, `COVID-19`.
_DIGITS = r"(?<![^\W\d_])(?<![^\W\d_][-–‑])(?<![\d.,])\d+(?:[.,]\d+)*"
_FIGURE = re.compile(
    rf"{_DIGITS}|\b(?:{_SPELT})\b(?=[\s-]+(?:{_COUNTED})\b)|\b(?:{_FRACTIONS})\b", re.IGNORECASE
)
_ANY_SPELT = re.compile(rf"\b(?:{_SPELT})\b", re.IGNORECASE)
_RANGE = r"\s*(?:-|–|—|to|a|até|e|and)\s*"


class Struck(NamedTuple):
    """A text without the numbers that were not given, and those numbers."""

    text: str
    figures: tuple[str, ...]


def given(texts: Iterable[str]) -> frozenset[str]:
    """The numbers in texts in one form, so that `0,50` and `0.5` are the same."""
    found: set[str] = set()
    for text in texts:
        found |= {_value(each) for each in re.findall(r"\d+(?:[.,]\d+)*", text)}
        found |= {_value(each) for each in _ANY_SPELT.findall(text)}
        found |= {_value(each) for each in re.findall(_FRACTIONS, text, re.IGNORECASE)}
    return frozenset(found)


def strike(
    text: str, known: frozenset[str], mark: str, slot: re.Pattern[str] | None = None
) -> Struck:
    """Replace unknown numbers by `mark`; a range of two becomes one mark. Within a `slot`, an
    open place of the text, the number becomes an ellipsis: no mark within a mark."""
    figures: list[str] = []

    def replaced(found: re.Match[str]) -> str:
        if _value(found.group()) in known:
            return found.group()
        figures.append(found.group())
        return "\0"

    bare = _FIGURE.sub(replaced, text)
    if not figures:
        return Struck(text, ())
    bare = re.sub(rf"\0(?:{_RANGE}\0)+", "\0", bare)
    if slot is not None:
        bare = slot.sub(lambda found: found.group().replace("\0", "…"), bare)
    return Struck(bare.replace("\0", mark), tuple(figures))


def _value(figure: str) -> str:
    word = fold(figure)
    if not figure[0].isdigit():
        return str(_WORDS.get(word, word))
    if re.fullmatch(r"[1-9]\d{0,2}(?:[.,]\d{3})+", figure):  # grouped thousands
        return re.sub(r"[.,]", "", figure)
    whole, _, part = figure.replace(",", ".").rpartition(".")
    if not whole:
        return part.lstrip("0") or "0"
    return f"{whole.lstrip('0') or '0'}.{part.rstrip('0')}".rstrip(".")
