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
_MARKS = _SENTENCE_END | _HYPHENS


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


def _is_joint(text: str, sign: str, start: int, last_end: int) -> bool:
    """Whether a hyphen stands inside a compound; between digits it is a range."""
    if sign not in _HYPHENS or start != last_end or not 0 < start < len(text) - 1:
        return False
    return not (text[start - 1].isdigit() and text[start + 1].isdigit())


def _ends_sentence(text: str, sign: str, start: int) -> bool:
    """Whether a sign ends a sentence; a decimal point ends none."""
    inside = sign == "." and 0 < start < len(text) - 1 and not text[start + 1].isspace()
    return sign in _SENTENCE_END and not inside


@lru_cache(maxsize=8)  # a text is cut for its language and again for its reading
def split(text: str) -> Words:
    """Cut a text into words. Hyphens between words vanish: `test-driven` is two words."""
    starts: list[int] = []
    ends: list[int] = []
    folds: list[str] = []
    sentences: list[int] = []
    sentence = 0
    last_end = 0
    blank = SLOT.sub(lambda m: " " * len(m.group()), text) if "[" in text else text
    lines = "\n" in blank
    for match in _TOKEN.finditer(blank):
        start, end = match.span()
        word = match.group()
        mark = word in _MARKS
        if mark and _is_joint(blank, word, start, last_end):
            last_end = end
            continue
        if lines and "\n" in blank[last_end:start] and folds:
            sentence += 1
        folded = _bare(word)
        if not folded:  # a combining accent that has no letter to stand on
            continue
        starts.append(start)
        ends.append(end)
        folds.append(folded)
        sentences.append(sentence)
        last_end = end
        if mark and _ends_sentence(blank, word, start):
            sentence += 1
    return Words(text, starts, ends, folds, sentences)
