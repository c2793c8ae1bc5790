"""The certificate of a development: for print, and as a file; how far a verdict can be trusted."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.utils.translation import gettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from config.runs.errors import REFUSALS, explain
from trading.domain.certificate import BODY, HASH, Document
from trading.models import GateOutcome, HoldoutOpening, Strategy
from trading.presenting.code_names import parameter_word, segment_word, word
from trading.presenting.datasets import PURPOSES
from trading.presenting.gates import GateLine
from trading.presenting.numbers import figure, percent, probability
from trading.presenting.request_facts import costs_in_words
from trading.presenting.trust import curve, later_of, measured, power_of
from trading.services.certificate import certificate_of
from trading.services.certificate.sources import Recorded
from trading.services.opening_marks import data_marks, later_mark, second_look_mark
from trading.views.development import back_to, seen_or_404, visible


@login_required
@require_GET
def certificate(request: HttpRequest, pk: int) -> HttpResponse:
    """One page of what the result rests on."""

    def page(found: Strategy, issued: Document) -> HttpResponse:
        context = {
            "strategy": found,
            "power": power_of(found),
            "marks": data_marks(found.dataset),
            **certificate_context(issued),
        }
        return render(request, "trading/certificate.html", context)

    return _issued(request, pk, page)


@login_required
@require_GET
def certificate_json(request: HttpRequest, pk: int) -> HttpResponse:
    """The same as the file that `manage.py verify_certificate` takes."""

    def file(found: Strategy, issued: Document) -> HttpResponse:
        text = json.dumps(issued, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
        answer = HttpResponse(text, content_type="application/json; charset=utf-8")
        name = f"crivo-{slugify(found.ticker) or 'strategy'}-{found.pk}-certificate.json"
        answer["Content-Disposition"] = f'attachment; filename="{name}"'
        return answer

    return _issued(request, pk, file)


def _issued(
    request: HttpRequest, pk: int, answer: Callable[[Strategy, Document], HttpResponse]
) -> HttpResponse:
    """The response with the strategy's certificate; without one its page says why."""
    rows = visible(request).select_related("dataset", "memory").defer("state")
    found = seen_or_404(request, pk, rows)
    try:
        issued = certificate_of(found, request.user)
    except REFUSALS as error:
        return back_to(request, pk, explain(error), error=True)
    return answer(found, issued)


@login_required
@require_GET
def trust(request: HttpRequest) -> HttpResponse:
    """What the calibration measured, and for which developments nothing was measured."""
    known = measured()
    return render(
        request,
        "trading/trust.html",
        {"known": known, "curve": curve(known), "later": later_of(known)},
    )


# A certificate for its page: the document's values in words, in reading order.

FIGURES = (
    "sharpe_ratio", "buy_hold_sharpe", "psr", "annual_return", "total_return", "buy_hold_return",
    "max_drawdown", "buy_hold_max_drawdown", "total_trades",
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
    """The variant's figures on a segment, or on the bars of an opening: names and values."""

    name: str
    values: list[tuple[str, str]]


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


BESIDE = ("total_return", "buy_hold_sharpe", "buy_hold_return", "buy_hold_max_drawdown")
"""Figures of the sealed bars that the rows have beside those that the document states."""


def certificate_context(certificate: Document) -> dict[str, Any]:
    """The context of the page."""
    body = certificate[BODY]
    return {
        "sha256": certificate[HASH],
        "costs": costs_in_words(body["strategy"]["constraints"]),
        "told": body,
        "segments": _segments(body),
        "rows": [word(name, "figure") for name in FIGURES],
        "columns": _columns(body),
        "gates": [GateLine(GateOutcome(**gate)) for gate in body["gates"]],
        "pass_score": body["profile"].get("pass_score"),
        "looks": [_look(one) for one in body["holdout"]],
        "decisions": [{**one, "at": _time(one["at"])} for one in body["decisions"]],
        "rounds": body["iterations"][-ROUNDS:],
        "rounds_before": max(0, len(body["iterations"]) - ROUNDS),
        "ledger": body["trials"].get("ledger"),
        "codes": sorted({run["code_version"] for run in body["strategy"]["runs"]} - {""}),
        "began": _time(body["strategy"]["created_at"]),
        "parameters": _parameters(body["variant"] or {}),
        "not_said": [
            _("It says what was computed from stored past prices, not what will be earned."),
            _("It vouches that the prices are those of their hash, not that they are right."),
            _("Trials outside of this installation are not counted."),
        ],
    }


def _parameters(variant: Document) -> Document:
    """The values of a variant's parameters by their names in words."""
    template = variant.get("template") or ""
    return {
        parameter_word(name, template): value
        for name, value in variant.get("parameters", {}).items()
    }


def _segments(body: Document) -> list[Segment]:
    return [
        Segment(word(name, "segment"), _time(one["from"]), _time(one["to"]), one["bars"])
        for name, one in body["data"]["segments"].items()
    ]


def _columns(body: Document) -> list[SegmentColumn]:
    """Train and validation; then each look at the sealed bars for the certified variant."""
    own = body["variant"] or {}
    place = (own.get("iteration"), own.get("index"))
    opened = [
        one
        for one in body["holdout"]
        if one["variant"] and (one["variant"]["iteration"], one["variant"]["index"]) == place
    ]
    beside = _beside([one["id"] for one in opened])
    seen = [
        (
            _("second look") if one["second_look"] else segment_word("holdout"),
            one["figures"] | beside.get(one["id"], {}),
        )
        for one in opened
    ]
    before = [(word(name, "segment"), one) for name, one in body["figures"].items() if one]
    return [
        SegmentColumn(
            name, [(word(each, "figure"), figure(one.get(each), each)) for each in FIGURES]
        )
        for name, one in [*before, *seen]
    ]


def _beside(openings: list[int]) -> dict[int, Document]:
    rows = HoldoutOpening.objects.filter(pk__in=openings)
    found = {row.pk: Recorded().seen(row) for row in rows.select_related("backtest", "second_look")}
    return {
        pk: {name: figures[name] for name in BESIDE if name in figures}
        for pk, figures in found.items()
        if figures
    }


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
        psr=probability(figures["psr"], 0),
        mark=mark,
        together=percent(figures["combined_p"], 2) if "combined_p" in figures else "",
    )


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text)
