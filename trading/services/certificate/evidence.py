"""The part of a certificate that is evidence, as it is recorded; and the gates on it."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from trading.domain.certificate import Document
from trading.domain.criteria import Profile
from trading.domain.gates import GateResult, evaluate
from trading.graph import figures
from trading.models import Evidence, Strategy, TrialCount, Variant

OF_GATES = ("reason", "details", "applicable")
"""What gates say beside their numbers where evidence is judged."""
COUNTS = ("raw", "distinct", "inherited", "effective", "unplayed")
_LEFT_OUT = ("trials", "attempts", "iteration", "variant_index")
"""Of an examination: its trials are rows of the ledger, its attempts tell of the machine."""


def recorded(variant: Variant) -> Document | None:
    """The examination of a variant as it is kept."""
    row = Evidence.objects.filter(variant=variant).first()
    return told({**row.document, "error": row.error}) if row is not None else None


def told(document: Document) -> Document:
    """What of an examination a certificate states."""
    return {name: value for name, value in document.items() if name not in _LEFT_OUT}


def last_count(strategy: Strategy) -> TrialCount | None:
    """The newest count of trials of a development."""
    return TrialCount.objects.filter(strategy=strategy).order_by("-iteration").first()


def examined_by(strategy: Strategy, count: TrialCount) -> QuerySet[Evidence]:
    """The examinations of the round that a count was made by."""
    rows = Evidence.objects.select_related("variant").order_by("variant__index")
    return rows.filter(variant__strategy=strategy, variant__iteration=count.iteration)


def as_recorded(strategy: Strategy, certified: Variant | None) -> Document:
    """The examined variants beside the certified one, on whose moments, as they are recorded, the
    newest count rests, too: they are not examined anew. Nothing without a count."""
    count = last_count(strategy)
    if count is None:
        return {}
    rows = [row.variant for row in examined_by(strategy, count) if row.variant != certified]
    return {"as_recorded": [{"iteration": one.iteration, "index": one.index} for one in rows]}


def count_of(variant: Variant) -> TrialCount | None:
    """The count of the round that judged a variant."""
    rows = TrialCount.objects.filter(strategy=variant.strategy_id, iteration=variant.iteration)
    return rows.first()


def as_ledger(row: TrialCount | None) -> Document | None:
    """A count as it was told when it was made."""
    if row is None:
        return None
    return {**row.document, **{name: getattr(row, name) for name in COUNTS}}


def judged(
    profile: Profile, played: Document, trials: int, examined: Document | None,
    ledger: Document | None, variant: Variant,
) -> GateResult:  # fmt: skip
    """The gates on the figures of a variant, as the graph's node judges them."""
    one: Document = _share_of_error(variant) | {
        "trials": trials,
        "trial_ledger": None,
        "backtest_results": [{"segments": played}],
        "evidence": [examined],
    }
    if ledger is not None:
        known = ledger.get("variants", {})
        one["trial_ledger"] = ledger | {"variants": {"0": known.get(str(variant.index)) or {}}}
    state: Any = one
    return evaluate(profile, *figures.judged(state, profile, 0))


def final_p(
    examined: Document | None, ledger: Document | None, holdout: Document, variant: Variant
) -> float | None:
    """The last test of a variant, as the graph's node makes it."""
    state: Any = _share_of_error(variant) | {
        "trials": 1, "trial_ledger": ledger, "evidence": [examined],
    }  # fmt: skip
    return figures.final_p(state, 0, holdout)


def _share_of_error(variant: Variant) -> Document:
    """Of the state, whether a variant is judged as it was handed in, or beside one that is."""
    handed_in = Variant.objects.filter(strategy=variant.strategy_id, as_written=True).exists()
    return {
        "strategy_variants": [{"as_written": variant.as_written}],
        "iteration_history": [{"as_written": handed_in}],
    }
