"""A part-of-speech tagger: a perceptron with integer weights over hashed features.

English tags: `NS NP` noun singular and plural, `NAME` proper noun, `V0` base form or plural
present, `V3` third person, `VD` past, `VN` participle, `VG` -ing form, `J JC` adjective and
comparative, and the classes of Universal Dependencies. Portuguese: nouns, adjectives, determiners,
pronouns and participles carry gender and number (`N.f.p`), a finite verb its number (`VF.s`),
`VI VG` infinitive and gerund; `PD.f.s` is a preposition with its article (`da`).
Method: Collins (2002), Discriminative training methods for hidden Markov models, EMNLP; decoded
from left to right. The weights are integers, so a tag is the same on any machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from config.text.lazy_regex import lazy_regex
from hypotheses.domain.types import Language

MODELS = Path(__file__).parent / "model"
TOKEN = lazy_regex(
    r"\d+(?:[.,]\d+)*%?"
    r"|(?:[^\W\d_]|\d)+?(?=n['’]t\b)|n['’]t\b|['’](?:s|re|ve|ll|d|m)\b"
    r"|[^\W_]+(?:[-'’/.&][^\W_]+)*"
    r"|\S"
)
# Portuguese abbreviations and spellings that are no English words.
_IN_FULL = {
    "pq": "porque", "vc": "você", "vcs": "vocês", "tbm": "também", "mto": "muito", "nao": "não",
    "voce": "você", "voces": "vocês", "tambem": "também",
}  # fmt: skip


def in_full(word: str) -> str:
    """A word in lower case and in full: `porque`, for `pq`."""
    return _IN_FULL.get(word, word)


_ING_ALONE = lazy_regex(r"[^aeiouy\s]{1,5}ing")  # `sing`: without `-ing` no verb is left
_EDGE = "\x00"
_AROUND = 2  # words on each side that a tag depends on
MASK = 2**18 - 1  # the number of rows of weights that features share


@dataclass(frozen=True, slots=True)
class Token:
    """A word with its tag, and its place in the text."""

    text: str
    tag: str
    start: int
    end: int

    @property
    def lower(self) -> str:
        """The word in lower case, abbreviations in full."""
        return in_full(self.text.lower())


def _shape(word: str) -> str:
    if word[0].isdigit():
        return "9"
    if not word[0].isalpha():
        return "."
    return "A" if word.isupper() else "Aa" if word[0].isupper() else "a"


def features(tokens: list[str], index: int, before: str, before2: str) -> list[int]:
    """Hashed features of one word, given the two tags before it."""
    lower = tokens[index].lower()
    left = tokens[index - 1].lower() if index else _EDGE
    left2 = tokens[index - 2].lower() if index > 1 else _EDGE
    right = tokens[index + 1].lower() if index + 1 < len(tokens) else _EDGE
    right2 = tokens[index + 2].lower() if index + 2 < len(tokens) else _EDGE
    shape = _shape(tokens[index])
    names = (
        f"w{lower}",
        f"4{lower[-4:]}",
        f"3{lower[-3:]}",
        f"2{lower[-2:]}",
        f"1{lower[-1:]}",
        f"p{lower[:3]}",
        f"s{shape}",
        f"S{shape}{index == 0}",
        f"t{before}",
        f"u{before2} {before}",
        f"v{before} {lower}",
        f"V{before} {lower[-3:]}",
        f"U{before2} {before} {lower[-2:]}",
        f"l{left}",
        f"L{left} {lower[-3:]}",
        f"m{left2}",
        f"r{right}",
        f"R{right[-3:]}",
        f"x{lower[-3:]} {right[-3:]}",
        f"y{before} {right}",
        f"n{right2}",
        f"h{'-' in lower}",
    )
    return [crc32(name.encode()) & MASK for name in names]


class Tagger:
    """The weights of one language."""

    def __init__(
        self,
        tags: list[str],
        keys: NDArray[np.uint32],
        weights: NDArray[np.int8],
        names: NDArray[np.uint32],
        *,
        accented: bool = False,
    ):
        """`accented`: words are written with accents, and are read so where their author omitted
        them.

        `keys` are the sorted hashes of features; `weights` has a row for each key and a column for
        each tag. `names` are checksums of the words that have a capital within a sentence.
        """
        self.tags, self._keys, self._weights = tags, keys, weights
        self.names = frozenset(names.tolist())
        self._accented = accented

    def tag(self, text: str) -> tuple[Token, ...]:
        """The words of a text with their tags."""
        matches = list(TOKEN.finditer(text))
        tokens = [match.group() for match in matches]
        seen = list(tokens)
        for index, word in enumerate(tokens):
            opens = index == 0 or tokens[index - 1] in ".:?!"
            if opens and word[1:].islower() and crc32(word.lower().encode()) not in self.names:
                seen[index] = word.lower()
            if self._accented:
                seen[index] = accented(seen[index])
        made: list[Token] = []
        before = before2 = _EDGE
        for index, match in enumerate(matches):
            first = max(0, index - _AROUND)
            around = tuple(seen[first : index + _AROUND + 1])
            tag = _best(self, around, index - first, before, before2)
            if tag == "VG" and _ING_ALONE.fullmatch(seen[index].lower()):
                tag = "V0"
            made.append(Token(tokens[index], tag, match.start(), match.end()))
            before, before2 = tag, before
        return tuple(made)

    def best(self, tokens: list[str], index: int, before: str, before2: str) -> str:
        """The tag of one word, given the two tags before it."""
        wanted = np.array(features(tokens, index, before, before2), dtype=np.uint32)
        found = self._keys.searchsorted(wanted)
        rows = found[self._keys.take(found, mode="clip") == wanted]
        return self.tags[int(self._weights[rows].sum(axis=0, dtype=np.int32).argmax())]


@lru_cache(maxsize=2_048)
def _best(own: Tagger, around: tuple[str, ...], index: int, before: str, before2: str) -> str:
    """The tag of one word: an idea is written in several ways, in which most words stand between
    the same others."""
    return own.best(list(around), index, before, before2)


@lru_cache(maxsize=2)
def tagger(language: Language) -> Tagger:
    """The tagger of a language, from its model file."""
    with np.load(MODELS / f"{language}.npz") as stored:
        weights = np.zeros((len(stored["keys"]), len(stored["tags"])), dtype=np.int8)
        weights[stored["rows"], stored["columns"]] = stored["values"]
        return Tagger(
            [str(tag) for tag in stored["tags"]],
            stored["keys"],
            weights,
            stored["names"],
            accented=language == "pt",
        )


# Portuguese words that do not exist without their accents.
_ACCENTED = {
    "nao": "não", "sao": "são", "ja": "já", "so": "só", "tambem": "também", "ate": "até",
    "voce": "você", "voces": "vocês", "tres": "três", "alguem": "alguém", "ninguem": "ninguém",
    "apos": "após", "alem": "além", "porem": "porém", "pra": "para", "pras": "para as", "q": "que",
    "pq": "porque", "sera": "será", "ha": "há", "estao": "estão", "entao": "então",
}  # fmt: skip
_ENDINGS = (("coes", "ções"), ("oes", "ões"), ("cao", "ção"), ("ao", "ão"))
_LEAST_LETTERS = 4


def accented(word: str) -> str:
    """A Portuguese word with the accents that all words of its form have: `relacao`, `nao`."""
    known = _ACCENTED.get(word.lower())
    if known is not None:
        return known
    if len(word) >= _LEAST_LETTERS and word.isascii():
        for bare, ending in _ENDINGS:
            if word.endswith(bare):
                return word[: -len(bare)] + ending
    return word


@lru_cache(maxsize=4_096)
def tagged(text: str, language: Language) -> tuple[Token, ...]:
    """The words of a text with their tags."""
    return tagger(language).tag(text)


def is_name(word: str, language: Language) -> bool:
    """Whether a word has a capital within a sentence: `Brazilian`, `Recife`."""
    return crc32(word.lower().encode()) in tagger(language).names
