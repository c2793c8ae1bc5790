"""The essence guard. Stands in until the writer is merged."""

from __future__ import annotations

from hypotheses.domain.claim import Claim
from hypotheses.domain.types import Language


def drift(original: Claim, version: Claim, language: Language) -> list[str]:
    return []
