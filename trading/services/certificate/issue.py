"""A certificate put together: pure but for the rows it reads."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from config.desk.refusals import Conflict, Missing
from trading.domain.best import best_round
from trading.domain.certificate import Document, sealed
from trading.domain.gates import weighted
from trading.models import Strategy, Variant
from trading.services.certificate import facts, record
from trading.services.certificate.evidence import as_recorded
from trading.services.certificate.sources import SEGMENTS, CertificateSource, Recorded

NOT_SAID = (
    "It says what was computed from stored past prices, not what will be earned.",
    "It does not vouch that the prices are right, only that they are those named by their hash.",
    "Trials outside of this installation are not counted.",
)


def find_certificate(*, strategy_id: int, reader: Any = None) -> Document:
    """The certificate of a development that has ended. Raises Missing, Conflict."""
    rows = Strategy.objects.select_related("dataset", "memory")
    strategy = rows.filter(pk=strategy_id).first()
    if strategy is None:
        raise Missing(_("there is no strategy %(id)s") % {"id": strategy_id})
    return certificate_of(strategy, reader)


def certificate_of(strategy: Strategy, reader: Any = None) -> Document:
    """The same for a strategy at hand. `reader` as in `facts.hypothesis`."""
    if not strategy.final_status:
        raise Conflict(
            _("strategy %(id)s has not ended: there is nothing to certify") % {"id": strategy.pk}
        )
    return sealed(document(strategy, Recorded(), reader))


def document(strategy: Strategy, source: CertificateSource, reader: Any = None) -> Document:
    """What is certified, its numbers from `source`."""
    variant = certified(strategy)
    # First: gates are judged on what it says.
    examined = source.evidence(variant) if variant else None
    return {
        "strategy": facts.asked(strategy),
        "hypothesis": facts.hypothesis(strategy, source, reader),
        "data": facts.data(strategy, source),
        "memory": facts.memory(strategy, source),
        **facts.calculation(strategy),
        "profile": strategy.profile,
        "variant": _variant(variant, source) if variant else None,
        "figures": {name: source.figures(variant, name) for name in SEGMENTS} if variant else {},
        "gates": source.gates(variant) if variant else [],
        "evidence": examined,
        "trials": source.trials(strategy) | as_recorded(strategy, variant),
        "iterations": [_round(row, source) for row in _rounds(strategy)],
        "holdout": record.openings(strategy, source),
        "decisions": record.decisions(strategy),
        "versions": facts.versions(),
        "not_said": list(NOT_SAID),
    }


def certified(strategy: Strategy) -> Variant | None:
    """The variant that a certificate is about: the one decided on, else the one for which the
    holdout was opened, else the best of the round with the highest score."""
    rows = strategy.variants.select_related("strategy__dataset")
    rows = rows.prefetch_related("backtests")
    named = rows.filter(decisions__current=True).first()
    opened = named or rows.filter(backtests__segment="holdout").order_by("-pk").first()
    if opened is not None:
        return opened
    best = best_round(strategy.iterations.all())
    if best is None or best.best_variant_id is None:
        return None
    return rows.filter(pk=best.best_variant_id).first()


def _variant(variant: Variant, source: CertificateSource) -> Document:
    gates = source.gates(variant)
    return {
        **record.place(variant),
        "approach": variant.approach,
        "template": variant.template,
        "spec": variant.spec,
        "spec_hash": source.spec_hash(variant),
        "parameters": variant.parameters,
        "designed_by": variant.designed_by,
        "degraded": variant.degraded,
        "score": weighted((one["score"], one["weight"]) for one in gates),
        "required_passed": all(one["passed"] for one in gates if one["required"]),
    }


def _rounds(strategy: Strategy) -> Any:
    rows = strategy.iterations.order_by("number")
    return rows.select_related("best_variant__strategy__dataset")


def _round(row: Any, source: CertificateSource) -> Document:
    return {
        "number": row.number,
        "carried_out": row.action,
        "decided": row.next_action,
        "failure_class": row.failure_class or None,
        "trajectory": row.convergence or None,
        "best_variant": record.place(row.best_variant) if row.best_variant else None,
        **source.best(row),
    }
