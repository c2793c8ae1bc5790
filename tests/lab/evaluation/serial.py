"""The evaluation as plain JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from .figures import Figure
from .run import Evaluation
from .speed import Speed


def as_plain(evaluation: Evaluation, speed: Speed | None) -> dict[str, Any]:
    """Keys are English in every language; a share without a total is null."""
    plain: dict[str, Any] = {
        "pairs": [
            {"set": one.name, "file": one.file, "sha256": one.sha256, "count": len(one.pairs)}
            for one in evaluation.sets
        ],
        "trials": evaluation.trials,
        "figures": [_figure(figure) for figure in evaluation.figures],
        "confusion": [
            {"set": part, "language": language, "label": label, "found": found, "count": count}
            for (part, language), counts in evaluation.confusions.items()
            for (label, found), count in sorted(counts.items())
        ],
    }
    if speed:
        plain["speed"] = {
            **asdict(speed),
            "texts_a_second": speed.texts_a_second,
            "texts_a_cpu_second": speed.texts_a_cpu_second,
            "memory_ratio": speed.memory_ratio,
        }
    return plain


def _figure(figure: Figure) -> dict[str, Any]:
    return {
        "part": figure.part,
        "name": figure.name,
        "language": figure.language,
        "group": figure.group or None,
        "hits": figure.value.hits,
        "total": figure.value.total,
        "share": figure.value.share,
        "interval": figure.value.interval,
        "target": asdict(figure.target) if figure.target else None,
        "met": figure.met,
    }
