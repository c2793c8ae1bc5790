"""What a user's objective asks for, in English or Portuguese."""

from __future__ import annotations

import datetime
import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache

from config.text.lazy_regex import lazy_regex
from trading.strategies.templates import TEMPLATES

_NO = (
    r"not|never|without|avoid\w*|except|excluding|"
    r"sem|nao|nunca|evit\w*|exceto|(?:tod\w+|tudo) menos"
)
_NOT_AT_ALL = r"(?:more|less|fewer|only|just|matter|so|apenas|somente|mais|menos)\b"
_TURNS = r"(?:but|mas|porem|with|com|using|usando|by|por|through|via|on)\b"
_RISK = (
    r"(?:risk(?! premi)|drawdowns?|volatility(?! break)|loss(?:es)?|"
    r"risco|volatilidade|perdas?|quedas?|prejuizos?)"
)
_SHORT = r"short(?:s|ing|ed)?\b(?![- ]?(?:term|run|window|horizon))"
_LONG_ONLY = lazy_regex(
    rf"\b(long[- ]only|only long\b(?![- ]?(term|run))|buy only|"
    rf"(no|not|never|without|avoid)( \w+)? {_SHORT}|"
    r"so(mente)? compra\w*|apenas compra\w*|so comprad\w*|apenas comprad\w*|"
    r"(sem|nao|nunca|evitar) vend\w+( a)? descobert\w*|sem operar vendid\w*|sem short)"
)
_LOW_RISK = lazy_regex(
    r"\b(low|lower|small|smaller|limited|little|less|minimal|controlled|reduced?|menos|"
    r"baix[oa]s?|pequen[oa]s?|pouc[oa]s?|"
    r"limitad[oa]s?|control\w+|reduz\w+|diminu\w+|menor(es)?|cut|lessen)\s+"
    r"((de|the|its|o|a|os|as)\s+)?"
    rf"{_RISK}\b|"
    r"\b(less risky|safer|calmer|menos arriscad\w+|mais segur\w+|mais calm\w+)\b|"
    rf"\b{_RISK}\s+"
    r"(baix[oa]s?|pequen[oa]s?|limitad[oa]s?|controlad[oa]s?|reduzid[oa]s?|menor(es)?)\b|"
    r"\b(defensiv\w+|conservativ\w+|conservador\w*|capital preservation|"
    r"preserv\w+ (de |o )?capital)\b"
)
_ANY_RISK = lazy_regex(rf"\b{_RISK}\b")
# Where "no" is "in the": it negates nothing there.
_PORTUGUESE = lazy_regex(
    r"\b(de|da|das|dos|na|nas|nos|em|um|uma|com|que|para|ou|sem|nao|lucr\w+|ganh\w+|opera\w*|"
    r"mercado|estrateg\w+|basead\w+|rompiment\w+|\w+dade|\w+cao|\w+cias?|reversao)\b"
)


@dataclass(frozen=True)
class Wishes:
    """`kinds` are keys of templates that the words name, `unwanted` those they rule out."""

    kinds: frozenset[str]
    unwanted: frozenset[str]
    long_only: bool
    low_risk: bool


def read_objective(text: str) -> Wishes:
    """The wishes in a text; both languages are read, whatever the language of the run."""
    plain = plain_words(text)
    ruled_out = _negation(portuguese=bool(_PORTUGUESE.search(plain)))
    little = any(ruled_out.search(plain[: found.start()]) for found in _ANY_RISK.finditer(plain))
    wanted: set[str] = set()
    unwanted: set[str] = set()
    for kind, pattern in _patterns():
        for found in pattern.finditer(plain):
            if not ruled_out.search(plain[: found.start()]):
                wanted.add(kind)
            elif not _ANY_RISK.fullmatch(found[0]):  # who wants no drawdown wants the calm kinds
                unwanted.add(kind)
    return Wishes(
        kinds=frozenset(wanted - unwanted),
        unwanted=frozenset(unwanted),
        long_only=bool(_LONG_ONLY.search(plain)),
        low_risk=little or bool(_LOW_RISK.search(plain)),
    )


def plain_words(text: str) -> str:
    """The text in small letters, without accents, spaces tidied."""
    parts = unicodedata.normalize("NFD", text.lower())
    return " ".join("".join(c for c in parts if not unicodedata.combining(c)).split())


@cache
def _negation(*, portuguese: bool) -> re.Pattern[str]:
    """What rules out the few words that follow, up to a turn of the sentence or a mark."""
    no = _NO if portuguese else f"no|{_NO}"
    return re.compile(
        rf"\b(?:{no})\b(?! {_NOT_AT_ALL})(?: [^\s,.;:!?]+)?(?: (?!{_TURNS})[^\s,.;:!?]+){{0,6}} ?$"
    )


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """For each template, its words as one pattern, in singular and plural, hyphen or space."""
    return tuple((one.kind, _pattern(one.words)) for one in TEMPLATES)


def _pattern(words: object) -> re.Pattern[str]:
    listed = [w for each in dict(words).values() for w in each]  # type: ignore[call-overload]
    forms = sorted({plain_words(word) for word in listed}, key=lambda form: (-len(form), form))
    loose = "|".join(re.escape(form).replace(r"\ ", r"[\s-]+") for form in forms)
    return re.compile(rf"\b(?:{loose})(?:e?s)?\b")


# What a statement says of the data it is about: which ticker, which years.

_COMPANIES = {
    "Apple": "AAPL", "Google": "GOOG", "Alphabet": "GOOG", "Microsoft": "MSFT", "Facebook": "FB",
}  # fmt: skip
_YEAR = r"((?:19|20)\d{2})"
_DAY = r"((?:19|20)\d{2}-[01]\d-[0-3]\d)"
_TO = r"(?:-|–|—|to|until|till|through|and|a|à|ao|até|e)"
_FROM = r"(?:since|from|starting in|desde|a partir de|de)"
_UNTIL = r"(?:until|till|up to|through|até|to the end of|até o fim de)"


@dataclass(frozen=True)
class Told:
    """A value drawn from a text, and the words that said it."""

    value: str
    words: str


def ticker_in(text: str, known: Collection[str]) -> Told | None:
    """The first ticker, or company, that the text names and that has prices.

    A ticker stands in capitals as a word of its own; one of a single letter after a `$`.
    """
    found: list[tuple[int, str, str]] = []
    for ticker in known:
        sign = r"\$" if len(ticker) == 1 else r"\$?"
        if match := re.search(rf"(?<![\w$]){sign}{re.escape(ticker)}(?![\w])", text):
            found.append((match.start(), ticker, match[0]))
    for name, ticker in _COMPANIES.items():
        if ticker in known and (match := re.search(rf"\b{name}\b", text)):
            found.append((match.start(), ticker, match[0]))
    if not found:
        return None
    _place, ticker, words = min(found)
    return Told(ticker, words)


def dates_in(text: str) -> tuple[Told | None, Told | None]:
    """The first and the last day that the text speaks of; a year is all of it."""
    for part, whole in ((_DAY, False), (_YEAR, True)):
        span = re.search(rf"(?<!\d){part}\s*{_TO}\s*{part}(?!\d)", text, re.IGNORECASE)
        if span:
            start, end = _day(span[1], whole, "01-01"), _day(span[2], whole, "12-31")
            if start and end and start <= end:
                return Told(start, span[0]), Told(end, span[0])
            continue
        since = re.search(rf"\b{_FROM}\s+{part}(?!\d)", text, re.IGNORECASE)
        until = re.search(rf"\b{_UNTIL}\s+{part}(?!\d)", text, re.IGNORECASE)
        if since or until:
            return _told(since, whole, "01-01"), _told(until, whole, "12-31")
    return None, None


def _told(match: re.Match[str] | None, whole: bool, day: str) -> Told | None:
    said = _day(match[1], whole, day) if match else None
    return Told(said, match[0]) if match and said else None


def _day(said: str, whole: bool, day: str) -> str | None:
    text = f"{said}-{day}" if whole else said
    try:
        return datetime.date.fromisoformat(text).isoformat()
    except ValueError:  # the 31st of February
        return None
