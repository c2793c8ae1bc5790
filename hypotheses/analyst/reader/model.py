"""The shipped model: what it reads in a text, from `model/reader.npz`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hypotheses.analyst.reader.spans import Span
from hypotheses.analyst.syntax import encoding
from hypotheses.analyst.syntax.encoder import Encoder, Floats, Product, quantised
from hypotheses.analyst.syntax.encoding import PATH, Encoding, arrays, product
from hypotheses.analyst.syntax.tokens import Words

CLASSES = ("design", "direction", "veto")
PARTS = {"quantity": "outcome", "bound": "unit"}
"""The part of a claim that a tag fills, where it is no part by itself."""
CORE = ("exposure", "outcome", "comparator")
SENTENCE = 30  # words; a longer text is a message, whose parts are less certain
_NEVER = -1e9
_COUNTED = 1.8
"""By how much (log odds) words must be likelier a counted outcome than another one. Of a counted
one no measure is asked, so that a wrong one hides a gap: of 1,302 outcomes kept apart 43 are
wrongly counted (52 from .5 on), and 105 counted ones are not (81)."""


@dataclass(frozen=True, slots=True)
class Head:
    """A class of the whole text: the pieces that indicate it, and its labels."""

    labels: tuple[str, ...]
    telling: Product
    said: Product


@dataclass(frozen=True, slots=True)
class Found:
    """The model's reading: a tag for each word, and the labels of each class, the likeliest first.

    `sure` is the probability that a word belongs to the slot of its tag; `parts` are, for each part
    of a claim, the probabilities of all words; `size` is the number of words that were read at
    once.
    """

    tags: tuple[str, ...]
    sure: tuple[float, ...]
    ranked: dict[str, tuple[tuple[str, float], ...]]
    parts: dict[str, tuple[float, ...]]
    size: int

    @property
    def classes(self) -> dict[str, tuple[str, float]]:
        """The likeliest label of each class, with its probability."""
        return {name: labels[0] for name, labels in self.ranked.items()}

    def among(self, words: Words, some: Words, by: int = 0) -> Found:
        """What was read of `some` of the words, which stand `by` characters further on in their
        text than by themselves. A mark that stands only with them is nothing."""
        at = {start: place for place, start in enumerate(words.starts)}
        places = [at.get(start + by) for start in some.starts]
        tags = ["O" if place is None else self.tags[place] for place in places]
        for place, tag in enumerate(tags):
            if tag.startswith("I-") and (place == 0 or tags[place - 1][2:] != tag[2:]):
                tags[place] = f"B-{tag[2:]}"  # its first words are not among these
        parts = {
            name: tuple(0.0 if place is None else shares[place] for place in places)
            for name, shares in self.parts.items()
        }
        sure = tuple(1.0 if place is None else self.sure[place] for place in places)
        return replace(self, tags=tuple(tags), sure=sure, parts=parts)

    def mean(self, span: Span) -> float:
        """The mean probability of a span's words."""
        return sum(self.sure[span.first : span.end]) / (span.end - span.first)


@dataclass(frozen=True, slots=True)
class Model:
    """All that reading needs."""

    encoding: Encoding
    tags: tuple[str, ...]
    tagged: Product
    moves: NDArray[np.float64]
    alike: NDArray[np.float64]
    heads: dict[str, Head]
    least_sure: NDArray[np.float64]
    """The lowest mean probability of a slot's words at which it is shown as read: for each of
    `CORE` and for the others (columns), in sentences and in messages of more than `SENTENCE` words
    (rows)."""

    def is_sure(self, seen: Found, span: Span) -> bool:
        """Whether a span is likely enough to be shown as read."""
        part = PARTS.get(span.tag, span.tag)
        column = CORE.index(part) if part in CORE else len(CORE)
        least = self.least_sure[int(seen.size > SENTENCE), column]
        return bool(seen.mean(span) >= least)

    def read(self, words: Words) -> Found:
        """Tags and classes of a text. Time and memory grow in proportion to its length."""
        rows: list[Floats] = []
        firsts: list[int] = []
        for window in self.encoding.windows(words):
            before = sum(map(len, rows))
            firsts.extend(before + at for at in window.firsts)
            rows.append(self.encoding.read(window))
        meant = np.concatenate(rows)
        scores = self.tagged(meant[firsts]).astype(np.float64)
        plainly = [_COUNTED * tag.endswith("quantity") for tag in self.tags]
        chosen = _path(scores - np.array(plainly), self.moves)
        shares = np.round(_shares(self.encoding.encoder, scores) @ self.alike, 4)
        sure = shares[np.arange(len(chosen)), chosen]
        columns = {PARTS.get(tag[2:], tag[2:]): at for at, tag in enumerate(self.tags)}
        return Found(
            tuple(self.tags[at] for at in chosen),
            tuple(float(each) for each in sure),
            {name: self._class(head, meant) for name, head in self.heads.items()},
            {part: tuple(shares[:, at].tolist()) for part, at in columns.items() if part},
            len(chosen),
        )

    def _class(self, head: Head, meant: Floats) -> tuple[tuple[str, float], ...]:
        """The labels with their probabilities, the likeliest first."""
        told = self.encoding.encoder.shares(head.telling(meant)[:, 0])
        levels, scale = quantised(meant)
        weights, unit = quantised(told * scale[:, 0])
        pooled = weights.astype(np.float64) @ levels.astype(np.float64)
        scores = head.said((pooled * unit).astype(np.float32)[None])[0].astype(np.float64)
        shares = _shares(self.encoding.encoder, scores)
        ranked = sorted(range(len(shares)), key=lambda at: (-scores[at], at))
        return tuple((head.labels[at], float(shares[at])) for at in ranked)


def _shares(encoder: Encoder, scores: NDArray[np.float64]) -> Floats:
    return np.round(encoder.shares(scores.astype(np.float32)), 4)


def _path(scores: NDArray[np.float64], moves: NDArray[np.float64]) -> list[int]:
    """The best legal sequence of tags (Viterbi 1967)."""
    best = moves[0] + scores[0]  # as after a word without a tag
    back = []
    for row in scores[1:]:
        options = best[:, None] + moves
        back.append(options.argmax(axis=0))
        best = options.max(axis=0) + row
    path = [int(best.argmax())]
    for came in reversed(back):
        path.append(int(came[path[-1]]))
    return path[::-1]


def legal_moves(tags: tuple[str, ...]) -> NDArray[np.float64]:
    """0 where a tag may follow another one, otherwise a score that excludes it: `I-unit` follows
    only a tag of the unit."""
    moves = np.zeros((len(tags), len(tags)))
    for at, before in enumerate(tags):
        for to, behind in enumerate(tags):
            if behind.startswith("I-") and before[2:] != behind[2:]:
                moves[at, to] = _NEVER
    return moves


def same_slots(tags: tuple[str, ...]) -> NDArray[np.float64]:
    """1 where two tags fill one part of a claim: a unit and its bound, an outcome that is counted
    or not."""
    parts = [PARTS.get(tag[2:], tag[2:]) for tag in tags]
    return np.array([[float(one == other) for other in parts] for one in parts])


@cache
def load(path: Path = PATH) -> Model:
    """The model of a file, once a process."""
    heads = ("tag", *CLASSES)
    held = arrays(
        path, lambda name: name == "tags" or name == "least_sure" or (name.split(".")[0] in heads)
    )
    tags = tuple(str(held["tags"]).split())
    return Model(
        encoding.load(path),
        tags,
        product(held, "tag"),
        legal_moves(tags),
        same_slots(tags),
        {
            name: Head(
                tuple(str(held[f"{name}.labels"]).split()),
                product(held, f"{name}.telling"),
                product(held, name),
            )
            for name in CLASSES
        },
        held["least_sure"].astype(np.float64),
    )
