"""Puts a certificate together; apart from reading rows it is pure."""

from __future__ import annotations

import platform
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

import config
from config.desk.refusals import Conflict, Missing
from config.runs.models import Run
from config.runs.version import code_version
from hypotheses.models import Hypothesis
from hypotheses.services.preregister import deviation_row, moment
from trading.domain.calculation import FIRST
from trading.domain.certificate import Document, sealed
from trading.domain.gates import best_round, outcome, weighted
from trading.models import HoldoutOpening, SecondLook, Strategy, StrategyDecision, Variant
from trading.services.certificate.sources import SEGMENTS, CertificateSource, Recorded, as_recorded
from trading.services.opening_marks import openings_before
from trading.services.page_facts import registered
from trading.services.subject import occasion
from trading.services.submit import KIND

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
    """The certified content, with its numbers from `source`."""
    variant = certified(strategy)
    # First: gates are judged on its result.
    examined = source.evidence(variant) if variant else None
    return {
        "strategy": request_of(strategy),
        "hypothesis": hypothesis(strategy, source, reader),
        "data": data(strategy, source),
        "memory": memory(strategy, source),
        **calculation(strategy),
        "profile": strategy.profile,
        "variant": _variant(variant, source) if variant else None,
        "figures": {name: source.figures(variant, name) for name in SEGMENTS} if variant else {},
        "gates": source.gates(variant) if variant else [],
        "evidence": examined,
        "trials": source.trials(strategy) | as_recorded(strategy, variant),
        "iterations": [_round(row, source) for row in _rounds(strategy)],
        "holdout": openings(strategy, source),
        "decisions": decisions(strategy),
        "versions": versions(),
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
        **place(variant),
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
        "best_variant": place(row.best_variant) if row.best_variant else None,
        **source.best(row),
    }


FIGURES = ("sharpe_ratio", "psr", "annual_return", "max_drawdown", "total_trades", "final_equity")


def openings(strategy: Strategy, source: CertificateSource) -> list[Document]:
    """Every opening of the sealed bars by this development, or by a person after it."""
    own = Q(backtest__variant__strategy=strategy) | Q(second_look__variant__strategy=strategy)
    rows = HoldoutOpening.objects.filter(own | Q(key__startswith=occasion(strategy)))
    named = ("user", "dataset", "backtest__variant", "second_look__variant", "second_look__user")
    found = rows.select_related(*named).order_by("pk").distinct()
    return [_opening(strategy, row, source) for row in found]


def _opening(strategy: Strategy, row: HoldoutOpening, source: CertificateSource) -> Document:
    look: SecondLook | None = getattr(row, "second_look", None)
    played: Any = look or getattr(row, "backtest", None)
    seen = source.seen(row)
    figures = {name: (seen or {}).get(name) for name in FIGURES}
    before, error = openings_before(row), 0.0
    if look is None and (error := strategy.profile.get("final_error", 0.0)):
        figures["combined_p"] = (seen or {}).get("combined_p")
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
        "figures": figures,
        "holds": outcome(figures, final_error=error, openings_before=before) == "holds",
    }


def place(variant: Any) -> Document:
    """Which variant of a development it is."""
    return {"iteration": variant.iteration, "index": variant.index, "name": variant.name}


def decisions(strategy: Strategy) -> list[Document]:
    """Every verdict, the oldest first."""
    rows = strategy.decisions.select_related("user", "variant").order_by("created_at", "id")
    return [_decision(row) for row in rows]


def _decision(row: StrategyDecision) -> Document:
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


LIBRARIES = ("arch", "backtesting", "numba", "numpy", "pandas", "scipy")
"""The request, and its limits."""
_LIMITS = (
    "max_iterations", "max_strategy_iterations", "max_research_iterations", "variants_wanted",
)  # fmt: skip


def request_of(strategy: Strategy) -> Document:
    """The request's limits and parameters."""
    return {
        "id": strategy.pk,
        "ticker": strategy.ticker,
        "objective": strategy.objective,
        "language": strategy.language,
        "masked": strategy.masked,
        "seed": strategy.seed,
        "limits": {name: getattr(strategy, name) for name in _LIMITS},
        "constraints": strategy.constraints,
        "forked_from": strategy.forked_from_id,
        "created_at": moment(strategy.created_at),
        "status": strategy.final_status or None,
        "runs": list(_runs(strategy)),
    }


def calculation(strategy: Strategy) -> Document:
    """The version of the rules of its figures; certificates of the first name none."""
    return {"calculation": strategy.calculation} if strategy.calculation > FIRST else {}


def _runs(strategy: Strategy) -> Any:
    rows = Run.objects.filter(kind=KIND, subject_id=strategy.pk).order_by("pk")
    return rows.values("id", "status", "code_version")


def data(strategy: Strategy, source: CertificateSource) -> Document:
    """The prices: which, from where, and where each segment lies."""
    row = strategy.dataset
    return {
        "ticker": row.ticker,
        "version": row.version,
        "source": row.source,
        "licence": row.licence,
        "adjusted": row.adjusted,
        "frequency": row.frequency,
        "bars_per_year": row.bars_per_year,
        "from": strategy.date_from and strategy.date_from.isoformat(),
        "to": strategy.date_to and strategy.date_to.isoformat(),
        **source.data(strategy),
        "other": [
            {"kind": one.kind, "version": one.version, "sha256": one.sha256}
            for one in strategy.auxiliary.defer("content").order_by("kind", "version")
        ],
    }


def hypothesis(strategy: Strategy, source: CertificateSource, reader: Any) -> Document | None:
    """The hypothesis that is tested and its pre-registration, for whoever may see it.

    `reader` is None for who holds the database, False for somebody who may not see it. Of an erased
    one nothing is said but its number.
    """
    if strategy.hypothesis_id is None:
        return None
    rows = Hypothesis.objects.all() if reader is None else seen_by(reader)
    row = rows.filter(pk=strategy.hypothesis_id).first()
    if row is None:
        return {"id": strategy.hypothesis_id, "withheld": True}
    if row.erased_at is not None:
        return {"id": row.pk, "erased": True}
    last = row.versions.order_by("-number").values("number", "question").first()
    return {"id": row.pk, **(last or {}), "preregistration": _registration(strategy, source)}


def seen_by(reader: Any) -> Any:
    """The hypotheses that a reader may see."""
    return Hypothesis.objects.visible_to(reader) if reader else Hypothesis.objects.none()


def _registration(strategy: Strategy, source: CertificateSource) -> Document | None:
    found = registered(strategy)
    if found is None:
        return None
    return {
        "number": found.row.number,
        "sha256": source.registration_hash(found.row),
        "at": moment(found.row.created_at),
        "before_start": found.before,
        "deviations": [deviation_row(each) for each in found.deviations],
    }


def memory(strategy: Strategy, source: CertificateSource) -> Document | None:
    """What was recalled."""
    row = strategy.memory
    if row is None:
        return None
    return {"sha256": source.memory_hash(strategy), "lessons": len(row.content)}


def versions() -> Document:
    """The versions of the software."""
    return {
        "crivo": config.__version__,
        "code": code_version(),
        "python": platform.python_version(),
        **{name: _version(name) for name in LIBRARIES},
    }


@cache
def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
