"""The shipped parser: the tree of each sentence of a text, from `model/parser.npz`.

Its first layers are the reader's; a few of its own follow, and two-sided scores of heads (Dozat &
Manning 2017, "Deep biaffine attention for neural dependency parsing"). Whole numbers as in
`encoder`: a text has the same trees on every processor.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import numpy as np

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.syntax import encoding
from hypotheses.analyst.syntax.encoder import Floats, Layer, Product, quantised
from hypotheses.analyst.syntax.encoding import PieceWindow
from hypotheses.analyst.syntax.tagging.tagger import is_name
from hypotheses.analyst.syntax.tokens import ENDS, Words, split
from hypotheses.analyst.syntax.tree import ROOT, Tree, spanning
from hypotheses.domain.types import Language

PATH = Path(__file__).parent / "model" / "parser.npz"


@dataclass(frozen=True, slots=True, eq=False)
class Parser:
    """All that parsing needs besides the reader's encoder."""

    layers: tuple[Layer, ...]
    tags: tuple[str, ...]
    relations: tuple[str, ...]
    products: dict[str, Product]

    def parse(self, words: Words) -> Tree:
        """The trees of a text. Time and memory grow in proportion to its length."""
        encoded = encoding.load(encoding.PATH)
        tags: list[str] = []
        heads: list[int] = []
        relations: list[str] = []
        for window in encoded.windows(words):
            seen = _seen(self, window)
            first = len(tags)
            found = self._heads(seen, _sentences(words, first, first + len(window.firsts)))
            named = self._relations(seen, found)
            tags.extend(self.tags[at] for at in self._best("tag", seen[1:]))
            heads.extend(ROOT if head == 0 else head - 1 + first for head in found)
            relations.extend(
                "root" if head == 0 else name for head, name in zip(found, named, strict=True)
            )
        return Tree(words, tuple(tags), tuple(heads), tuple(relations))

    def _best(self, name: str, rows: Floats) -> list[int]:
        return [int(at) for at in self.products[name](rows).argmax(axis=1)] if len(rows) else []

    def _heads(self, rows: Floats, stretches: Sequence[tuple[int, int]]) -> list[int]:
        """The head of each word, within its sentence; 0 is the root."""
        word = np.maximum(self.products["arc.word"](rows), 0)
        head = np.maximum(self.products["arc.head"](rows), 0)
        left, left_scale = quantised(self.products["arc.alike"](word))
        right, right_scale = quantised(head)
        scores = (left @ right.T) * left_scale * right_scale.T
        made: list[int] = []
        for first, end in stretches:
            places = [0, *range(first + 1, end + 1)]
            inner = spanning(scores[np.ix_(places, places)])
            made.extend(places[at] for at in inner[1:])
        return made

    def _relations(self, rows: Floats, heads: Sequence[int]) -> list[str]:
        if not heads:
            return []
        above = self.products["rel.head"](rows)[list(heads)]
        seen = np.maximum(self.products["rel.word"](rows[1:]) + above, 0)
        return [self.relations[at] for at in self._best("rel", seen)]


@lru_cache(maxsize=16)
def _seen(parser: Parser, window: PieceWindow) -> Floats:
    """The rows of a window's words behind one for the root: those of a clause are the same whether
    or not blanks stand for the words around it."""
    encoded = encoding.load(encoding.PATH)
    wanted = [0, *window.firsts]
    return encoded.encoder.through(parser.layers, encoded.begun(window), wanted)


# A speaker's comment at the end of a sentence is a sentence of its own: `, I'm fairly sure`.
_OPINION = lazy_regex(
    r",(?=\s+(?:(?:i|we)(?:['’]m| am|['’]d| would)?\s+(?:\w+\s+){0,2}"
    r"(?:sure|certain|convinced|think|guess|reckon|suppose|believe|suspect|bet|say|feel|swear)"
    r"|(?:eu\s+)?(?:acho|creio|imagino|suponho|desconfio|penso|acredito|tenho\s+(?:quase\s+)?certeza)"
    r"(?:\s+eu)?)\s*(?:[.!?…\n]|\Z))",
    re.I,
)


def _sentences(words: Words, first: int, end: int) -> list[tuple[int, int]]:
    """The sentences of a stretch of words, as ranges of positions."""
    opinions = {found.start() for found in _OPINION.finditer(words.text)}
    ends = [
        at + 1
        for at in range(first, end - 1)
        if (words.lower[at] in ENDS and words.gap(at) != "" and not _shortens(words, at))
        or "\n" in words.gap(at)
        or words.starts[at] in opinions
    ]
    cuts = [first, *ends, end]
    return [(a - first, b - first) for a, b in itertools.pairwise(cuts) if b > a]


def _shortens(words: Words, at: int) -> bool:
    """Whether a full stop ends an abbreviation within a sentence: `approx. 5`, `vs. GPS`."""
    leads_on = not words.text[words.starts[at + 1]].isupper() or words.lower[at - 1] == "vs"
    return words.lower[at] == "." and leads_on and words.gap(at - 1) == ""


@cache
def load(path: Path = PATH) -> Parser:
    """The shipped parser."""
    names = ("arc.word", "arc.head", "arc.alike", "rel.word", "rel.head", "rel", "tag")
    with np.load(path, allow_pickle=False) as held:
        return Parser(
            tuple(encoding.layer(held, at) for at in range(int(held["layers"]))),
            tuple(str(held["tags"]).split()),
            tuple(str(held["relations"]).split()),
            {name: encoding.product(held, name) for name in names},
        )


@lru_cache(maxsize=64)
def parsed(words: Words) -> Tree:
    """The trees of a text, one a sentence."""
    return load().parse(words)


@lru_cache(maxsize=512)
def begins_with_name(text: str, language: Language) -> bool:
    """Whether the first word is a name, and not just capitalised as the first word.

    In lower case, `caffeine` is tagged as a noun and `germany` still as a name. An adjective
    (`Nordic`) keeps its capital where the tagger learned it so, and an English one also where it is
    hardly written without it: `Ukrainian`.
    """
    word = text.split(maxsplit=1)[0]
    listed = is_name(word, language)
    pieces = encoding.load(encoding.PATH).pieces
    more = pieces.likelihood(word) - pieces.likelihood(word.lower())
    if not listed and more <= 0:
        return False
    small = parsed(split(text[:1].lower() + text[1:])).tags[:1]
    held = listed or (language == "en" and more > _HARDLY)
    return small == ("NAME",) or (held and small == ("J",))


_HARDLY = 1.0  # logarithm of how much more often a word has its capital

_TITLE_LINKS = frozenset("and of for & e de da do das dos".split())


def begins_with_title(text: str, language: Language) -> bool:
    """Whether the capital of the first word is that of a name of several words: the next word has
    one, too, and is no name by itself, `Department of Physics`."""
    rest = text.split()[1:]
    if rest and rest[0] in _TITLE_LINKS:
        rest = rest[1:]
    second = re.match(r"[^\W\d_]{2,}", rest[0]) if rest else None
    capital = second is not None and second[0][0].isupper() and second[0][1:].islower()
    return capital and not begins_with_name(" ".join(rest), language)
