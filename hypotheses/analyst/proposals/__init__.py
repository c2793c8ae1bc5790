"""Proposals. Stands in until the catalogue is merged."""

from __future__ import annotations

from typing import NamedTuple

from hypotheses.domain.claim import Claim, SlotName
from hypotheses.domain.types import Language


class Proposal(NamedTuple):
    text: str
    source: str
    fit: int


class Misfit(NamedTuple):
    slots: tuple[SlotName, ...]
    code: str
    question: str


def propose(claim: Claim, language: Language) -> dict[SlotName, tuple[Proposal, ...]]:
    return {}


def ask(claim: Claim, slot: str, language: Language, source: str = "") -> str:
    return f"{slot}?"


def misfits(claim: Claim, language: Language) -> tuple[Misfit, ...]:
    return ()
