"""Ages by which a text bounds persons, even where it names none: `aged 18-40`."""

from __future__ import annotations

import re

from hypotheses.analyst.grammar import words
from hypotheses.analyst.reading import Reading, Span

_AT_AGE = words("population.at_age")
_DIGIT = re.compile(r"\d")
_AGE = {
    "en": re.compile(
        r"\bage[ds]?\b[^.;!?]{0,30}?\d"
        r"|\b\d+\s*(?:-|–|to|and)\s*\d+[\s-]*(?:years?|yrs?|yo|months?)\b(?=[\s-]*(?:old|of age))"
        r"|\b\d+[\s-]*(?:years?|yrs?|months?)[\s-]*(?:old|of age)|\b\d+\s?y/?o\b"
        r"|(?<!for )(?<!than )\b(?:over|older than|above|under|younger than|at least|below)"
        r"(?: the age of)? \d+(?![.,]?\d)(?: years)?\s*(?:[,.;]|old|of age|who|with|living|in\b|$)"
        r"|\bbetween \d+ (?:and|to) \d+ years"
        r"|\b(?:over|above) \d+ years (?!of treat|of follow)"
    ),
    "pt": re.compile(
        r"\bidades?\b[^.;!?]{0,40}?\d|\bfaixa etaria\b[^.;!?]{0,40}?\d"
        r"|\b\d+ anos (?:de idade|ou mais|completos)"
        r"|(?<!ha )\b(?:maior(?:es)?|acima|menor(?:es)?|abaixo|mais|menos|a partir)"
        r"(?: de| do que| que) \d+ anos"
        r"|\b(?:de|entre|com|ter)\s+\d+\s*(?:-|–|a|e|ate)\s*\d+\s*anos"
        r"|\b\d+\s*(?:-|–)\s*\d+\s*anos|\b\d+ anos e \d+"
    ),
}


def find(reading: Reading) -> Span | None:
    """The first age range of a text."""
    if _DIGIT.search(reading.words.text) is None:
        return None
    folds = reading.words.folds
    folded = " ".join(folds)
    match = _AGE[reading.lexicon.language].search(folded)
    if match is None:
        return None
    first = folded[: match.start()].count(" ")
    if not _AT_AGE.isdisjoint(folds[max(0, first - 3) : first + 1]) and not reading.all("units"):
        return None  # `begun at 6 years of age`: when, not who
    return first, min(reading.size, first + match.group().rstrip().count(" ") + 1)
