"""The gap ledger: when each gap was opened and closed across versions, decided by re-assessment
alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from hypotheses.domain.types import Aspect

GapState = Literal["open", "closed", "reopened", "waived"]
Mark = Literal["", "regression", "missed_earlier"]


@dataclass(frozen=True, slots=True)
class SlotFinding:
    """What a review says of one slot of one version.

    `filled` tells whether the slot holds words, `evidence` which. `conditional`: they are proposed
    and nobody has confirmed them. An open slot has `code`, `gap` and `suggestion`; `offered` tells
    that the suggestion is a proposal the structurer can put in, not a question.
    """

    slot: str
    aspect: Aspect
    filled: bool
    evidence: str = ""
    conditional: bool = False
    code: str = ""
    gap: str = ""
    suggestion: str = ""
    offered: bool = False


@dataclass(frozen=True, slots=True)
class SlotGap:
    """One gap of a hypothesis. There is one a slot; a gap that comes back is reopened.

    `closed_by` are the words of the version that closed it, `conditional` tells that they are a
    proposal nobody has confirmed. `mark` tells a gap first raised after V1: `regression` when the
    slot was filled before, else `missed_earlier`.
    """

    slot: str
    aspect: Aspect
    code: str
    gap: str
    suggestion: str
    state: GapState
    opened_in: int
    closed_in: int | None = None
    closed_by: str = ""
    conditional: bool = False
    mark: Mark = ""

    @property
    def is_open(self) -> bool:
        """Whether the gap still needs an answer."""
        return self.state in ("open", "reopened")

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return asdict(self)


def advance(
    ledger: Sequence[SlotGap],
    version: int,
    findings: Iterable[SlotFinding],
    filled_before: Collection[str],
) -> list[SlotGap]:
    """The ledger after `version` was reviewed; `filled_before` are slots of the version before.

    A gap whose slot is no longer needed (the claim turned out to be of another design) is closed.
    """
    gaps = {gap.slot: gap for gap in ledger}
    seen = set()
    for finding in findings:
        seen.add(finding.slot)
        gap = gaps.get(finding.slot)
        if not finding.filled:
            gaps[finding.slot] = _raised(gap, version, finding, filled_before)
        elif gap is not None and (gap.is_open or gap.conditional):
            gaps[finding.slot] = _closed(gap, version, finding)
    for slot, gap in gaps.items():
        if slot not in seen and gap.is_open:
            gaps[slot] = replace(gap, state="closed", closed_in=version, closed_by="")
    return list(gaps.values())


def _closed(gap: SlotGap, version: int, finding: SlotFinding) -> SlotGap:
    closed_in = version if gap.is_open else gap.closed_in
    return replace(
        gap,
        state="closed",
        closed_in=closed_in,
        closed_by=finding.evidence,
        conditional=finding.conditional,
    )


def _raised(
    gap: SlotGap | None, version: int, finding: SlotFinding, filled_before: Collection[str]
) -> SlotGap:
    texts: Any = {"code": finding.code, "gap": finding.gap, "suggestion": finding.suggestion}
    if gap is None:
        mark: Mark = ""
        if version > 1:
            mark = "regression" if finding.slot in filled_before else "missed_earlier"
        return SlotGap(
            slot=finding.slot,
            aspect=finding.aspect,
            state="open",
            opened_in=version,
            mark=mark,
            **texts,
        )
    if gap.is_open:
        return replace(gap, **texts)
    return replace(gap, state="reopened", closed_in=None, closed_by="", conditional=False, **texts)


def open_gaps(ledger: Sequence[SlotGap]) -> list[SlotGap]:
    """The gaps that still need an answer."""
    return [gap for gap in ledger if gap.is_open]


def from_dicts(rows: Iterable[Mapping[str, Any]]) -> list[SlotGap]:
    """The ledger from plain JSON."""
    return [SlotGap(**row) for row in rows]
