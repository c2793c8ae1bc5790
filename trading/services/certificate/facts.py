"""What a certificate states of the development: asked for, stored, decided."""

from __future__ import annotations

import platform
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import config
from config.runs.models import Run
from config.runs.version import code_version
from hypotheses.models import Hypothesis
from hypotheses.services.deviations import told
from hypotheses.services.registration_content import moment
from trading.domain.calculation import FIRST
from trading.domain.certificate import Document
from trading.models import Strategy
from trading.services.certificate.sources import CertificateSource
from trading.services.preregistration import registered
from trading.services.submit import KIND

LIBRARIES = ("arch", "backtesting", "numba", "numpy", "pandas", "scipy")
"""Those that decide numbers."""
_LIMITS = (
    "max_iterations", "max_strategy_iterations", "max_research_iterations", "variants_wanted",
)  # fmt: skip


def asked(strategy: Strategy) -> Document:
    """What was asked for, and under which limits."""
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
        "deviations": [told(each) for each in found.deviations],
    }


def memory(strategy: Strategy, source: CertificateSource) -> Document | None:
    """What was recalled."""
    row = strategy.memory
    if row is None:
        return None
    return {"sha256": source.memory_hash(strategy), "lessons": len(row.content)}


def versions() -> Document:
    """What the certificate is made with."""
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
