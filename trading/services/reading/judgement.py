"""The variants that a development is judged by, with their gates and figures."""

from __future__ import annotations

from collections.abc import Sequence

from trading.domain.best import ranked_rounds
from trading.models import Iteration, Strategy, Variant

FEW = 3


def judged_variants(strategy: Strategy, iterations: Sequence[Iteration]) -> list[Variant]:
    """The best by gate score, at most FEW, and those that were decided on or played on the
    holdout; the best first, with gates and backtests."""
    best = [row.best_variant_id for row in ranked_rounds(iterations)]
    order = list(dict.fromkeys(best))[:FEW]
    standing = strategy.decisions.filter(withdrawn_at=None).exclude(variant=None)
    decided = standing.values_list("variant", flat=True)
    played = strategy.variants.filter(backtests__segment="holdout").values_list("pk", flat=True)
    every = dict.fromkeys([*order, *decided, *played])
    wanted = [pk for pk in every if pk is not None]
    rows = strategy.variants.filter(pk__in=wanted).prefetch_related("gates", "backtests")
    place = {pk: at for at, pk in enumerate(wanted)}
    return sorted(rows, key=lambda row: place[row.pk])
