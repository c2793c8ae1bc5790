"""The words of a text with their positions."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.syntax.tagging.tagger import Token, in_full, tagged
from hypotheses.domain.types import Language

# A number, a word (with a contracted negation), a clitic, or any other sign.
TOKEN = lazy_regex(
    r"\d+(?:[.,]\d+)*"
    r"|(?:[^\W\d_][\u0300-\u036f]*)+?n['’]t\b"
    r"|(?:[^\W\d_][\u0300-\u036f]*)+"
    r"|['’](?:s|re|ve|ll|d|m)\b"
    r"|\S"
)
ENDS = frozenset(".!?;")


@dataclass(frozen=True, slots=True)
class Words:
    """Tokens as parallel tuples. `starts` and `ends` are character offsets in the text; `lower` is
    each word in lower case and in full."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    lower: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.lower)

    def quote(self, first: int, end: int) -> str:
        """The text from token `first` up to and without token `end`, verbatim."""
        return self.text[self.starts[first] : self.ends[end - 1]]

    def within(self, start: int, end: int) -> list[int]:
        """The positions of the tokens that lie wholly between two character offsets."""
        return [at for at in range(len(self)) if start <= self.starts[at] and self.ends[at] <= end]

    def gap(self, index: int) -> str:
        """The text between a token and the next one; empty after the last."""
        following = index + 1
        return self.text[self.ends[index] : self.starts[following]] if following < len(self) else ""


@lru_cache(maxsize=512)
def split(text: str) -> Words:
    """Cut a text into words, numbers and signs."""
    matches = list(TOKEN.finditer(text))
    return Words(
        text,
        tuple(match.start() for match in matches),
        tuple(match.end() for match in matches),
        tuple(in_full(match.group().lower().replace("’", "'")) for match in matches),
    )


@lru_cache(maxsize=32_768)
def bare(word: str) -> str:
    """A word without accents: `métrica` -> `metrica`; `é` (is) is not turned into `e` (and)."""
    if word.isascii() or word == "é":
        return word
    decomposed = unicodedata.normalize("NFKD", word)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


@lru_cache(maxsize=8)
def parts_of_speech(words: Words, language: Language) -> tuple[str, ...]:
    """The part of speech of each of the reader's words, which may be cut differently from the
    tagger's."""
    found: list[str] = []
    tokens: Sequence[Token] = tagged(words.text, language)
    at = 0
    for start in words.starts:
        while at + 1 < len(tokens) and tokens[at].end <= start:
            at += 1
        found.append(tokens[at].tag if tokens else "X")
    return tuple(found)
