"""The words of a text with their places, and what a single word tells as integers.

A word's columns are 32-bit checksums: equal strings give equal integers on any machine, so that
templates over them are integer arithmetic alone.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from functools import lru_cache
from zlib import crc32

import numpy as np

from hypotheses.domain.types import Language

# A number, a word (with a contracted negation), a clitic, or any other sign.
TOKEN = re.compile(
    r"\d+(?:[.,]\d+)*"
    r"|(?:[^\W\d_][\u0300-\u036f]*)+?n['’]t\b"
    r"|(?:[^\W\d_][\u0300-\u036f]*)+"
    r"|['’](?:s|re|ve|ll|d|m)\b"
    r"|\S"
)
ENDS = frozenset(".!?;")
OPENS, CLOSES = frozenset("([{"), frozenset(")]}")
_REMEMBERED = 16_384  # words of each language whose columns stay in memory


@dataclass(frozen=True, slots=True)
class Words:
    """Tokens as parallel tuples. `starts` and `ends` are character offsets in the text."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    lower: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.lower)

    def quote(self, first: int, end: int) -> str:
        """The text from token `first` up to and without token `end`, verbatim."""
        return self.text[self.starts[first] : self.ends[end - 1]]

    def gap(self, index: int) -> str:
        """What stands between a token and the next one; nothing behind the last."""
        following = index + 1
        return self.text[self.ends[index] : self.starts[following]] if following < len(self) else ""


def split(text: str) -> Words:
    """Cut a text into words, numbers and signs."""
    matches = list(TOKEN.finditer(text))
    return Words(
        text,
        tuple(match.start() for match in matches),
        tuple(match.end() for match in matches),
        tuple(match.group().lower().replace("’", "'") for match in matches),
    )


@lru_cache(maxsize=32_768)
def bare(word: str) -> str:
    """A word without accents: `métrica` -> `metrica`; `é` (is) stays another word than `e`."""
    if word.isascii() or word == "é":
        return word
    decomposed = unicodedata.normalize("NFKD", word)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def checksum(column: str, value: str) -> int:
    """The integer that stands for a value in a column."""
    return crc32(f"{column}:{value}".encode())


def shape(raw: str) -> str:
    """What a token looks like: a number, capitals, a sign."""
    if raw[0].isdigit():
        return "year" if len(raw) == 4 and raw.isdigit() and raw[:2] in ("19", "20") else "number"
    if not raw[0].isalpha():
        return raw
    if len(raw) == 1:
        return "letter" if raw.islower() else "capital"
    if raw.isupper():
        return "capitals"
    if raw[0].isupper():
        return "title"
    return "mixed" if not raw.islower() else "word"


PADDING = np.uint32(crc32(b"padding"))
Row = tuple[int, ...]

COLUMNS = ("word", "closed", "stem", "start", "end4", "end3", "end2", "shape", "fine", "coarse")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What is known of single words: the frequent ones, and clusters of the others.

    A cluster is of 16 fine ones that belong together: `fine >> 4` is the coarse cluster.
    """

    frequent: frozenset[str]
    clusters: dict[str, int]
    _remembered: dict[tuple[str, Language], Row] = field(default_factory=dict, compare=False)

    def rows(self, words: Words, language: Language) -> list[Row]:
        """The columns of each word."""
        text, remembered = words.text, self._remembered
        made = []
        for start, end in zip(words.starts, words.ends, strict=True):
            raw = text[start:end]
            row = remembered.get((raw, language))
            if row is None:
                if len(remembered) >= _REMEMBERED:
                    remembered.clear()
                row = remembered[raw, language] = self._row(raw, language)
            made.append(row)
        return made

    def _row(self, raw: str, language: Language) -> Row:
        """A word's columns, in the order of `COLUMNS`, and whether it is a frequent one."""
        lower = raw.lower().replace("’", "'")
        folded = bare(lower)
        form = shape(raw)
        known = lower in self.frequent
        word = folded if raw[0].isalpha() or raw[0] == "'" else form
        cluster = self.clusters.get(folded, -1)
        closed = f"{language}={lower}" if known else f"{form}~{folded[-2:]}"
        return (
            checksum("word", f"{language}={word}"),
            checksum("closed", closed),
            checksum("stem", f"{language}={folded[:5]}"),
            checksum("start", f"{language}={folded[:3]}"),
            checksum("end4", f"{language}={folded[-4:]}"),
            checksum("end3", f"{language}={folded[-3:]}"),
            checksum("end2", f"{language}={folded[-2:]}"),
            checksum("shape", form if not known else f"known {form}"),
            checksum("fine", str(cluster) if cluster >= 0 else f"none{form}"),
            checksum("coarse", str(cluster >> 4) if cluster >= 0 else f"none{form}"),
            int(known),
        )
