"""Tickers and companies in a text, hidden and put back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache

from config.text.language import LANGUAGES, tongue
from trading.model_analyst.companies import COMPANIES
from trading.strategies.indicators import KINDS
from trading.strategies.schema import json_schema
from trading.strategies.templates import TEMPLATES

ASSET, PEER = "ASSET", "PEER"
_SHORT = 3  # letters from which a ticker is found in small letters, too


class Names:
    """ASSET for a ticker and its names; PEER1, PEER2 ... for others."""

    def __init__(self, ticker: str, others: Sequence[str]) -> None:
        distinct = [other for other in dict.fromkeys(others) if other != ticker]
        siblings = dict.fromkeys(_siblings(ticker), ASSET)
        others = [other for other in distinct if other not in siblings]
        self._masks = {ticker: ASSET, **siblings}
        self._masks |= {other: f"{PEER}{n}" for n, other in enumerate(others, start=1)}
        self._found: dict[str, str] = {}
        patterns = list(self._patterns())
        self._pattern = re.compile("|".join(f"(?:{one})" for one in patterns))
        masks = sorted(self._masks.values(), key=len, reverse=True)
        self._back = {mask: name for name, mask in self._masks.items()} | {ASSET: ticker}
        self._shown = re.compile(rf"\b(?:{'|'.join(masks)})\b")

    def hidden(self, text: str) -> str:
        """The text without any of the names."""
        if text in self._masks:  # whatever its length
            return self._masks[text]
        return self._pattern.sub(lambda found: self._found.get(_plain(found.group()), PEER), text)

    def shown(self, text: str) -> str:
        """The text with tickers in place of their masks."""
        return self._shown.sub(lambda found: self._back[found.group()], text)

    def _patterns(self) -> Iterator[str]:
        """The longest first: `Meta Platforms` before `Meta`, `PETR4.SA` before `PETR4`."""
        named = [(name, mask) for ticker, mask in self._masks.items() for name in _names_of(ticker)]
        # Of two tickers with a name in common the one at work has it.
        for name, mask in named:
            self._found.setdefault(_plain(name), mask)
        for name in sorted({name for name, _mask in named}, key=len, reverse=True):
            yield _pattern(name)


def _names_of(ticker: str) -> Iterator[str]:
    yield ticker
    stem = re.split(r"[.\-_/^=:]", ticker.strip("^$"))[0]
    if len(stem) >= _SHORT:
        yield stem
    for known in dict.fromkeys((ticker.upper(), stem.upper())):
        yield from COMPANIES.get(known, ())


def _siblings(ticker: str) -> Iterator[str]:
    """Other tickers of the same company."""
    names = {name for known in _names_of(ticker) for name in COMPANIES.get(known.upper(), ())}
    for other, called in COMPANIES.items():
        if other != ticker and names & {*called}:
            yield other


def _pattern(name: str) -> str:
    """A name as a word of its own; one letter only behind a `$`, common words only in capitals."""
    before, after = r"(?<![^\W_])", r"(?![^\W_])"
    if len(name) == 1:
        return rf"\${re.escape(name)}{after}"
    common = len(name) < _SHORT or name.lower() in _common()
    written = re.escape(name) if common else f"(?i:{re.escape(name)})"
    return rf"{before}\$?{written}{after}"


@cache
def _common() -> frozenset[str]:
    """Words of languages and of specs: as a ticker they are found in capitals alone."""
    documents = json.dumps([json_schema(), *(template.document for template in TEMPLATES)])
    arguments = [
        f"{kind.name} {kind.title} {[*kind.arguments, *kind.outputs]}" for kind in KINDS.values()
    ]
    found = re.findall(r"[a-z]+", " ".join([documents, *arguments]).lower())
    told = (word for language in LANGUAGES for word in tongue(language).function_words)
    return frozenset({*found, *told, "gap", "key"})


def _plain(name: str) -> str:
    # A search in any case takes the Turkish letters for an i, but casefold does not.
    return name.lstrip("$").replace("ı", "i").replace("İ", "i").casefold()
