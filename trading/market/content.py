"""Is it the same history under another name? Told by the ups and downs of its closes."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

WINDOW = 48
"""Ups and downs in a row that no two markets share by chance: 2^48 orders."""
LEAST = 24
"""Windows that must be the same; some differ where prices were rounded anew."""


def ups_of(close: NDArray[np.float64]) -> bytes:
    """Which closes (n,) are above the one before, a bit each, after their number in 4 bytes: the
    same whatever the prices are multiplied by, however they are named and dated."""
    ups = np.diff(close) > 0
    return len(ups).to_bytes(4, "big") + np.packbits(ups).tobytes()


def same_history(one: bytes, other: bytes) -> bool:
    """Whether the closes behind two `ups_of` share some of their bars."""
    return len(_windows(one) & _windows(other)) >= LEAST


@lru_cache(maxsize=256)
def _windows(ups: bytes) -> frozenset[int]:
    """Every run of so many bits, as a number."""
    length = int.from_bytes(ups[:4], "big")
    bits = np.unpackbits(np.frombuffer(ups[4:], dtype=np.uint8), count=length).astype(np.uint64)
    if length < WINDOW:
        return frozenset()
    runs = np.lib.stride_tricks.sliding_window_view(bits, WINDOW)
    weights = np.uint64(1) << np.arange(WINDOW, dtype=np.uint64)
    return frozenset((runs * weights).sum(axis=1, dtype=np.uint64).tolist())
