"""The rows of evidence: what examinations found and tried, and the counts of trials."""

from __future__ import annotations

from django.utils.translation import ngettext

from config.runs.port import Rows
from trading.graph.context import Document
from trading.models import ErrorEntry, Evidence, Trial, TrialCount, Variant

_COUNTS = ("raw", "distinct", "inherited", "effective", "unplayed")
_KEPT_ELSEWHERE = ("iteration", "variant_index", "error", "trials")


class EvidenceRows:
    """What the examinations of one strategy leave."""

    strategy_id: int

    def examined_evidence(self, output: Document) -> Rows:
        """What was found about a variant, and every parameter set that it took."""
        iteration, trials = output["iteration"], output["trials"]
        variant = Variant.objects.get(
            strategy_id=self.strategy_id, iteration=iteration, index=output["variant_index"]
        )
        if output["error"]:
            ErrorEntry.objects.create(
                strategy_id=self.strategy_id,
                iteration=iteration,
                node="quality_gate",
                message=f"{variant.name}: {output['error']}{_unreported(output)}",
            )
        document = {name: part for name, part in output.items() if name not in _KEPT_ELSEWHERE}
        row = Evidence(
            variant=variant, error=output["error"], trials=len(trials), document=document
        )
        return Rows([row, *(self._trial(iteration, trial) for trial in trials)])

    def counted(self, output: Document) -> Rows:
        """How much was tried by the round."""
        ledger = output["ledger"]
        document = {name: part for name, part in ledger.items() if name not in _COUNTS}
        return Rows(
            [
                TrialCount(
                    strategy_id=self.strategy_id,
                    iteration=output["iteration"],
                    overfitting=ledger["pbo"]["value"],
                    document=document,
                    **{name: ledger[name] for name in _COUNTS},
                )
            ]
        )

    def _trial(self, iteration: int, trial: Document) -> Trial:
        return Trial(strategy_id=self.strategy_id, iteration=iteration, segment="train", **trial)


def _unreported(output: Document) -> str:
    """How much an examination that failed counts for."""
    count = output.get("unreported", 0)
    if not count:
        return ""
    return " – " + ngettext(
        "what it tried is not known: it counts as %(n)s trial, the most it can be",
        "what it tried is not known: it counts as %(n)s trials, the most they can be",
        count,
    ) % {"n": count}
