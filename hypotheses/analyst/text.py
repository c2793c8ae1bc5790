"""Words of a text with their places, folded so that case, accents and plurals do not matter."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

# A number, a word (letters, digits, combining accents, apostrophes inside), or any other sign.
_TOKEN = re.compile(
    r"\d+(?:[.,]\d+)*(?=[^\W\d_]{2,}|\W|$)"
    r"|[^\W_][^\W_\u0300-\u036f]*[\u0300-\u036f]*(?:[^\W_]|[\u0300-\u036f])*"
    r"(?:['’](?:[^\W_]|[\u0300-\u036f])+)*"
    r"|\S"
)
# A slot that the structurer left open: `[to be defined: ...]`. It is no content of the text.
SLOT = re.compile(r"\s?\[(?:to be defined|a definir):[^\]\[]*\]")
_SENTENCE_END = frozenset(".!?;\n")
_HYPHENS = frozenset("-–—‐‑")


@lru_cache(maxsize=65_536)
def fold(word: str) -> str:
    """Lower case, no accents: `Métricas` -> `metricas`."""
    lowered = word.lower()
    if lowered.isascii() or lowered == "é":  # `é` (is) is another word than `e` (and)
        return lowered
    decomposed = unicodedata.normalize("NFKD", lowered)
    return "".join(c for c in decomposed if not unicodedata.combining(c))


@dataclass(slots=True)
class Words:
    """The tokens of a text as parallel lists; `starts` and `ends` are places in the text."""

    text: str
    starts: list[int]
    ends: list[int]
    folds: list[str]
    sentence: list[int]

    def __len__(self) -> int:
        return len(self.folds)

    def quote(self, first: int, end: int) -> str:
        """The text from token `first` up to and without token `end`, verbatim."""
        return self.text[self.starts[first] : self.ends[end - 1]]

    def raw(self, index: int) -> str:
        """One token as written."""
        return self.text[self.starts[index] : self.ends[index]]


@lru_cache(maxsize=65_536)
def _bare(word: str) -> str:
    """A word folded, without a possessive ending or apostrophes: `team's` -> `team`."""
    folded = fold(word).replace("’", "'")
    if len(folded) < 2 or "'" not in folded:
        return fold(word)
    return folded[:-2] if folded.endswith("'s") else folded.replace("'", "")


def _joins_words(text: str, start: int, end: int) -> bool:
    """Whether a hyphen stands inside a compound; between digits it is a range."""
    return start > 0 and end < len(text) and not (text[start - 1].isdigit() and text[end].isdigit())


def _is_decimal_point(text: str, start: int) -> bool:
    return 0 < start < len(text) - 1 and not text[start + 1].isspace()


@lru_cache(maxsize=8)  # a text is cut for its language and again for its reading
def split(text: str) -> Words:
    """Cut a text into words. Hyphens between words vanish: `test-driven` is two words."""
    words = Words(text, [], [], [], [])
    sentence = 0
    last_end = 0
    blank = SLOT.sub(lambda m: " " * len(m.group()), text) if "[" in text else text
    for match in _TOKEN.finditer(blank):
        start, end = match.span()
        word = match.group()
        if word in _HYPHENS and start == last_end and _joins_words(blank, start, end):
            last_end = end
            continue
        if "\n" in blank[last_end:start] and words.folds:
            sentence += 1
        folded = _bare(word)
        if not folded:  # a combining accent that has no letter to stand on
            continue
        words.starts.append(start)
        words.ends.append(end)
        words.folds.append(folded)
        words.sentence.append(sentence)
        last_end = end
        if word in _SENTENCE_END and not (word == "." and _is_decimal_point(blank, start)):
            sentence += 1
    return words
