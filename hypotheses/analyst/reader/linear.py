"""Integer weights of features, found by the features' checksums."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.uint32]
Weights = NDArray[np.int64]

_FACTORS = (np.uint32(0x9E3779B1), np.uint32(0xC2B2AE3D))


def places(keys: Integers, bits: int) -> tuple[Integers, Integers]:
    """The two places in a table of `2 ** bits` where each key may be (cuckoo hashing: Pagh and
    Rodler 2004, Journal of Algorithms 51:122).
    """
    shift = np.uint32(32 - bits)
    return (keys * _FACTORS[0]) >> shift, (keys * _FACTORS[1]) >> shift


def arranged(keys: Integers) -> tuple[NDArray[np.int64], int]:
    """A place for each key, and the table's bits. Keys are distinct."""
    bits = max(4, int(len(keys) * 2.5).bit_length())
    options = np.stack(places(keys, bits), axis=1).tolist()
    table = [-1] * (1 << bits)
    for index in range(len(keys)):
        which, place = index, options[index][0]
        for _ in range(500):
            which, table[place] = table[place], which
            if which < 0:
                break
            first, second = options[which]
            place = second if place == first else first
        else:
            raise ValueError("the table is too full for its keys")
    at = np.full(len(keys), -1, dtype=np.int64)
    for place, index in enumerate(table):
        if index >= 0:
            at[index] = place
    return at, bits


@dataclass(frozen=True, slots=True)
class Linear:
    """Weights (features + 1, labels); the last row is of zeros, for unknown features.

    `table` holds a key at one of its two places, `rows` the row of weights of each place.
    """

    labels: tuple[str, ...]
    table: Integers
    rows: NDArray[np.int32]
    weights: NDArray[np.int16]

    @classmethod
    def of(
        cls,
        labels: tuple[str, ...],
        keys: Integers,
        weights: NDArray[np.int16],
        at: NDArray[np.int64],
        bits: int,
    ) -> Linear:
        """From keys, their weights, and their places as `arranged` gives them."""
        table = np.zeros(1 << bits, dtype=np.uint32)
        rows = np.full(1 << bits, len(keys), dtype=np.int32)
        table[at], rows[at] = keys, np.arange(len(keys))
        zeros = np.zeros((1, weights.shape[1]), dtype=np.int16)
        return cls(labels, table, rows, np.concatenate([weights, zeros]))

    def found(self, features: Integers) -> NDArray[np.int32]:
        """The row of each feature."""
        first, second = places(features, len(self.table).bit_length() - 1)
        last = len(self.weights) - 1
        other = np.where(self.table[second] == features, self.rows[second], last)
        return np.where(self.table[first] == features, self.rows[first], other)

    def scores(self, features: Integers) -> Weights:
        """The sums of weights over the last axis of `features`."""
        total: Weights = self.weights[self.found(features)].sum(axis=-2, dtype=np.int64)
        return total
