"""The opposite of a condition: a clause denied (`when the fox has not`, `quando não chove`), or a
limit reversed (`less than 7 hours` becomes `7 or more`)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.syntax.tagging.tagger import Token
from hypotheses.domain.types import Language

_FINITE: dict[Language, tuple[str, ...]] = {
    "en": ("V0", "V3", "VD", "AUX", "MD"),
    "pt": ("VF", "AUX"),
}
_LEADS: dict[str, str] = {
    **{word: word for word in ("when", "where", "if", "while", "quando", "onde", "se", "enquanto")},
    "whenever": "when",
    "sempre": "quando",
}
_NEGATED = frozenset("not never no nobody nothing nunca nem ninguém nada".split())
_HELPERS = frozenset(
    "is are was were am can could will would has have had may might must should".split()
)
_BE = frozenset("is are was were am".split())
_HAVE = frozenset("has have had".split())
_DONE = ("VN", "VD", "AUX")  # `has been`
_DO = {"V0": "do", "V3": "does", "VD": "did"}
_ALIKE = frozenset("put cut set let hit shut cost spread quit".split())  # `I put`, today
_HAVE_DO = {"has": "does", "have": "do", "had": "did"}
_DENIED = lazy_regex(r"(do|does|did|is|are|was|were|has|have|had|wo|would|ca|could|should)n['’]?t")
_HELPS = {"wo": "will", "ca": "can"}
_NOBODY = frozenset(("nobody", "no one", "ninguém"))
_JOINING = frozenset("and or but e ou mas".split())
_LONGEST_SUBJECT = 4  # words that are repeated
_LONGEST = 16  # words of a clause that is repeated


def denied_clause(lead: str, words: Sequence[Token], language: Language) -> str | None:
    """The clause after `lead`, denied; None where its verb is uncertain."""
    conjunction = _LEADS.get(lead)
    finite = _FINITE[language]
    if lead in ("se", "quando"):
        finite = (*finite, "VI")  # a subjunctive of the future: `se o juiz usar`
    at = next((i for i, word in enumerate(words) if word.tag.startswith(finite)), None)
    if conjunction is None or at is None or len(words) > _LONGEST or at > _LONGEST_SUBJECT:
        return None
    joined = [i for i, word in enumerate(words) if i > at and word.lower in _JOINING]
    if joined and any(word.tag.startswith(finite) for word in words[joined[0] :]):
        return None  # denying one of two clauses leaves the other one as it is
    make = _english if language == "en" else _portuguese
    made = make(words[:at], words[at], words[at + 1 :])
    return f"{conjunction} {made}" if made else None


def _english(subject: Sequence[Token], verb: Token, rest: Sequence[Token]) -> str | None:
    """With the auxiliary alone; a state is repeated: `the air is not dry`."""
    line = [word.lower for word in rest]
    shortened = any("'" in word.text or "’" in word.text for word in subject)
    shortened |= "n't" not in verb.lower.replace("’", "'") and "'" in verb.text
    if not subject or shortened or _NEGATED & set(line):  # `it's already cut`
        return None
    who = _said(subject)
    first = verb.lower
    if (denied := _DENIED.fullmatch(first)) is not None:
        return f"{who} {_HELPS.get(denied[1], denied[1])}"  # `when I dont talk`
    if who.lower() in _NOBODY:
        helps = first in (*_HELPERS, *_HAVE)
        return f"somebody {'did' if verb.tag == 'VD' else first if helps else 'does'}"
    if first in _BE:
        return f"{who} {first} not {_said(rest)}" if rest else None
    if first in _HAVE and not any(word.tag in _DONE for word in rest[:2]):
        return f"{who} {_HAVE_DO[first]} not"
    if first in _HELPERS:
        return f"{who} {first} not"
    tag = "V0" if first in _ALIKE and len(subject) == 1 else verb.tag
    return f"{who} {_DO[tag]} not" if tag in _DO else None


def _portuguese(subject: Sequence[Token], verb: Token, rest: Sequence[Token]) -> str | None:
    """With `não` before the verb, or without the `não` that is there."""
    if _NEGATED & {word.lower for word in rest}:
        return None
    said = f"{verb.text} {_said(rest)}".strip()
    if _said(subject).lower() in _NOBODY:
        return f"alguém {said}"
    if subject and subject[-1].lower == "não":
        return f"{_said(subject[:-1])} {said}".strip()
    clitic = subject[-1:] if subject and subject[-1].lower in ("se", "me", "lhe", "nos") else []
    before = subject[: len(subject) - len(clitic)]
    return " ".join(each for each in (_said(before), "não", _said(clitic), said) if each)


def _said(words: Sequence[Token]) -> str:
    said = ""
    for at, word in enumerate(words):
        gap = at > 0 and word.start > words[at - 1].end
        said += f"{' ' if gap else ''}{word.text}"
    return said


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
        (r"superior(?:es)? a", "de até {n}"),
        (r"inferior(?:es)? a", "de {n} ou mais"),
        (r"pelo menos|ao menos|no mínimo", "menos de {n}"),
        (r"até|no máximo", "mais de {n}"),
    ),
}


def other_side(words: str, language: Language) -> str | None:
    """The words with their one limit reversed; None where they name no limit, or several."""
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
