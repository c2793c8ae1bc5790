"""The shipped model: what is read in a text, from `model/reader.npz`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hypotheses.analyst.reader.encoder import (
    Arrays,
    Encoder,
    Floats,
    FunctionTable,
    Layer,
    Norm,
    Product,
    quantised,
)
from hypotheses.analyst.reader.pieces import Pieces
from hypotheses.analyst.reader.spans import Span
from hypotheses.analyst.reader.tokens import ENDS, Words

PATH = Path(__file__).parent / "model" / "reader.npz"
CLASSES = ("design", "direction", "veto")
WINDOW = 254  # pieces that are read at once, beside the two marks of a text's begin and end
PARTS = {"quantity": "outcome", "bound": "unit"}
"""The part of a claim that a tag fills, where it is no part by itself."""
CORE = ("exposure", "outcome", "comparator")
SENTENCE = 30  # words; a longer text is a message, whose parts are read with more doubt
_BEGIN, _END = 0, 2
_NEVER = -1e9


@dataclass(frozen=True, slots=True)
class Head:
    """A class of the whole text: which pieces tell it, and what they tell."""

    labels: tuple[str, ...]
    telling: Product
    said: Product


@dataclass(frozen=True, slots=True)
class Found:
    """What the model reads: a tag a word, and the labels of each class, the likeliest first.

    `sure` is the probability that a word belongs to the slot of its tag; `parts` are, of each part
    of a claim, the probabilities of all words; `size` is how many words were read at once.
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

    def mean(self, span: Span) -> float:
        """The mean probability of a span's words."""
        return sum(self.sure[span.first : span.end]) / (span.end - span.first)


@dataclass(frozen=True, slots=True)
class Model:
    """All that reading needs."""

    pieces: Pieces
    encoder: Encoder
    tags: tuple[str, ...]
    tagged: Product
    moves: NDArray[np.float64]
    alike: NDArray[np.float64]
    heads: dict[str, Head]
    least_sure: NDArray[np.float64]
    """The least mean probability of a slot's words at which it is shown as read: of each of `CORE`
    and of the others (columns), in sentences and in messages of more than `SENTENCE` words (rows).
    """

    def is_sure(self, seen: Found, span: Span) -> bool:
        """Whether a span is likely enough to be shown as read."""
        part = PARTS.get(span.tag, span.tag)
        column = CORE.index(part) if part in CORE else len(CORE)
        least = self.least_sure[int(seen.size > SENTENCE), column]
        return bool(seen.mean(span) >= least)

    def read(self, words: Words) -> Found:
        """Tags and classes of a text. Time and memory grow with its length alone."""
        cuts = self.pieces.numbers(words)
        rows: list[Floats] = []
        firsts: list[int] = []
        for first, end in _windows(cuts, words):
            numbers = [_BEGIN]
            for cut in cuts[first:end]:
                firsts.append(sum(map(len, rows)) + min(len(numbers), WINDOW))
                numbers.extend(cut)
            rows.append(self.encoder(np.array([*numbers[: WINDOW + 1], _END], dtype=np.int64)))
        meant = np.concatenate(rows)
        scores = self.tagged(meant[firsts]).astype(np.float64)
        chosen = _path(scores, self.moves)
        shares = np.round(_shares(self.encoder, scores) @ self.alike, 4)
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
        told = self.encoder.shares(head.telling(meant)[:, 0])
        levels, scale = quantised(meant)
        weights, unit = quantised(told * scale[:, 0])
        pooled = weights.astype(np.float64) @ levels.astype(np.float64)
        scores = head.said((pooled * unit).astype(np.float32)[None])[0].astype(np.float64)
        shares = _shares(self.encoder, scores)
        ranked = sorted(range(len(shares)), key=lambda at: (-scores[at], at))
        return tuple((head.labels[at], float(shares[at])) for at in ranked)


def _shares(encoder: Encoder, scores: NDArray[np.float64]) -> Floats:
    return np.round(encoder.shares(scores.astype(np.float32)), 4)


def _windows(cuts: list[tuple[int, ...]], words: Words) -> Iterator[tuple[int, int]]:
    """Stretches of words that fit a window, cut behind a sentence where there is one."""
    first, size, last_end = 0, 0, 0
    for at, cut in enumerate(cuts):
        if size + len(cut) > WINDOW and at > first:
            end = last_end if last_end > first else at
            yield first, end
            first, size = end, sum(map(len, cuts[end:at]))
        size += len(cut)
        if words.lower[at] in ENDS:
            last_end = at + 1
    yield first, len(cuts)


def _path(scores: NDArray[np.float64], moves: NDArray[np.float64]) -> list[int]:
    """The best legal sequence of tags (Viterbi 1967)."""
    best = moves[0] + scores[0]  # as behind a word without a tag
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
    """0 where a tag may follow another one, else never: `I-unit` only behind a unit's."""
    moves = np.zeros((len(tags), len(tags)))
    for at, before in enumerate(tags):
        for to, behind in enumerate(tags):
            if behind.startswith("I-") and before[2:] != behind[2:]:
                moves[at, to] = _NEVER
    return moves


def same_slots(tags: tuple[str, ...]) -> NDArray[np.float64]:
    """1 where two tags fill one part of a claim: a unit and its bound, a counted outcome or not."""
    parts = [PARTS.get(tag[2:], tag[2:]) for tag in tags]
    return np.array([[float(one == other) for other in parts] for one in parts])


@cache
def load(path: Path = PATH) -> Model:
    """The model of a file, once a process."""
    with np.load(path, allow_pickle=False) as file:
        arrays = {name: file[name] for name in file.files}
    tags = tuple(str(arrays["tags"]).split())
    pieces = bytes(arrays["pieces"].tobytes()).decode("utf-8").split("\n")
    return Model(
        Pieces.of(pieces, arrays["piece_scores"].astype(float).tolist(), int(arrays["unknown"])),
        _encoder(arrays),
        tags,
        _product(arrays, "tag"),
        legal_moves(tags),
        same_slots(tags),
        {
            name: Head(
                tuple(str(arrays[f"{name}.labels"]).split()),
                _product(arrays, f"{name}.telling"),
                _product(arrays, name),
            )
            for name in CLASSES
        },
        arrays["least_sure"].astype(np.float64),
    )


def _encoder(arrays: Arrays) -> Encoder:
    layers = tuple(_layer(arrays, at) for at in range(int(arrays["layers"])))
    return Encoder(
        np.asarray(arrays["packed"], dtype=np.uint8),
        np.asarray(arrays["packed_scales"], dtype=np.float16),
        np.asarray(arrays["positions"], dtype=np.float32),
        _norm(arrays, "first"),
        layers,
        int(arrays["heads"]),
        _table(arrays, "gelu"),
        _table(arrays, "exponential"),
    )


def _layer(arrays: Arrays, at: int) -> Layer:
    return Layer(
        _product(arrays, f"{at}.query"),
        _product(arrays, f"{at}.key"),
        _product(arrays, f"{at}.value"),
        _product(arrays, f"{at}.attended"),
        _norm(arrays, f"{at}.after_attention"),
        _product(arrays, f"{at}.wide"),
        _product(arrays, f"{at}.narrow"),
        _norm(arrays, f"{at}.after_dense"),
    )


def _product(arrays: Arrays, name: str) -> Product:
    return Product.of(
        np.asarray(arrays[f"{name}.weights"], dtype=np.int8),
        np.asarray(arrays[f"{name}.scale"], dtype=np.float32),
        np.asarray(arrays[f"{name}.bias"], dtype=np.float32),
    )


def _norm(arrays: Arrays, name: str) -> Norm:
    return Norm(
        np.asarray(arrays[f"{name}.weight"], dtype=np.float32),
        np.asarray(arrays[f"{name}.bias"], dtype=np.float32),
    )


def _table(arrays: Arrays, name: str) -> FunctionTable:
    return FunctionTable(np.asarray(arrays[name], dtype=np.float32), int(arrays[f"{name}.least"]))
