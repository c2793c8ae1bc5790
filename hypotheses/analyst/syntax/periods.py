"""Whether words refer to a time that nobody living remembers."""

from __future__ import annotations

import re

from config.text.lazy_regex import lazy_regex

_YEAR = r"(?:1[0-8]\d\d|19[0-3]\d|194[0-4])"  # somebody may still remember the last year of the war
_PAST = lazy_regex(
    r"\b(?:in|em|of|de|since|desde|from|until|até|during|durante|anos|around|by|between|entre"
    r"|década de)"
    rf" (?:the )?(?:early |late )?{_YEAR}"
    r"(?:['’]?s\b|(?! ?[\w%°$])|(?= (?:[aeo]|to|and|n[ao]s?|em|in|at)\b))"
    rf"|\b(?:in|of|during) the {_YEAR}(?=(?-i: [A-Z]))"
    r"|\b(?:1[0-9]|[1-9])(?:st|nd|rd|th)[ -]century"
    r"|\b(?:(?:thir|four|fif|six|seven|eigh|nine)teenth|twelfth|eleventh|tenth)[ -]century"
    r"|\bséculos? (?:X?(?:I{1,3}|I?V|VI{1,3}|IX)|X|1[0-9]|[1-9])(?!\w)",
    re.I,
)


def is_long_past(text: str) -> bool:
    """`in 1890`, `nos anos 1920`, `18th century`, `século XIX`."""
    return _PAST.search(text) is not None
