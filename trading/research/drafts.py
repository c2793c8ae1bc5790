"""From what an agent computed to its findings: correction for many tests, confidence, words."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from trading.research.inference import LEVEL, holm, tested
from trading.research.sentences import Quantity, Text, as_document, say
from trading.research.types import (
    WITH_DATA,
    DataRef,
    Domain,
    FindingDocument,
    Language,
    Material,
    Status,
)


@dataclass(frozen=True)
class FindingDraft:
    """A finding before its agent's tests are corrected together.

    `found` is said when the test is significant (or nothing was tested), `nothing` otherwise.
    `confidence` only for what was not tested. `rows`: where an auxiliary table was used, its times.
    """

    name: str
    found: Text
    nothing: Text | None = None
    value: float | None = None
    unit: str = ""
    n_obs: int = 0
    status: Status = "OK"
    statistic: float | None = None
    p_value: float | None = None
    signal: float | None = None
    confidence: float | None = None
    edge: str | None = None
    columns: tuple[str, ...] = ("Close",)
    params: Mapping[str, Any] = field(default_factory=dict)
    rows: pd.Series[Any] | None = None


def insufficient(name: str, n_obs: int, needed: int, **changes: Any) -> FindingDraft:
    """Too little to say anything about `name`."""
    values = {"n": Quantity(n_obs, "integer"), "needed": Quantity(needed, "integer")}
    return FindingDraft(
        name, Text("status.insufficient", values), n_obs=n_obs, status="INSUFFICIENT", **changes
    )


def too_rare(name: str, n_obs: int, rarer: int, needed: int, **changes: Any) -> FindingDraft:
    """One of two states that are to be compared was seen too seldom."""
    values = {"n": Quantity(rarer, "integer"), "needed": Quantity(needed, "integer")}
    return FindingDraft(
        name, Text("status.rare", values), n_obs=n_obs, status="INSUFFICIENT", **changes
    )


def no_data(name: str, reason: str) -> FindingDraft:
    """There is nothing to look at: no signal, no confidence. `reason`: key under status.no_data."""
    return FindingDraft(name, Text(f"status.no_data.{reason}"), status="NO_DATA", columns=())


def conclude(
    agent: str,
    domain: Domain,
    material: Material,
    drafts: Sequence[FindingDraft],
    language: Language,
) -> list[FindingDocument]:
    """The agent's findings: Holm over all its tests, then confidence and sentence of each."""
    tests = [at for at, draft in enumerate(drafts) if draft.p_value is not None]
    corrected = holm([float(drafts[at].p_value or 0.0) for at in tests])
    adjusted = dict(zip(tests, corrected, strict=True))
    return [
        _finding(agent, domain, material, draft, adjusted.get(at), language)
        for at, draft in enumerate(drafts)
    ]


def _finding(
    agent: str,
    domain: Domain,
    material: Material,
    draft: FindingDraft,
    p_adjusted: float | None,
    language: Language,
) -> FindingDocument:
    significant = p_adjusted is not None and p_adjusted <= LEVEL
    silent = draft.nothing is not None and not significant
    text = draft.nothing if silent and draft.nothing else draft.found
    speaks = draft.status in WITH_DATA
    confidence = tested(p_adjusted) if p_adjusted is not None else draft.confidence
    if draft.status == "PROXY" and confidence is not None:
        confidence *= 0.5
    return {
        "agent": agent,
        "domain": domain,
        "status": draft.status,
        "name": draft.name,
        "value": _number(draft.value) if speaks else None,
        "unit": draft.unit,
        "n_obs": int(draft.n_obs),
        "signal": _number(draft.signal) if speaks else None,
        "confidence": _number(confidence) if speaks else None,
        "statistic": _number(draft.statistic),
        "p_value": _number(draft.p_value),
        "p_adjusted": _number(p_adjusted),
        "significant": significant,
        "edge": draft.edge,
        "interpretation": say(text, language),
        "sentence": as_document(text),
        "data_ref": _reference(material, draft),
        "params": {key: _plain(value) for key, value in draft.params.items()},
    }


def _reference(material: Material, draft: FindingDraft) -> DataRef:
    times = material.frame.index if draft.rows is None else draft.rows
    known = draft.status != "NO_DATA" and len(times) > 0
    return {
        "sha256": material.sha256,
        "columns": list(draft.columns),
        "from": pd.Timestamp(times.min()).isoformat() if known else None,
        "to": pd.Timestamp(times.max()).isoformat() if known else None,
    }


def _number(value: float | None) -> float | None:
    """A finite Python float, or None."""
    return None if value is None or not math.isfinite(value) else float(value)


def _plain(value: Any) -> Any:
    """numpy scalars as Python's; a number that is not finite as None."""
    plain = value.item() if hasattr(value, "item") else value
    return _number(plain) if isinstance(plain, float) else plain
