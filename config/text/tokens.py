"""Words of a text with their places, folded so that case, accents and plurals do not matter."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from config.text.lazy_regex import lazy_regex

Asked = TypeVar("Asked")
Told = TypeVar("Told")


class Remembered(dict[Asked, Told]):
    """The results of a function, up to a number: a full cache is emptied. Faster than
    `lru_cache`, which on each call also records the order of use."""

    def __init__(self, ask: Callable[[Asked], Told], most: int) -> None:
        super().__init__()
        self._ask = ask
        self._most = most

    def __missing__(self, key: Asked) -> Told:
        if len(self) >= self._most:
            self.clear()
        answer = self[key] = self._ask(key)
        return answer


# A number, a word (letters, digits, combining accents, apostrophes inside), or any other sign.
_TOKEN = lazy_regex(
    r"\d+(?:[.,]\d+)*(?=[^\W\d_]{2,}|\W|$)"
    r"|[^\W_][^\W_\u0300-\u036f]*[\u0300-\u036f]*(?:[^\W_]|[\u0300-\u036f])*"
    r"(?:['’](?:[^\W_]|[\u0300-\u036f])+)*"
    r"|\S"
)
# A slot that the structurer left open: `[to be defined: ...]`. It is not content of the text.
SLOT = lazy_regex(r"\s?\[(?:to be defined|a definir):[^\]\[]*\]")
_SENTENCE_END = frozenset(".!?;\n")
_HYPHENS = frozenset("-–—‐‑")
_LONG = 40  # letters: a longer stretch is hardly ever repeated

Piece = tuple[int, int, str, bool]  # start, end, folded word or "", sentence end


@lru_cache(maxsize=65_536)
def fold(word: str) -> str:
    """Lower case, no accents: `Métricas` -> `metricas`."""
    lowered = word.lower()
    if lowered.isascii() or lowered == "é":  # `é` (is) is another word than `e` (and)
        return lowered
    decomposed = unicodedata.normalize("NFKD", lowered)
    return "".join(c for c in decomposed if not unicodedata.combining(c))


@dataclass(slots=True)
class TokenizedText:
    """The tokens of a text as parallel lists; `starts` and `ends` are offsets in the text."""

    text: str
    starts: list[int]
    ends: list[int]
    folds: list[str]
    sentence: list[int]

    def __len__(self) -> int:
        return len(self.folds)

    def quote(self, first: int, end: int) -> str:
        """The text from token `first` up to but without token `end`, verbatim."""
        return self.text[self.starts[first] : self.ends[end - 1]]

    def raw(self, index: int) -> str:
        """One token as written."""
        return self.text[self.starts[index] : self.ends[index]]


def _bare(word: str) -> str:
    """A word folded, without a possessive ending or apostrophes: `team's` -> `team`."""
    folded = fold(word).replace("’", "'")
    if len(folded) < 2 or "'" not in folded:
        return fold(word)
    return folded[:-2] if folded.endswith("'s") else folded.replace("'", "")


def _is_joint(text: str, sign: str, start: int, last_end: int) -> bool:
    """Whether a hyphen is part of a compound; between digits it is a range."""
    if sign not in _HYPHENS or start != last_end or not 0 < start < len(text) - 1:
        return False
    return not (text[start - 1].isdigit() and text[start + 1].isdigit())


def _ends_sentence(text: str, sign: str, start: int) -> bool:
    """Whether a sign ends a sentence; a decimal point does not."""
    inside = sign == "." and 0 < start < len(text) - 1 and not text[start + 1].isspace()
    return sign in _SENTENCE_END and not inside


def _cut(stretch: str, before: str = " ", after: str = " ") -> tuple[Piece, ...]:
    """The tokens of a stretch without blanks, given the characters before and behind it (a blank
    or nothing). A hyphen in a compound and an accent without a letter are dropped."""
    text, shift = before + stretch + after, len(before)
    pieces: list[Piece] = []
    last_end = -1
    for match in _TOKEN.finditer(stretch):
        sign, end = match.group(), match.end()
        start = match.start() + shift
        joint = _is_joint(text, sign, start, last_end)
        folded = "" if joint else _bare(sign)
        pieces.append((match.start(), end, folded, _ends_sentence(text, sign, start)))
        if joint or folded:
            last_end = end + shift
    return tuple(pieces)


_cut_before: Remembered[str, tuple[Piece, ...]] = Remembered(_cut, 16_384)


def _pieces(text: str, start: int, end: int) -> tuple[Piece, ...]:
    """The tokens of a long stretch, or of a text's first or last: a full stop that begins a text
    and a hyphen that ends one are signs."""
    stretch = text[start:end]
    opens, closes = start == 0 and stretch[0] == ".", end == len(text) and stretch[-1] in _HYPHENS
    if opens or closes or end - start >= _LONG:
        return _cut(stretch, " " if start else "", "" if end == len(text) else " ")
    return _cut_before[stretch]


@lru_cache(maxsize=8)  # a text is split once for its language and once for its reading
def split(text: str) -> TokenizedText:
    """Split a text into words. Hyphens between words vanish: `test-driven` is two words."""
    starts: list[int] = []
    ends: list[int] = []
    folds: list[str] = []
    sentences: list[int] = []
    blank = SLOT.sub(lambda m: " " * len(m.group()), text) if "[" in text else text
    lines, size = "\n" in blank, len(blank)
    sentence = last_end = behind = 0
    for stretch in blank.split():
        at = blank.index(stretch, behind)
        behind = at + len(stretch)
        inside = at and behind < size and behind - at < _LONG
        pieces = _cut_before[stretch] if inside else _pieces(blank, at, behind)
        for start, end, folded, closes in pieces:
            if lines and "\n" in blank[last_end : at + start] and folds:
                sentence += 1
            if folded:
                last_end = at + end
                starts.append(at + start)
                ends.append(last_end)
                folds.append(folded)
                sentences.append(sentence)
                sentence += closes
    return TokenizedText(text, starts, ends, folds, sentences)
