"""Claims for the tests of proposals, from plain words."""

from typing import Any

from hypotheses.domain.claim import Claim, Slot


def claim(design="causal", direction="increase", counted=False, relation="", hedges=(), **words):
    slots: dict[str, Any] = {name: Slot(text) for name, text in words.items()}
    return Claim(
        design=design,
        direction=direction,
        counted=counted,
        relation=relation,
        hedges=hedges,
        **slots,
    )
