"""Turns the graph's output into rows. The only writer of what a development produced."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from django.db.models import Model
from django.utils.translation import ngettext

from config.desk.decisions import put_in_force
from config.runs.port import Rows
from trading.graph.context import Document
from trading.models import (
    Backtest,
    Domain,
    ErrorEntry,
    Evidence,
    FactSheet,
    Finding,
    GateOutcome,
    HoldoutOpening,
    Iteration,
    Reading,
    RoundVerdict,
    Strategy,
    StrategyDecision,
    Trial,
    TrialCount,
    TrialRules,
    Variant,
)
from trading.research.sentences import in_other_languages

# The rows of a round: variants, figures, gates, evidence, trials and verdicts.

_FIGURES = (
    "sharpe_ratio", "annual_return", "volatility", "total_return", "max_drawdown", "win_rate",
    "profit_factor", "total_trades", "final_equity",
)  # fmt: skip
_GATE = (
    "name", "segment", "operator", "threshold", "soft", "weight", "required", "value", "score",
    "passed", "margin",
)  # fmt: skip
_SEALED = ("psr", "dropped", "combined_p", "hedged")
_GATE_IF_TOLD = ("reason", "details", "applicable")


class RoundRows:
    """Writes the rows of the rounds of one strategy in one run."""

    strategy_id: int
    run_id: int

    def designed(self, output: Document) -> Rows:
        """The round's variants, and every parameter set that tuning evaluated."""
        iteration = output["iteration"]
        for index, variant in enumerate(output["variants"]):
            row = Variant.objects.create(
                strategy_id=self.strategy_id,
                iteration=iteration,
                index=index,
                parent=self._variant(iteration - 1, variant["parent_index"]),
                expected=variant["expected_performance"],
                designed_by=variant.get("designed_by", "builtin"),
                degraded=variant.get("degraded", False),
                as_written=variant.get("as_written", False),
                words=variant.get("words", {}),
                **{
                    name: variant[name]
                    for name in (
                        "name", "description", "approach", "template", "complexity", "spec",
                        "spec_hash", "code", "parameters", "rationale",
                    )
                },
            )  # fmt: skip
            row.findings.set(self._findings(variant["findings"]))
        keep_rules(self.strategy_id, output)
        self._noted(iteration, "strategy_dev", output)
        return Rows(
            Trial(
                strategy_id=self.strategy_id,
                iteration=iteration,
                source=Trial.Source.TUNING,
                segment="train",
                **trial,
            )
            for trial in output["trials"]
        )

    def backtested(self, output: Document) -> None:
        """A variant's figures on each segment; the variant counts as a trial even if it failed."""
        iteration = output["iteration"]
        variant = self._known(iteration, output["variant_index"])
        segments = output["segments"]
        for segment in ("train", "validation"):
            self._backtest(variant, segment, segments.get(segment, {}), output)
        seen = segments.get("validation", {})
        Trial.objects.create(
            strategy_id=self.strategy_id,
            iteration=iteration,
            source=Trial.Source.BACKTEST,
            segment="validation",
            kind=output["kind"],
            rules_hash=output["rules_hash"],
            parameters=output["parameters"],
            sharpe_ratio=seen.get("sharpe_ratio"),
            total_trades=seen.get("total_trades"),
        )
        if output["error"]:
            self._error(iteration, "parallel_backtest", f"{variant.name}: {output['error']}")
        elif output["note"]:
            self._error(iteration, "parallel_backtest", output["note"])

    def judged(self, output: Document) -> None:
        """The gates of each variant, the round's line of the log, and the holdout if it was
        opened."""
        update, iteration = output["update"], output["iteration"]
        for gates in update["quality_gate_results"]:
            variant = self._known(iteration, gates["variant_index"])
            GateOutcome.objects.bulk_create(
                GateOutcome(variant=variant, **_outcome(row)) for row in gates["criteria"]
            )
            if not gates.get("recheck", {"agrees": True})["agrees"]:
                self._error(
                    iteration, "quality_gate", f"{variant.name}: {gates['recheck']['difference']}"
                )
        best = self._variant(iteration, update["best_variant_index"])
        self._verdicts(self._iteration(update, best), update)
        self._noted(iteration, "quality_gate", output)
        if update.get("holdout") and best is not None:
            self._holdout(best, update["holdout"])

    def _verdicts(self, row: Iteration, update: Document) -> None:
        """The judges' verdicts on the round, where there are several."""
        for subject in RoundVerdict.Subject.values:
            analysis = update[f"{subject}_analysis"] or {}
            RoundVerdict.objects.bulk_create(
                RoundVerdict(iteration=row, subject=subject, **verdict)
                for verdict in analysis.get("judges", ())
            )

    def _iteration(self, update: Document, best: Variant | None) -> Iteration:
        entry = update["iteration_history"][-1]
        path = update["trajectory_analysis"]
        return Iteration.objects.create(
            strategy_id=self.strategy_id,
            run_id=self.run_id,
            number=entry["iteration"],
            research_iteration=entry["research_iteration"],
            strategy_iteration=entry["strategy_iteration"],
            action=entry["action_taken"],
            next_action=entry["next_action"],
            reasoning=update["decision_reasoning"],
            sentences=update.get("decision_sentences", []),
            failure_class=entry["failure_class"] or "",
            convergence=path["convergence_status"] if path else "",
            best_variant=best,
            best_score=entry["best_score"],
            best_sharpe=entry["best_sharpe"],
            improvement=entry["improvement"],
            parameters_changed=entry["parameters_changed"],
            failure=update["failure_analysis"] or {},
            trajectory=path,
            timestamp=datetime.fromisoformat(entry["timestamp"]),
        )

    def _holdout(self, variant: Variant, holdout: Document) -> None:
        opening = HoldoutOpening.objects.get(pk=holdout["opening"])
        row = {"engine": holdout["engine"], "error": "", "attempts": []}
        beside = {name: holdout[name] for name in _SEALED if name in holdout}
        metrics = holdout["metrics"] | beside
        self._backtest(variant, "holdout", metrics, row, opening)

    def _backtest(
        self,
        variant: Variant,
        segment: str,
        metrics: Document,
        output: Document,
        opening: HoldoutOpening | None = None,
    ) -> None:
        Backtest.objects.create(
            variant=variant,
            segment=segment,
            engine=output["engine"],
            error=output["error"],
            attempts=output["attempts"],
            metrics=metrics,
            opening=opening,
            **{name: metrics.get(name) for name in _FIGURES},
        )

    def _variant(self, iteration: int, index: int | None) -> Variant | None:
        if index is None:
            return None
        return Variant.objects.filter(
            strategy_id=self.strategy_id, iteration=iteration, index=index
        ).first()

    def _known(self, iteration: int, index: int) -> Variant:
        return Variant.objects.get(strategy_id=self.strategy_id, iteration=iteration, index=index)

    def _findings(self, names: list[str]) -> list[Any]:
        """The newest findings with those names, `agent/name`."""
        newest = Finding.objects.filter(strategy_id=self.strategy_id).order_by("-id")
        found: dict[str, Any] = {}
        for pk, agent, name in newest.values_list("pk", "agent", "name"):
            found.setdefault(f"{agent}/{name}", pk)
        return [found[name] for name in names if name in found]

    def _noted(self, iteration: int, node: str, output: Document) -> None:
        """Log the parts of a model's answer that were not used."""
        for note in output.get("notes", ()):
            self._error(iteration, node, note)

    def _error(self, iteration: int, node: str, message: str) -> None:
        ErrorEntry.objects.create(
            strategy_id=self.strategy_id, iteration=iteration, node=node, message=message
        )


def _outcome(row: Document) -> Document:
    figures = {name: row[name] for name in _GATE_IF_TOLD if name in row}
    return {name: row[name] for name in _GATE} | figures


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


_COUNTS = ("raw", "distinct", "inherited", "effective", "unplayed")
_KEPT_ELSEWHERE = ("iteration", "variant_index", "error", "trials")


class EvidenceRows:
    """Writes the rows of the examinations of one strategy."""

    strategy_id: int

    def examined_evidence(self, output: Document) -> Rows:
        """The evidence on a variant, and every parameter set that it evaluated."""
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
        """The number of trials at the round."""
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
    """How many trials a failed examination counts for."""
    count = output.get("unreported", 0)
    if not count:
        return ""
    return " – " + ngettext(
        "what it tried is not known: it counts as %(n)s trial, the most it can be",
        "what it tried is not known: it counts as %(n)s trials, the most they can be",
        count,
    ) % {"n": count}


# Verdicts on a development: appended, one of them in force.


def verdict(strategy: Strategy, state: Mapping[str, Any], asked_at: datetime) -> StrategyDecision:
    """What the gates, or the limits, made of a development: its run's own decision.

    The variant is the one that passed; an end without a strategy names none.
    """
    passed = strategy.final_status == Strategy.Final.SUCCESS
    forced = strategy.final_status == Strategy.Final.MAX_ITERATIONS
    return put_in_force(
        strategy.decisions,
        source=StrategyDecision.Source.FORCED if forced else StrategyDecision.Source.AGENT,
        after=strategy.final_status,
        reason=strategy.final_message,
        variant=_passed(strategy, state) if passed else None,
        yields_to_persons_since=asked_at,
    )


def _passed(strategy: Strategy, state: Mapping[str, Any]) -> Variant:
    return strategy.variants.get(
        iteration=state["current_iteration"], index=state["best_variant_index"]
    )


# The rows of a round of research.

_FINDING = (
    "agent", "domain", "status", "name", "value", "unit", "n_obs", "signal", "confidence",
    "p_value", "significant", "interpretation", "data_ref", "params",
)  # fmt: skip
_READING = ("judge", "points", "text", "caution", "struck", "degraded", "carried")


class ResearchRows:
    """Findings and fact sheets of one strategy; the ledger inserts those of all agents at once."""

    strategy_id: int

    def examined(self, output: Document) -> Rows:
        """One agent's findings, and what a model read in them."""
        rows: Rows = Rows(
            Finding(
                strategy_id=self.strategy_id,
                research_iteration=output["research_iteration"],
                sentence=(sentence := finding.get("sentence", {})),  # the cache may have none
                words=in_other_languages(finding["interpretation"], sentence),
                **{name: finding[name] for name in _FINDING},
            )
            for finding in output["findings"]
        )
        return Rows([*rows, *self._read(output, Reading.Part.AGENT, output["agent"])])

    def synthesized(self, output: Document) -> Rows:
        """One domain's fact sheet."""
        sheet = output["sheet"]
        row = FactSheet(
            strategy_id=self.strategy_id,
            research_iteration=output["research_iteration"],
            domain=sheet["domain"],
            with_data=sheet["coverage"]["with_data"],
            of=sheet["coverage"]["of"],
            signal=sheet["signal"],
            confidence=sheet["confidence"],
            text=sheet["text"],
            content=sheet,
        )
        return Rows([row, *self._read(output, Reading.Part.SHEET, sheet["domain"])])

    def led(self, output: Document) -> Rows:
        """The result over all domains."""
        number = output["research_iteration"]
        sheets = FactSheet.objects.filter(strategy_id=self.strategy_id, research_iteration=number)
        counts = list(sheets.order_by().values_list("with_data", "of"))
        row = FactSheet(
            strategy_id=self.strategy_id,
            research_iteration=number,
            domain=Domain.OVERALL,
            with_data=sum(seen for seen, _ in counts),
            of=sum(of for _, of in counts),
            confidence=output["lead"]["confidence"],
            text=output["lead"]["synthesis"],
            content=output["lead"],
        )
        return Rows([row, *self._read(output, Reading.Part.LEAD, Domain.OVERALL)])

    def _read(self, output: Document, part: Reading.Part, name: str) -> Iterator[Model]:
        """A reading and, where needed, a line of the error log."""
        reading = output.get("reading")
        if reading is None:
            return
        yield Reading(
            strategy_id=self.strategy_id,
            research_iteration=output["research_iteration"],
            part=part,
            name=name,
            **{field: reading[field] for field in _READING},
        )
        if reading["note"] and not reading["carried"]:
            yield ErrorEntry(
                strategy_id=self.strategy_id,
                iteration=output["iteration"],
                node="research_swarm",
                message=reading["note"],
            )


class StrategyRecorder(ResearchRows, RoundRows, EvidenceRows):
    """Records one run of one strategy. Each method runs in its step's transaction."""

    def __init__(self, strategy_id: int, run_id: int) -> None:
        self.strategy_id = strategy_id
        self.run_id = run_id


def keep_state(strategy_id: int, state: Any) -> None:
    """Store the workflow's state after a node, for people and for a later extension."""
    Strategy.objects.filter(pk=strategy_id).update(state=dict(state))
