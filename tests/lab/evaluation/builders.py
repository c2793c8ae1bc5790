"""Labels, assessments and data folders small enough to work out by hand."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from hypotheses.domain.claim import Claim
from hypotheses.domain.types import (
    ASPECTS,
    AspectAssessment,
    Assessment,
    Language,
    Verdict,
    VetoReason,
)
from tests.lab.evaluation.pairs import Pair

FULL = (2, 2, 2, 2)


def row(**changes: Any) -> dict[str, Any]:
    """A line of a pairs file: complete and approved unless `changes` say otherwise."""
    scores = changes.pop("scores", FULL)
    return {
        "id": "T-001",
        "field": "medicine",
        "noise": None,
        "pt": "Exercício reduz a dor em idosos de uma clínica",
        "en": "Exercise reduces pain in older adults of a clinic",
        "scores": dict(zip(ASPECTS, scores, strict=True)),
        "hedged": False,
        "veto": None,
        "verdict": "approved",
    } | changes


def label(**changes: Any) -> Pair:
    return Pair.model_validate(row(**changes))


def found(
    scores: Sequence[int] = FULL,
    verdict: str = "approved",
    veto: str | None = None,
    language: str = "en",
) -> Assessment:
    return Assessment(
        text="",
        language=cast("Language", language),
        kind="complete",
        verdict=cast("Verdict", verdict),
        scores=tuple(
            AspectAssessment(aspect, score, None)
            for aspect, score in zip(ASPECTS, scores, strict=True)
        ),
        claim=Claim(),
        vetoes=(VetoReason(veto, "", ""),) if veto else (),
    )


def write_lines(path: Path, rows: Sequence[Any]) -> Path:
    lines = [each if isinstance(each, str) else json.dumps(each) for each in rows]
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return path


def write_pairs(folder: Path, **sets: Sequence[Any]) -> Path:
    """A folder of pair sets with the hashes that fix them."""
    sums = []
    for name, rows in sets.items():
        path = write_lines(folder / f"pairs_{name}.jsonl", rows)
        sums.append(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}")
    write_lines(folder / "SHA256SUMS", sums)
    return folder


def trial(**changes: str) -> dict[str, Any]:
    """A line of the trials' file; `changes` name a part and hold for both languages."""
    en = {
        "public_title": "Exercise in older adults",
        "scientific_title": "Effect of exercise on pain in older adults",
        "inclusion_criteria": "Age between 60 and 75 years.",
        "primary_outcome": "Pain measured by the visual analogue scale after 12 weeks.",
    }
    pt = {
        "public_title": "Exercício em idosos",
        "scientific_title": "Efeito do exercício sobre a dor em idosos",
        "inclusion_criteria": "Idade entre 60 e 75 anos.",
        "primary_outcome": "Dor medida pela escala visual analógica após 12 semanas.",
    }
    return {"id": "R-1", "pt": pt | changes, "en": en | changes}
