"""A certificate as a document: its canonical form, its hash, and what two of them differ in."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

FORM, HASH, BODY = "crivo_certificate", "sha256", "document"
VERSION = 1
RELATIVE = 1e-9
"""How far a recomputed figure may lie from the one that is stated: as the engines from each
other."""
NOT_THERE = "(not there)"
Document = dict[str, Any]


def canonical(document: Any) -> str:
    """Plain JSON as the one text that it is hashed by: keys in order, no spaces.

    Raises ValueError for a number that is not finite.
    """
    return json.dumps(
        document, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
    )


def digest(document: Any) -> str:
    """SHA-256 of the canonical form, in UTF-8."""
    return hashlib.sha256(canonical(document).encode()).hexdigest()


def sealed(document: Document) -> Document:
    """The certificate: the document and the hash over it."""
    return {FORM: VERSION, HASH: digest(document), BODY: document}


def leaves(document: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every value of a document by its path, `figures.train.sharpe_ratio`; an empty list or
    object is a value, too."""
    if isinstance(document, dict) and document:
        for key, value in document.items():
            yield from leaves(value, f"{path}.{key}" if path else str(key))
    elif isinstance(document, list) and document:
        for at, value in enumerate(document):
            yield from leaves(value, f"{path}.{at}")
    else:
        yield path, document


@dataclass(frozen=True)
class Line:
    """A value as the certificate states it, as the rows have it and as it is recomputed."""

    path: str
    stated: Any
    stored: Any
    recomputed: Any

    @property
    def agrees(self) -> bool:
        return same(self.stated, self.stored) and same(self.stated, self.recomputed)

    @property
    def environment(self) -> bool:
        """Whether it is about what the certificate was made with, which may be another here."""
        return self.path.startswith("versions.")


def compared(stated: Any, stored: Any, recomputed: Any) -> list[Line]:
    """Every value of the three, in the order of the first that has it."""
    told = [dict(leaves(each)) for each in (stated, stored, recomputed)]
    paths = dict.fromkeys(path for each in told for path in each)
    return [Line(path, *(each.get(path, NOT_THERE) for each in told)) for path in paths]


def same(one: Any, other: Any) -> bool:
    """Whether two values are the same; numbers but for their last digits."""
    if _number(one) and _number(other):
        return math.isclose(one, other, rel_tol=RELATIVE, abs_tol=1e-12)
    return type(one) is type(other) and bool(one == other)


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def group(path: str) -> str:
    """The part of a certificate that a value belongs to, as `figures.train` or `gates`."""
    first, _dot, rest = path.partition(".")
    return f"{first}.{rest.partition('.')[0]}" if first == "figures" else first


def by_group(lines: list[Line]) -> Mapping[str, list[Line]]:
    """The lines by part, in order."""
    found: dict[str, list[Line]] = {}
    for line in lines:
        found.setdefault(group(line.path), []).append(line)
    return found
