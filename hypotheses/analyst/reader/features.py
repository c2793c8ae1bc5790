"""Features of tokens as integers: sums of a word's columns at fixed places, scrambled.

A template is a set of (offset, column). The feature's value is one 32-bit integer, the same on
any machine; which integers have a weight is the model's matter.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hypotheses.analyst.reader.tokens import CLOSES, COLUMNS, ENDS, OPENS, PADDING, Row, Words

Integers = NDArray[np.uint32]

REACH = 3
# Columns of a place in the text, behind those of its word.
PLACES = ("left", "left2", "right", "right2", "inside", "opening", "ending", "sentence", "close")
_ALL = (*COLUMNS, *PLACES)

Part = tuple[int, str]

_SINGLE: tuple[Part, ...] = (
    *((offset, "word") for offset in (-3, -2, -1, 0, 1, 2, 3)),
    *((offset, "closed") for offset in (-2, -1, 0, 1, 2)),
    *((offset, "stem") for offset in (-2, -1, 0, 1, 2)),
    *((0, column) for column in ("start", "end4", "end3", "end2", "shape", "fine", "coarse")),
    *((offset, column) for offset in (-1, 1) for column in ("end3", "end2", "shape", "fine")),
    *((offset, column) for offset in (-2, -1, 1, 2) for column in ("coarse",)),
    *((0, column) for column in PLACES),
)
_JOINT: tuple[tuple[Part, ...], ...] = (
    ((-1, "word"), (0, "word")),
    ((0, "word"), (1, "word")),
    ((-1, "closed"), (0, "closed")),
    ((0, "closed"), (1, "closed")),
    ((-1, "closed"), (1, "closed")),
    ((-2, "closed"), (-1, "closed"), (0, "closed")),
    ((-1, "closed"), (0, "closed"), (1, "closed")),
    ((0, "closed"), (1, "closed"), (2, "closed")),
    ((-2, "closed"), (-1, "closed")),
    ((1, "closed"), (2, "closed")),
    ((-1, "closed"), (0, "fine")),
    ((0, "fine"), (1, "closed")),
    ((-1, "coarse"), (0, "coarse")),
    ((0, "coarse"), (1, "coarse")),
    ((0, "left"), (0, "right")),
    ((0, "left"), (0, "left2")),
    ((0, "right"), (0, "right2")),
    ((0, "left"), (0, "coarse")),
    ((0, "left"), (0, "end3")),
    ((0, "left"), (0, "right"), (0, "end2")),
    ((0, "inside"), (0, "shape")),
    ((0, "inside"), (0, "left")),
    ((0, "opening"), (0, "shape")),
    ((0, "opening"), (0, "closed")),
    ((0, "close"), (0, "opening")),
    ((0, "close"), (0, "left")),
)
TEMPLATES: tuple[tuple[Part, ...], ...] = (*((part,) for part in _SINGLE), *_JOINT)
_REMEMBERED = ("left", "right", "coarse", "left2", "end2")
# Templates that are weighed together with what has begun so far: they take few values.
MEMORY = [
    *(TEMPLATES.index(((0, column),)) for column in _REMEMBERED),
    *(TEMPLATES.index(((offset, "closed"),)) for offset in (-1, 0, 1)),
]


def _plan(size: int) -> list[tuple[NDArray[np.intp], Integers, Integers]]:
    """For the templates of `size` parts: their columns in the window, multipliers, and salts."""
    picked = [(index, parts) for index, parts in enumerate(TEMPLATES) if len(parts) == size]
    width = len(_ALL)
    columns = [[(o + REACH) * width + _ALL.index(c) for o, c in parts] for _, parts in picked]
    salts = [[(index + 1) * 0x9E3779B1 & 0xFFFFFFFF] for index, _ in picked]
    return [
        (
            np.array([each[part] for each in columns], dtype=np.intp),
            np.array([0x85EBCA6B, 0xC2B2AE35, 0x27D4EB2F][part], dtype=np.uint32),
            np.array(salts, dtype=np.uint32)[:, 0],
        )
        for part in range(size)
    ]


_PLANS = [_plan(size) for size in (1, 2, 3)]


def _places(words: Words, known: list[int], closed: list[int]) -> list[list[int]]:
    """What a token's place tells, one row a token."""
    size = len(words)
    rows = [[0] * len(PLACES) for _ in range(size)]
    last = before = depth = sentence = since = 0
    lines = "\n" in words.text
    for index, word in enumerate(words.lower):
        row = rows[index]
        row[0], row[1] = last, before
        depth -= word in CLOSES
        row[4] = depth if 0 < depth < 3 else 0
        depth += word in OPENS
        row[5] = min(since, 5)
        row[7] = min(sentence, 2)
        since += 1
        if known[index]:
            last, before = closed[index], last
        if word in ENDS or (lines and "\n" in words.gap(index)):
            sentence, since = sentence + 1, 0
            last = before = 1
    last = before = mark = until = 0
    for index in range(size - 1, -1, -1):
        word, row = words.lower[index], rows[index]
        if word in ENDS:
            mark, until = (2 if word == "?" else 1), 0
            last = before = mark
        row[2], row[3] = last, before
        row[6] = min(until, 4)
        row[8] = mark
        until += 1
        if known[index] and word not in ENDS:
            last, before = closed[index], last
    return rows


def token_features(words: Words, rows: list[Row]) -> Integers:
    """Features of each token: an array (tokens, templates)."""
    size, width = len(words), len(_ALL)
    columns = list(zip(*rows, strict=True))
    table = np.full((size + 2 * REACH, width), PADDING, dtype=np.uint32)
    inner = table[REACH : REACH + size]
    inner[:, : len(COLUMNS)] = np.array([row[:-1] for row in rows], dtype=np.uint32)
    inner[:, len(COLUMNS) :] = np.array(
        _places(words, list(columns[-1]), list(columns[1])), dtype=np.uint32
    )
    flat = table.ravel()
    window = np.lib.stride_tricks.as_strided(
        flat, (size, (2 * REACH + 1) * width), (width * 4, 4), writeable=False
    )
    made = []
    for plan in _PLANS:
        value = np.zeros((size, len(plan[0][0])), dtype=np.uint32)
        for picked, factor, salt in plan:
            value = (value ^ (window[:, picked] + salt)) * factor
            value ^= value >> np.uint32(15)
        made.append(value)
    return np.concatenate(made, axis=1)
