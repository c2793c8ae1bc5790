"""Features of a whole text, for its design, its direction and its vetoes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from hypotheses.analyst.reader.spans import Span
from hypotheses.analyst.reader.tokens import COLUMNS, Row, Words, checksum
from hypotheses.domain.types import Language

Integers = NDArray[np.uint32]

_INITIAL = {"exposure": "E", "outcome": "O", "quantity": "O", "relation": "R", "comparator": "C"}
_WEIGHTY = ("relation", "veto", "margin", "outcome", "quantity", "hedge")
_AT = {name: index for index, name in enumerate(COLUMNS)}
_FACTOR = np.uint32(0x01000193)


def _salt(name: str) -> np.uint32:
    return np.uint32(checksum("grams", name))


def _grams(column: Integers, longest: int, name: str) -> Iterator[Integers]:
    """Scrambled sums of one to `longest` neighbours; the array of `n` is shorter by n - 1."""
    made = column ^ _salt(name)
    yield made
    for size in range(2, longest + 1):
        if len(column) < size:
            return
        made = (made[:-1] * _FACTOR) ^ column[size - 1 :]
        made ^= made >> np.uint32(15)
        yield made


def _inside(spans: Sequence[Span], grams: Sequence[Integers]) -> Iterator[Integers]:
    """The grams that lie within a span, scrambled with its tag."""
    for span in spans:
        if span.tag in _WEIGHTY:
            salt = _salt(span.tag)
            for size, made in enumerate(grams, start=1):
                inner = made[span.first : max(span.first, span.end - size + 1)]
                yield inner * _FACTOR ^ salt


def _shape(
    words: Words, rows: Sequence[Row], spans: Sequence[Span], language: Language
) -> Iterator[str]:
    """What the spans' order and repeated words tell."""
    yield "bias"
    tags = ["outcome" if span.tag == "quantity" else span.tag for span in spans]
    order = "".join(_INITIAL.get(tag, "") for tag in tags)
    yield f"order {order}"
    yield f"{language} order {order}"
    yield f"ends {words.lower[-1]}"
    for tag in ("exposure", "relation", "comparator", "margin", "unit", "outcome", "veto", "hedge"):
        yield f"{tag} {min(tags.count(tag), 2)}"
    yield f"counted {any(span.tag == 'quantity' for span in spans)}"
    yield f"length {min(len(words) // 6, 6)}"
    stem, known = _AT["stem"], len(COLUMNS)
    stems = [
        0 if row[known] or len(word) < 4 else row[stem]
        for row, word in zip(rows, words.lower, strict=True)
    ]
    counts = Counter(filter(None, stems))
    repeated = sum(count > 1 for count in counts.values())
    yield f"repeated {min(repeated, 3)} {'relation' in tags}"
    yield f"repetition {min(4, 10 * repeated // max(1, len(counts)))}"
    yield from _shared(stems, spans)


def _shared(stems: Sequence[int], spans: Sequence[Span]) -> Iterator[str]:
    """Which slots share a word: an outcome that only repeats the exposure."""
    by_tag: dict[str, set[int]] = {}
    for span in spans:
        tag = "outcome" if span.tag == "quantity" else span.tag
        by_tag.setdefault(tag, set()).update(filter(None, stems[span.first : span.end]))
    names = sorted(by_tag)
    for index, one in enumerate(names):
        for other in names[index + 1 :]:
            if by_tag[one] & by_tag[other]:
                yield f"shared {one} {other}"


def text_features(
    words: Words, rows: Sequence[Row], spans: Sequence[Span], language: Language
) -> Integers:
    """The distinct features of a text, sorted."""
    table = np.array(rows, dtype=np.uint32)
    column = {name: table[:, at] for name, at in _AT.items()}
    said = list(_grams(column["word"], 3, "word"))
    stems = list(_grams(column["stem"], 1, "stem"))
    mixed = np.where(table[:, -1] == 1, column["closed"], column["coarse"])
    strings = [checksum("text", name) for name in _shape(words, rows, spans, language)]
    edge = _salt("edge")
    made = [
        np.array(strings, dtype=np.uint32),
        *said,
        *stems,
        *_grams(column["fine"], 2, "fine"),
        *_grams(column["coarse"], 1, "coarse"),
        *_grams(mixed, 4, "mixed"),
        *(each[:1] ^ edge for each in said[:2]),
        *(each[-1:] * _FACTOR ^ edge for each in said[:2]),
        *_inside(spans, [*said]),
        *_inside(spans, stems),
    ]
    return np.unique(np.concatenate(made))
