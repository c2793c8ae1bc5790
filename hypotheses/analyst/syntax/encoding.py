"""A text's pieces, and the first layers of the encoder over them.

Reader and parser share these layers, so a text goes through them once. Words are cut into the
pieces that the encoder knows by their likeliest segmentation: the unigram language model of Kudo
2018 (ACL, "Subword regularization"), as in SentencePiece.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hypotheses.analyst.syntax.encoder import (
    Arrays,
    Encoder,
    Floats,
    FunctionTable,
    Layer,
    Norm,
    Product,
)
from hypotheses.analyst.syntax.tagging.tagger import in_full
from hypotheses.analyst.syntax.tokens import ENDS, Words

SPACE = "▁"  # marks a piece that begins a word after a blank
_REMEMBERED = 32_768  # words whose segmentation stays in memory
_UNKNOWN_COST = 10.0


@dataclass(frozen=True, slots=True)
class Pieces:
    """The known pieces with their numbers, by which `scores` has their log-probabilities; `unknown`
    is the number of any other letter."""

    known: dict[str, int]
    scores: list[float]
    unknown: int
    longest: int
    least: float
    _cuts: dict[str, tuple[int, ...]] = field(default_factory=dict, compare=False)

    @classmethod
    def of(cls, pieces: list[str], scores: list[float], unknown: int) -> Pieces:
        """From parallel lists; the number of a piece is its position."""
        known = dict(zip(pieces, range(len(scores)), strict=True))
        return cls(known, scores, unknown, max(map(len, pieces)), min(scores) - _UNKNOWN_COST)

    def numbers(self, words: Words) -> list[tuple[int, ...]]:
        """The pieces of each word."""
        text = words.text
        made = []
        for start, end, lower in zip(words.starts, words.ends, words.lower, strict=True):
            word = text[start:end]
            read = lower if in_full(word.lower()) != word.lower() else word
            opens = start == 0 or text[start - 1].isspace()
            made.append(self._cut(f"{SPACE}{read}" if opens else read))
        return made

    def likelihood(self, word: str) -> float:
        """The log-probability of a word after a blank, by its likeliest segmentation."""
        return self._likeliest(unicodedata.normalize("NFKC", f"{SPACE}{word}"))[0]

    def _cut(self, word: str) -> tuple[int, ...]:
        found = self._cuts.get(word)
        if found is None:
            if len(self._cuts) >= _REMEMBERED:
                self._cuts.clear()
            found = self._cuts[word] = self._likeliest(unicodedata.normalize("NFKC", word))[1]
        return found

    def _likeliest(self, word: str) -> tuple[float, tuple[int, ...]]:
        size = len(word)
        best: list[tuple[float, int, int]] = [(0.0, 0, 0)]  # log-probability, begin and number
        for end in range(1, size + 1):
            options = [(best[end - 1][0] + self.least, end - 1, self.unknown)]
            for begin in range(max(0, end - self.longest), end):
                piece = self.known.get(word[begin:end])
                if piece is not None and piece != self.unknown:
                    options.append((best[begin][0] + self.scores[piece], begin, piece))
            best.append(max(options))
        made: list[int] = []
        end = size
        while end:
            _, end, number = best[end]
            made.append(number)
        return best[size][0], tuple(reversed(made))


PATH = Path(__file__).parents[1] / "reader" / "model" / "reader.npz"
SHARED = 4  # layers of the encoder that reader and parser share
WINDOW = 254  # pieces that are read at once, without the two marks at a text's begin and end
_BEGIN, _END = 0, 2


@dataclass(frozen=True, slots=True)
class PieceWindow:
    """Numbers of the pieces that are read at once, and the position of each word's first piece."""

    numbers: tuple[int, ...]
    firsts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Encoding:
    """The table of pieces, and the encoder."""

    pieces: Pieces
    encoder: Encoder

    def windows(self, words: Words) -> Iterator[PieceWindow]:
        """The pieces of a text, as many at once as the encoder takes."""
        cuts = self.pieces.numbers(words)
        for first, end in _stretches(cuts, words):
            numbers, firsts = [_BEGIN], []
            for cut in cuts[first:end]:
                firsts.append(min(len(numbers), WINDOW))
                numbers.extend(cut)
            yield PieceWindow((*numbers[: WINDOW + 1], _END), tuple(firsts))

    def begun(self, window: PieceWindow) -> Floats:
        """The rows of a window's pieces after the first `SHARED` layers."""
        return _begun(self.encoder, window.numbers)

    def read(self, window: PieceWindow) -> Floats:
        """The rows of a window's pieces after all layers."""
        return _read(self.encoder, window.numbers)


@lru_cache(maxsize=16)
def _begun(encoder: Encoder, numbers: tuple[int, ...]) -> Floats:
    """The output of the layers that reader and parser share."""
    begun = encoder.begun(np.array(numbers, dtype=np.int64))
    return encoder.through(encoder.layers[:SHARED], begun)


@lru_cache(maxsize=16)
def _read(encoder: Encoder, numbers: tuple[int, ...]) -> Floats:
    """The output of all layers."""
    return encoder.through(encoder.layers[SHARED:], _begun(encoder, numbers))


def _stretches(cuts: list[tuple[int, ...]], words: Words) -> Iterator[tuple[int, int]]:
    """Stretches of words that fit a window, cut at the end of a sentence where there is one."""
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


@cache
def load(path: Path) -> Encoding:
    """The encoder of a file, once a process."""
    with np.load(path, allow_pickle=False) as held:  # an array is read where it is named
        pieces = bytes(held["pieces"].tobytes()).decode("utf-8").split("\n")
        return Encoding(
            Pieces.of(pieces, held["piece_scores"].astype(float).tolist(), int(held["unknown"])),
            _encoder(held),
        )


def arrays(
    path: Path, wanted: Callable[[str], bool] = lambda name: True
) -> dict[str, NDArray[np.generic]]:
    """The arrays of a model's file: all of them, or those with the given names."""
    with np.load(path, allow_pickle=False) as file:
        return {name: file[name] for name in file.files if wanted(name)}


def _encoder(held: Arrays) -> Encoder:
    layers = tuple(layer(held, at) for at in range(int(held["layers"])))
    return Encoder(
        np.asarray(held["packed"], dtype=np.uint8),
        np.asarray(held["packed_scales"], dtype=np.float16),
        np.asarray(held["positions"], dtype=np.float32),
        norm(held, "first"),
        layers,
        int(held["heads"]),
        _table(held, "gelu"),
        _table(held, "exponential"),
    )


def layer(held: Arrays, at: int) -> Layer:
    """A layer of a model's file."""
    return Layer(
        product(held, f"{at}.query", f"{at}.key", f"{at}.value"),
        product(held, f"{at}.attended"),
        norm(held, f"{at}.after_attention"),
        product(held, f"{at}.wide"),
        product(held, f"{at}.narrow"),
        norm(held, f"{at}.after_dense"),
    )


def product(held: Arrays, *names: str) -> Product:
    """A linear layer of a model's file, or several with the same inputs as one."""

    def joined(part: str) -> NDArray[np.generic]:
        return np.concatenate([held[f"{name}.{part}"] for name in names])

    return Product.of(
        np.asarray(joined("weights"), dtype=np.int8),
        np.asarray(joined("scale"), dtype=np.float32),
        np.asarray(joined("bias"), dtype=np.float32),
    )


def norm(held: Arrays, name: str) -> Norm:
    return Norm(
        np.asarray(held[f"{name}.weight"], dtype=np.float32),
        np.asarray(held[f"{name}.bias"], dtype=np.float32),
    )


def _table(held: Arrays, name: str) -> FunctionTable:
    return FunctionTable(np.asarray(held[name], dtype=np.float32), int(held[f"{name}.least"]))
