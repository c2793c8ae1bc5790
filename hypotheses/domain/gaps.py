"""The gap ledger: each gap's life across versions, decided by re-assessment alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from hypotheses.domain.types import ASPECTS, Aspect

GapState = Literal["open", "closed", "reopened", "waived"]
Mark = Literal["", "regression", "missed_earlier"]


@dataclass(frozen=True, slots=True)
class Gap:
    """One gap of a hypothesis. There is one an aspect; a gap that comes back is reopened.

    `closed_by` is the verbatim quote of the version that closed it. `mark` tells a gap first
    raised after V1: `regression` when the aspect was covered before, else `missed_earlier`.
    """

    aspect: Aspect
    code: str
    gap: str
    suggestion: str
    state: GapState
    opened_in: int
    closed_in: int | None = None
    closed_by: str = ""
    mark: Mark = ""

    @property
    def is_open(self) -> bool:
        """Whether the gap still needs an answer."""
        return self.state in ("open", "reopened")

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Finding:
    """What an assessment says of one aspect of one version."""

    aspect: Aspect
    score: int
    evidence: str | None
    code: str = ""
    gap: str = ""
    suggestion: str = ""


def advance(
    ledger: Sequence[Gap],
    version: int,
    findings: Iterable[Finding],
    before: Mapping[str, int],
) -> list[Gap]:
    """The ledger after `version` was assessed; `before` holds the scores of the version before."""
    held = {gap.aspect: gap for gap in ledger}
    for finding in findings:
        gap = held.get(finding.aspect)
        if finding.score < 2:
            held[finding.aspect] = _raised(gap, version, finding, before)
        elif gap is not None and gap.is_open:
            held[finding.aspect] = replace(
                gap, state="closed", closed_in=version, closed_by=finding.evidence or ""
            )
    return [held[aspect] for aspect in ASPECTS if aspect in held]


def _raised(gap: Gap | None, version: int, finding: Finding, before: Mapping[str, int]) -> Gap:
    said: dict[str, Any] = {name: getattr(finding, name) for name in ("code", "gap", "suggestion")}
    if gap is None:
        return Gap(
            aspect=finding.aspect,
            state="open",
            opened_in=version,
            mark=_mark(version, finding.aspect, before),
            **said,
        )
    if gap.state == "closed":
        return replace(gap, state="reopened", closed_in=None, closed_by="", **said)
    return replace(gap, **said)


def _mark(version: int, aspect: Aspect, before: Mapping[str, int]) -> Mark:
    if version == 1:
        return ""
    return "regression" if before.get(aspect) == 2 else "missed_earlier"


def waive(ledger: Sequence[Gap]) -> list[Gap]:
    """All open gaps set aside by a person's approval."""
    return [replace(gap, state="waived") if gap.is_open else gap for gap in ledger]


def open_gaps(ledger: Sequence[Gap]) -> list[Gap]:
    """The gaps that still need an answer."""
    return [gap for gap in ledger if gap.is_open]


def from_dicts(rows: Iterable[Mapping[str, Any]]) -> list[Gap]:
    """The ledger from plain JSON."""
    return [Gap(**row) for row in rows]
