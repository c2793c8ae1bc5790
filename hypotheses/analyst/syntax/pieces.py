"""Words cut into the pieces that the encoder knows, by the likeliest cut.

The unigram language model of Kudo 2018 (ACL, "Subword regularization"), as SentencePiece has it.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field

from hypotheses.analyst.syntax.tokens import Words

SPACE = "▁"  # stands before a piece that begins a word behind a blank
_REMEMBERED = 32_768  # words whose cut stays in memory
_UNKNOWN_COST = 10.0


@dataclass(frozen=True, slots=True)
class Pieces:
    """The known pieces with their number and log-probability; `unknown` is any other letter's."""

    known: dict[str, tuple[int, float]]
    unknown: int
    longest: int
    least: float
    _cuts: dict[str, tuple[int, ...]] = field(default_factory=dict, compare=False)

    @classmethod
    def of(cls, pieces: list[str], scores: list[float], unknown: int) -> Pieces:
        """From parallel lists; a piece's number is its place."""
        known = {
            piece: (at, score) for at, (piece, score) in enumerate(zip(pieces, scores, strict=True))
        }
        return cls(known, unknown, max(map(len, pieces)), min(scores) - _UNKNOWN_COST)

    def numbers(self, words: Words) -> list[tuple[int, ...]]:
        """The pieces of each word."""
        text = words.text
        return [
            self._cut(
                f"{SPACE}{text[start:end]}"
                if start == 0 or text[start - 1].isspace()
                else text[start:end]
            )
            for start, end in zip(words.starts, words.ends, strict=True)
        ]

    def likelihood(self, word: str) -> float:
        """The log-probability of a word behind a blank, by its likeliest cut."""
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
                if piece is not None and piece[0] != self.unknown:
                    options.append((best[begin][0] + piece[1], begin, piece[0]))
            best.append(max(options))
        made: list[int] = []
        end = size
        while end:
            _, end, number = best[end]
            made.append(number)
        return best[size][0], tuple(reversed(made))
