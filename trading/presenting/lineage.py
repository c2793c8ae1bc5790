"""Where a variant comes from, and what was made from it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from trading.models import Variant


@dataclass(frozen=True)
class Kin:
    """A relative, and the parameters in which it differs from the one before it in the line."""

    variant: Variant
    changes: list[tuple[str, Any, Any]]


@dataclass(frozen=True)
class Lineage:
    """The line of parents from the first design on, and the children."""

    ancestors: list[Kin]
    own: list[tuple[str, Any, Any]]
    children: list[Kin]


def lineage(variant: Variant, family: Iterable[Variant]) -> Lineage:
    """The lineage of a variant among all variants of its development."""
    known = {one.pk: one for one in family}
    line, at = [], known.get(variant.parent_id or 0)
    while at is not None and at not in line:
        line.append(at)
        at = known.get(at.parent_id or 0)
    line = line[::-1]
    before = [None, *line]
    ancestors = [Kin(one, changes(prior, one)) for prior, one in zip(before, line, strict=False)]
    children = [
        Kin(one, changes(variant, one)) for one in known.values() if one.parent_id == variant.pk
    ]
    return Lineage(ancestors, changes(line[-1] if line else None, variant), children)


def changes(before: Variant | None, after: Variant) -> list[tuple[str, Any, Any]]:
    """The parameters that differ: name, value before, value after; None where there was none."""
    if before is None:
        return []
    old, new = before.parameters, after.parameters
    names = [*old, *(name for name in new if name not in old)]
    return [(n, old.get(n), new.get(n)) for n in names if old.get(n) != new.get(n)]
