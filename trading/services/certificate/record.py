"""What a certificate states of openings, second looks and decisions: who, when and why."""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from hypotheses.services.registration_content import moment
from trading.domain.certificate import Document
from trading.domain.final import outcome
from trading.models import Decision, HoldoutOpening, SecondLook, Strategy
from trading.services.certificate.sources import CertificateSource
from trading.services.marks import openings_before
from trading.services.subject import occasion

FIGURES = ("sharpe_ratio", "psr", "annual_return", "max_drawdown", "total_trades", "final_equity")


def openings(strategy: Strategy, source: CertificateSource) -> list[Document]:
    """Every look that this development, or a person after it, took at its sealed bars."""
    own = Q(backtest__variant__strategy=strategy) | Q(second_look__variant__strategy=strategy)
    rows = HoldoutOpening.objects.filter(own | Q(key__startswith=occasion(strategy)))
    named = ("user", "dataset", "backtest__variant", "second_look__variant", "second_look__user")
    found = rows.select_related(*named).order_by("pk").distinct()
    return [_opening(strategy, row, source) for row in found]


def _opening(strategy: Strategy, row: HoldoutOpening, source: CertificateSource) -> Document:
    look: SecondLook | None = getattr(row, "second_look", None)
    played: Any = look or getattr(row, "backtest", None)
    seen = source.seen(row)
    told = {name: (seen or {}).get(name) for name in FIGURES}
    before, error = openings_before(row), 0.0
    if look is None and (error := strategy.profile.get("final_error", 0.0)):
        told["combined_p"] = (seen or {}).get("combined_p")
    return {
        "id": row.pk,
        "second_look": look is not None,
        "at": moment(row.created_at),
        "by": (look.who if look else row.user and row.user.get_username()) or None,
        "reason": look.reason if look else row.purpose,
        "from": moment(row.first_at),
        "to": moment(row.last_at),
        "data_sha256": row.sha256,
        "spec_hash": row.spec_hash,
        "openings_before": before,
        "variant": place(played.variant) if played else None,
        "figures": told,
        "holds": outcome(told, final_error=error, openings_before=before) == "holds",
    }


def place(variant: Any) -> Document:
    """Which variant of a development it is."""
    return {"iteration": variant.iteration, "index": variant.index, "name": variant.name}


def decisions(strategy: Strategy) -> list[Document]:
    """Every verdict, the oldest first."""
    rows = strategy.decisions.select_related("user", "variant").order_by("created_at", "id")
    return [_decision(row) for row in rows]


def _decision(row: Decision) -> Document:
    taken_back = {"withdrawn": moment(row.withdrawn_at)} if row.withdrawn_at else {}
    return {
        "source": row.source,
        "by": (row.user.get_username() if row.user else row.actor) or None,
        "at": moment(row.created_at),
        "before": row.before or None,
        "after": row.after,
        "variant": place(row.variant) if row.variant else None,
        "reason": row.reason,
        "in_force": row.current,
        **taken_back,
    }
