"""A certificate as its page shows it: the document's values in words, in reading order."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext as _

from trading.domain.certificate import BODY, HASH, Document
from trading.models import GateOutcome
from trading.presenting.code_names import word
from trading.presenting.datasets import PURPOSES
from trading.presenting.gates import GateLine
from trading.presenting.numbers import figure, percent
from trading.presenting.request_facts import costs_in_words
from trading.presenting.segments import segment_word
from trading.services.opening_marks import later_mark, second_look_mark

FIGURES = (
    "sharpe_ratio", "buy_hold_sharpe", "psr", "annual_return", "buy_hold_return", "max_drawdown",
    "buy_hold_max_drawdown", "total_trades",
)  # fmt: skip
ROUNDS = 8
"""Rounds on the page; the document has all."""


@dataclass(frozen=True)
class Segment:
    """A segment's dates and bars."""

    name: str
    begin: datetime
    end: datetime
    bars: int


@dataclass(frozen=True)
class SegmentColumn:
    """The variant's figures on a segment, or on the bars of an opening."""

    name: str
    values: list[str]


@dataclass(frozen=True)
class CertificateOpening:
    """An opening of the sealed bars."""

    at: datetime
    by: str | None
    reason: str
    second: bool
    variant: str
    before: int
    holds: bool
    played: bool
    sharpe: str
    psr: str
    mark: str
    together: str


def certificate_context(certificate: Document) -> dict[str, Any]:
    """All that the page shows."""
    told = certificate[BODY]
    return {
        "sha256": certificate[HASH],
        "costs": costs_in_words(told["strategy"]["constraints"]),
        "told": told,
        "segments": _segments(told),
        "rows": [word(name, "figure") for name in FIGURES],
        "columns": _columns(told),
        "gates": [GateLine(GateOutcome(**gate)) for gate in told["gates"]],
        "pass_score": told["profile"].get("pass_score"),
        "looks": [_look(one) for one in told["holdout"]],
        "decisions": [{**one, "at": _time(one["at"])} for one in told["decisions"]],
        "rounds": told["iterations"][-ROUNDS:],
        "rounds_before": max(0, len(told["iterations"]) - ROUNDS),
        "ledger": told["trials"].get("ledger"),
        "codes": sorted({run["code_version"] for run in told["strategy"]["runs"]} - {""}),
        "began": _time(told["strategy"]["created_at"]),
        "parameters": (told["variant"] or {}).get("parameters", {}),
        "not_said": [
            _("It says what was computed from stored past prices, not what will be earned."),
            _("It vouches that the prices are those of their hash, not that they are right."),
            _("Trials outside of this installation are not counted."),
        ],
    }


def _segments(told: Document) -> list[Segment]:
    return [
        Segment(word(name, "segment"), _time(one["from"]), _time(one["to"]), one["bars"])
        for name, one in told["data"]["segments"].items()
    ]


def _columns(told: Document) -> list[SegmentColumn]:
    """Train and validation; then each look at the sealed bars for the certified variant."""
    own = told["variant"] or {}
    place = (own.get("iteration"), own.get("index"))
    seen = [
        (_("second look") if one["second_look"] else segment_word("holdout"), one["figures"])
        for one in told["holdout"]
        if one["variant"] and (one["variant"]["iteration"], one["variant"]["index"]) == place
    ]
    before = [(word(name, "segment"), one) for name, one in told["figures"].items() if one]
    return [
        SegmentColumn(name, [figure(one.get(each), each) for each in FIGURES])
        for name, one in [*before, *seen]
    ]


def _look(one: Document) -> CertificateOpening:
    before, figures = one["openings_before"], one["figures"]
    second = one["second_look"]
    mark = second_look_mark(one["by"], one["reason"], before) if second else later_mark(before)
    return CertificateOpening(
        at=_time(one["at"]),
        by=one["by"],
        reason=gettext(one["reason"]) if one["reason"] in PURPOSES else one["reason"],
        second=second,
        variant=one["variant"]["name"] if one["variant"] else "–",
        before=before,
        holds=one["holds"],
        played=figures["final_equity"] is not None,
        sharpe=figure(figures["sharpe_ratio"]),
        psr=percent(figures["psr"], 0),
        mark=mark,
        together=percent(figures["combined_p"], 2) if "combined_p" in figures else "",
    )


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text)
