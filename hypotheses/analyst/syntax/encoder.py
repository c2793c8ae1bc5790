"""A small transformer with the same results on every processor.

Products of matrices are sums of whole numbers below 2**24, which 32-bit floats hold exactly: their
order, fused instructions and the library used make no difference. Between the products there are
only sums of 64-bit integers, look-ups in a table of the model's file, and single elementary
operations, which IEEE 754 rounds identically everywhere. No result depends on a library's `exp`,
`erf` or sum of floats.

Bounds: weights lie within +-127, activations within +-255, and at most 384 of their products are
summed: 384 * 127 * 255 < 2**24.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Arrays = Mapping[str, NDArray[np.generic]]
Wanted = Sequence[int] | slice
ALL = slice(None)

LEVELS = np.float32(255)  # of an activation
WIDTH = 384  # numbers of a piece; the most whose products are summed at once
# Products so small go to kernels that read a matrix where it lies, and do not pack it first: where
# OpenBLAS has them (AVX-512), a short text's take half of the time. The numbers are the same.
_COLUMNS = 64
_ROWS = 40
# Other kernels take rows in fours, and one that is left over takes as long as four.
_TOGETHER = 4
_FIXED = np.float32(1 << 12)  # of a number where sums are taken: 2**-12 steps
_SHARE = np.float32(1 << 12)  # of an attention: its shares sum to about this
_SHORT = 64  # numbers of a row
_STEP = 64  # entries of a table for each whole number


@dataclass(frozen=True, slots=True)
class Product:
    """A linear layer: whole weights by blocks of inputs and of outputs, a scale for each output,
    and a bias."""

    blocks: tuple[Floats, ...]
    scale: Floats
    bias: Floats

    @classmethod
    def of(cls, weights: NDArray[np.int8], scale: Floats, bias: Floats) -> Product:
        """From weights of shape (outputs, inputs)."""
        outputs = len(weights)
        width = outputs if outputs % _COLUMNS else _COLUMNS
        columns = weights.reshape(outputs // width, width, -1).transpose(0, 2, 1)
        blocks = tuple(
            columns[:, at : at + WIDTH].astype(np.float32, order="C")
            for at in range(0, columns.shape[1], WIDTH)
        )
        return cls(blocks, scale, bias)

    def __call__(self, rows: Floats) -> Floats:
        """The outputs for rows of inputs, shape (rows, outputs)."""
        levels = np.zeros((_filled(len(rows)), rows.shape[1]), np.float32)
        scale = _quantise(rows, levels[: len(rows)])
        made = _product(levels[:, :WIDTH], self.blocks[0])
        if len(self.blocks) > 1:
            # The sum of two exact sums may exceed 2**24: doubles hold it.
            total = made.astype(np.float64)
            for at, block in enumerate(self.blocks[1:], start=1):
                total += _product(levels[:, at * WIDTH : (at + 1) * WIDTH], block)
            made = total.astype(np.float32)
        made = made[: len(rows)]
        made *= scale
        made *= self.scale
        made += self.bias
        return made


def _product(levels: Floats, block: Floats) -> Floats:
    """Rows times the columns of a block."""
    columns, _, width = block.shape
    made: Floats = np.empty((len(levels), columns * width), np.float32)
    places = made.reshape(len(levels), columns, width).transpose(1, 0, 2)
    step = -(-len(levels) // max(1, -(-len(levels) // _ROWS)))
    for at in range(0, len(levels), max(1, step)):
        np.matmul(levels[at : at + step], block, out=places[:, at : at + step])
    return made


def _filled(count: int) -> int:
    """The number of rows with those of zeros that a product takes in the same time or less."""
    missing = -count % _TOGETHER
    return count + missing if missing < _TOGETHER - 1 else count


def quantised(rows: Floats) -> tuple[Floats, Floats]:
    """Rows as whole numbers within +-255, and the scale of each row."""
    levels: Floats = np.empty(rows.shape, np.float32)
    return levels, _quantise(rows, levels)


def _quantise(rows: Floats, levels: Floats) -> Floats:
    """Write rows as whole numbers into `levels`; returns the scale of each row."""
    scale: Floats = np.maximum(_largest(np.abs(rows)), np.float32(1e-9))
    scale /= LEVELS
    np.divide(rows, scale, out=levels)
    np.rint(levels, out=levels)
    return scale


def _largest(rows: Floats) -> Floats:
    """The largest number of each row. Many short rows are compared side by side: a search in each
    of them takes twice as long."""
    width = rows.shape[-1]
    found: Floats
    if width > _SHORT:
        found = rows.max(axis=-1)
    else:
        found = np.ascontiguousarray(rows.reshape(-1, width).T).max(axis=0)
    return found.reshape(*rows.shape[:-1], 1)


@dataclass(frozen=True, slots=True)
class Norm:
    """Layer normalisation (Ba, Kiros & Hinton 2016) with sums of integers."""

    weight: Floats
    bias: Floats

    def __call__(self, rows: Floats) -> Floats:
        """Each row with mean 0 and variance 1, weighted."""
        fixed = np.rint(rows * _FIXED).astype(np.int64)
        size = fixed.shape[-1]
        total = fixed.sum(axis=-1, keepdims=True)
        squares = np.einsum("...i,...i->...", fixed, fixed)[..., None]
        spread = np.sqrt((squares * size - total * total).astype(np.float64))
        fixed *= size
        fixed -= total
        normed: Floats = (fixed / np.maximum(spread, 1.0)).astype(np.float32)
        normed *= self.weight
        normed += self.bias
        return normed


@dataclass(frozen=True, slots=True)
class FunctionTable:
    """A function of one number as a table: its values at every 64th between `least` and its end."""

    values: Floats
    least: int

    def __call__(self, numbers: Floats) -> Floats:
        """The value at the nearest 64th; beyond the ends, the value at the end."""
        steps = numbers * np.float32(_STEP)
        at = np.rint(steps, out=steps).astype(np.int64)
        at -= self.least * _STEP
        found: Floats = self.values.take(at, mode="clip")
        return found


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer of attention and its dense part (Vaswani et al. 2017)."""

    attending: Product
    """Queries, keys and values side by side."""
    attended: Product
    after_attention: Norm
    wide: Product
    narrow: Product
    after_dense: Norm


@dataclass(frozen=True, slots=True, eq=False)
class Encoder:
    """From the numbers of pieces to their vectors in context."""

    packed: NDArray[np.uint8]
    scales: NDArray[np.float16]
    positions: Floats
    first: Norm
    layers: tuple[Layer, ...]
    heads: int
    gelu: FunctionTable
    exponential: FunctionTable

    def __call__(self, numbers: NDArray[np.int64]) -> Floats:
        """One row for each piece; there are at most as many `numbers` as positions."""
        return self.through(self.layers, self.begun(numbers))

    def begun(self, numbers: NDArray[np.int64]) -> Floats:
        """The input rows of the first layer."""
        return self.first(self._embedded(numbers) + self.positions[: len(numbers)])

    def through(self, layers: Sequence[Layer], rows: Floats, wanted: Wanted = ALL) -> Floats:
        """The rows after these layers, or after others of the same kind; those that are `wanted`.
        The last layer makes no others."""
        for layer in layers[:-1]:
            rows = self._passed(layer, rows)
        return self._passed(layers[-1], rows, wanted)

    def _passed(self, layer: Layer, rows: Floats, wanted: Wanted = ALL) -> Floats:
        made = layer.attended(self._attention(layer, rows, wanted))
        made = layer.after_attention(rows[wanted] + made)
        return layer.after_dense(made + layer.narrow(self.gelu_of(layer.wide(made))))

    def _embedded(self, numbers: NDArray[np.int64]) -> Floats:
        """Rows of the table of pieces: 4 bits for each number, a scale for every 32."""
        packed = self.packed[numbers]
        low, high = packed & 15, packed >> 4
        levels = np.concatenate([low, high], axis=-1).astype(np.float32) - np.float32(8)
        scaled = levels * self.scales[numbers][..., None].astype(np.float32)
        return scaled.reshape(len(numbers), -1)

    def gelu_of(self, rows: Floats) -> Floats:
        """GELU of each number (Hendrycks & Gimpel 2016)."""
        made = self.gelu(rows)
        np.copyto(made, rows, where=rows > np.float32(-self.gelu.least))
        return made

    def _attention(self, layer: Layer, rows: Floats, wanted: Wanted) -> Floats:
        count = len(rows)
        levels, scales = (
            each.reshape(count, 3, self.heads, -1).transpose(1, 2, 0, 3)
            for each in quantised(layer.attending(rows).reshape(count, 3 * self.heads, -1))
        )
        query, key, value = levels
        size = np.float32(np.sqrt(query.shape[-1]))
        alike = query[:, wanted] @ key.transpose(0, 2, 1)
        alike *= scales[0][:, wanted]
        alike /= size
        alike *= scales[1].transpose(0, 2, 1)
        return self.mixed(self.shares(alike), value, scales[2])

    def mixed(self, shares: Floats, value: Floats, scales: Floats) -> Floats:
        """What each row takes of the values, in whole numbers with their scales, of all heads side
        by side."""
        # A value's scale is of its piece: it joins the shares, which are made whole once more.
        shares *= scales.transpose(0, 2, 1)
        shares, scale = quantised(shares)
        mixed = shares @ value
        mixed *= scale
        return mixed.transpose(1, 0, 2).reshape(mixed.shape[1], -1)

    def shares(self, scores: Floats) -> Floats:
        """A softmax over the last axis."""
        weights = self.exponential(scores - scores.max(axis=-1, keepdims=True))
        weights *= _SHARE
        totals = np.rint(weights).astype(np.int64).sum(axis=-1, keepdims=True)
        weights /= totals.astype(np.float32)
        return weights
