"""What the tests of the analyst share: scores in short, and the labelled pairs to tune on."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from hypotheses.analyst.assess import assess
from hypotheses.domain.types import Aspect, AspectScore

PAIRS = Path(__file__).parents[3] / "hypotheses" / "evaluation" / "data" / "pairs_tuning.jsonl"


def score(aspect: Aspect, language: str, text: str) -> AspectScore:
    """What the analyst says of one aspect of a text."""
    return assess(text, language).score(aspect)


@cache
def pairs() -> tuple[dict[str, Any], ...]:
    """The labelled pairs that rules may be tuned on; the held-out half is never read here."""
    return tuple(json.loads(line) for line in PAIRS.read_text(encoding="utf-8").splitlines())


@cache
def texts(language: str) -> tuple[str, ...]:
    """The labelled texts of one language."""
    return tuple(pair[language] for pair in pairs())
