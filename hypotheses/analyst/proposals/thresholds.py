"""The other side of a limit that parts groups or times: of `less than 7 hours`, `7 or more`."""

from __future__ import annotations

import re

from hypotheses.domain.types import Language

_NUMBER: dict[Language, str] = {
    "en": r"\d[\d.,]*%?|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|fifty",
    "pt": r"\d[\d.,]*%?|dois|duas|três|tres|quatro|cinco|seis|sete|oito|nove|dez|doze|vinte|"
    r"cinquenta",
}
# What stands before a number that is a limit, and the other side of it: `{n}` is the number with
# the word behind it.
_SIDES: dict[Language, tuple[tuple[str, str], ...]] = {
    "en": (
        (r"(?:less|fewer) than", "{n} or more"),
        (r"under|below", "of {n} or more"),
        (r"more than", "at most {n}"),
        (r"over|above", "of {n} or less"),
        (r"at least", "fewer than {n}"),
        (r"at most|up to", "more than {n}"),
    ),
    "pt": (
        (r"menos de|menos que", "{n} ou mais"),
        (r"abaixo de", "de {n} ou mais"),
        (r"mais de|mais que", "até {n}"),
        (r"acima de", "de até {n}"),
        (r"pelo menos|ao menos|no mínimo", "menos de {n}"),
        (r"até|no máximo", "mais de {n}"),
    ),
}


def other_side(words: str, language: Language) -> str | None:
    """The words with their one limit turned round; None where they name no limit, or several."""
    found = [
        (match, other)
        for before, other in _SIDES[language]
        for match in re.finditer(
            rf"\b(?:{before}) (?P<n>(?:{_NUMBER[language]})(?: [^\W\d_]+)?)(?![\w-])", words, re.I
        )
    ]
    if len(found) != 1:
        return None
    match, other = found[0]
    return words[: match.start()] + other.format(n=match["n"]) + words[match.end() :]
