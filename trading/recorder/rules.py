"""The rules of trials, kept once for each strategy: figures can be played anew from them."""

from __future__ import annotations

from trading.graph.context import Document
from trading.models import TrialRules


def keep_rules(strategy_id: int, output: Document) -> None:
    """Those of a round's variants, and those that its tuning looked at.

    `rules` is missing in steps that were stored before it was kept: their trials cannot be
    played anew.
    """
    known = {variant["rules_hash"]: variant["spec"] for variant in output["variants"]}
    found = output.get("rules", {}) | known
    TrialRules.objects.bulk_create(
        [TrialRules(strategy_id=strategy_id, rules_hash=key, spec=found[key]) for key in found],
        ignore_conflicts=True,
    )
