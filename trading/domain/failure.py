"""Why a round failed, from its numbers: the class, the cause, what to do about it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from trading.domain.gates import CriterionResult, GateResult
from trading.domain.types import FailureClass

# Why a variant that passed the cheap gates is not believed: what its evidence says.

NOISE = 0.5
"""What noise gives: of the probability of overfitting, and of random entries doing as well."""

_KINDS = 2  # different kinds whose entries are no better than random, before it is believed
_ALSO_PLAYED = ("sharpe_ratio", "psr", "total_trades", "max_drawdown", "total_return")
_WALKED = ("sharpe_ratio", "permutation_p", "double_cost_sharpe", "efficiency", "dsr", "luck_p",
           "appraisal_ratio")  # fmt: skip


class _Case:
    """The best of the examined variants, by what it missed."""

    def __init__(self, attempt: Attempt, evidence: EdgeEvidence) -> None:
        self.attempt, self.evidence = attempt, evidence
        self.missed = {
            (result.criterion.segment, result.criterion.name): result
            for result in attempt.gates.missed
        }
        self.walked: Mapping[str, Any] = attempt.figures.get("walk_forward", {})

    @property
    def unjudged(self) -> bool:
        """Whether required gates could not be judged, and none was missed."""
        gates = self.attempt.gates
        return not any(one.criterion.required for one in gates.missed) and any(
            one.criterion.required for one in gates.unjudged
        )

    def missed_walk(self, name: str) -> CriterionResult | None:
        """A gate of the joined out-of-sample returns, if it was missed."""
        return self.missed.get(("walk_forward", name))

    @property
    def missed_luck(self) -> bool:
        """Whether what it earns beyond the market may be luck: what one calibrated test asks."""
        return self.missed_walk("luck_p") is not None

    @property
    def overfitting(self) -> float | None:
        """The probability of overfitting over all trials, if its gate was missed."""
        found = self.missed.get(("trials", "pbo"))
        return found.value if found else None

    @property
    def faded(self) -> bool:
        """Whether out of sample little is left of what tuning saw: the part it keeps, or the
        Sharpe ratio beside that of train."""
        kept = self.missed_walk("efficiency")
        if kept is not None and kept.value is not None:
            return True
        train, later = self.attempt.sharpe("train"), self.attempt.sharpe("walk_forward")
        return bool(train and later is not None and train > 0 and later < CARRIES_OVER * train)

    @property
    def near(self) -> bool:
        """Whether all it missed was missed by little, and it does not stand on a peak."""
        peak = ("before_holdout", "plateau") in self.missed
        return not peak and all(result.score >= NEAR for result in self.missed.values())

    def values(self) -> dict[str, Any]:
        """The numbers that the sentences name."""
        luck = self.attempt.gates
        of_tries = ("dsr", "luck_p")
        deflated = next((one for one in luck.results if one.criterion.name in of_tries), None)
        plateau = self.missed.get(("before_holdout", "plateau"))
        short = self.missed_walk("enough_evidence")
        told = {name: self.walked.get(name) for name in _WALKED if name != "sharpe_ratio"}
        details: Mapping[str, float] = short.details if short else {}
        return told | {
            "train": self.attempt.sharpe("train"),
            "validation": self.attempt.sharpe("validation"),
            "forward": self.attempt.sharpe("walk_forward"),
            "kind": self.attempt.kind,
            "pbo": self.overfitting,
            "plateau": plateau.value if plateau else None,
            "tries": _tries(deflated.details) if deflated else None,
            "trades": _whole(details.get("trades", self.walked.get("total_trades"))),
            "bars": _whole(details.get("bars")),
            "needed": _whole(details.get("needed")),
            "needed_bars": _whole(details.get("needed_bars")),
            "name": self.attempt.name,
            "score": self.attempt.gates.score,
            "luck": self.evidence.luck,
            "edge": self.evidence.untried_edge,
            "untried": self.evidence.kinds_untried,
            "missed": [_code(result) for result in self.attempt.gates.missed],
            "unjudged": [_code(result) for result in self.attempt.gates.unjudged],
        }


def unproven(examined: Sequence[Attempt], evidence: EdgeEvidence) -> Diagnosis:
    """The diagnosis of the best examined variant; one that peeks counts only if all do."""
    honest = [one for one in examined if not _mismatches(one)]
    case = _Case(max(honest or examined, key=_kind_rank), evidence)
    values = case.values()
    if not honest:
        told = values | {"mismatches": _whole(_mismatches(case.attempt))}
        return Diagnosis("ALGORITHM_BUG", "look_ahead", told, ("no_look_ahead",))
    for finds, said in _CAUSES:
        if finds(case):
            return said(values)
    return Diagnosis("DESIGN_FLAW", "weak", values, ("regime_filter", "volatility_target"))


def _mismatches(attempt: Attempt) -> float | None:
    found: float | None = attempt.figures.get("before_holdout", {}).get("look_ahead")
    return found


def _random(case: _Case) -> bool:
    """Nothing that agents found is significant, and of no kind do the entries beat random ones."""
    chances = case.evidence.chances
    tried = len(chances) >= _KINDS and all(chance > NOISE for chance in chances.values())
    return tried and case.evidence.enough_kinds and not case.evidence.significant


def _too_little(case: _Case) -> bool:
    found = case.missed_walk("enough_evidence")
    return found is not None and found.value is None


def _too_little_said(values: dict[str, Any]) -> Diagnosis:
    if values["needed_bars"] is not None:
        return Diagnosis("DESIGN_FLAW", "short_record", values, ("more_history", "trade_more"))
    return Diagnosis("DESIGN_FLAW", "too_few_trades", values, ("trade_more", "more_history"))


# What a failed round is judged by, and what is said of it.

WORKS = 0.3
"""An annual Sharpe ratio on train below which a rule did not even work where it was made."""

CARRIES_OVER = 0.5
"""The share of the train Sharpe ratio that validation must show, or the rule was overfitted."""

NEAR = 0.5
"""A gate score from which a rule is worth tuning."""


@dataclass(frozen=True)
class Attempt:
    """What one variant came to. Figures by segment; Sharpe ratios are annual."""

    kind: str
    gates: GateResult
    figures: Mapping[str, Mapping[str, Any]]
    error: str = ""
    name: str = ""

    def sharpe(self, segment: str) -> float | None:
        """The annual Sharpe ratio on a segment."""
        return self.figures.get(segment, {}).get("sharpe_ratio")

    @property
    def examined(self) -> bool:
        """Whether it passed the cheap gates, so that there is evidence."""
        return "walk_forward" in self.figures

    @property
    def unpaid(self) -> int:
        """The most entries dropped on train or validation where the cash paid for no entry."""
        segments = [self.figures.get(name, {}) for name in ("train", "validation")]
        return max(0 if one.get("total_trades") else one.get("dropped") or 0 for one in segments)

    @property
    def traded(self) -> bool:
        """Whether it ran and traded at all on train."""
        return not self.error and bool(self.figures.get("train", {}).get("total_trades"))


@dataclass(frozen=True)
class EdgeEvidence:
    """What speaks for there being an edge at all.

    `luck` is the best annual train Sharpe ratio that the tries so far would show without skill,
    `best_train` the best that any variant of the run shows; `chances` the lowest probability, by
    kind, that random entries do as well as a rule of it. `kinds_allowed` are the kinds of rule that
    the objective, the constraints and the bars leave; none where nobody says.
    """

    significant: bool
    kinds_tried: frozenset[str]
    luck: float
    research_iteration: int
    untried_edge: str = ""
    chances: Mapping[str, float] = field(default_factory=dict)
    kinds_allowed: frozenset[str] = frozenset()
    best_train: float | None = None

    @property
    def kinds_untried(self) -> list[str]:
        """The kinds that are allowed and of which no rule was tried, by name."""
        return sorted(self.kinds_allowed - self.kinds_tried)

    @property
    def enough_kinds(self) -> bool:
        """Whether so many kinds were tried that there may be no edge: half of those allowed."""
        return len(self.kinds_untried) * 2 <= len(self.kinds_allowed)

    def beats_luck(self, ratio: float) -> bool:
        """Whether an annual Sharpe ratio on train is more than luck, or research has an edge."""
        return self.significant or ratio >= self.luck


@dataclass(frozen=True)
class Diagnosis:
    """A failure's class and its cause, a code; `actions` are codes of what to do, in order.

    `values` are the numbers that the cause rests on.
    """

    failure_class: FailureClass
    cause: str
    values: Mapping[str, Any] = field(default_factory=dict)
    actions: tuple[str, ...] = ()


def or_worst(figure: float | None) -> float:
    """A ratio to compare by: one that is undefined is below all others."""
    return float("-inf") if figure is None else figure


_Say = Callable[[dict[str, Any]], Diagnosis]
_CAUSES: Sequence[tuple[Callable[[_Case], bool], _Say]] = (
    (
        _random,
        lambda values: Diagnosis("FUNDAMENTAL_IMPOSSIBILITY", "random_entries", values, ("stop",)),
    ),
    (_too_little, _too_little_said),
    (
        lambda case: case.unjudged,
        lambda values: Diagnosis("DESIGN_FLAW", "unjudged", values, ("trade_more", "more_history")),
    ),
    (
        lambda case: or_worst(case.overfitting) > NOISE,
        lambda values: Diagnosis("DESIGN_FLAW", "overfitted_line", values, ("other_kind",)),
    ),
    (
        lambda case: case.faded and bool(case.evidence.untried_edge),
        lambda values: Diagnosis("DESIGN_FLAW", "untried_edge", values, ("try_edge",)),
    ),
    (
        lambda case: case.faded,
        lambda values: Diagnosis(
            "DESIGN_FLAW", "overfit_forward", values, ("simplify", "regime_filter")
        ),
    ),
    (
        lambda case: case.near,
        lambda values: Diagnosis("PARAMETER_ISSUE", "near_plateau", values, ("tune",)),
    ),
    (
        lambda case: ("before_holdout", "plateau") in case.missed,
        lambda values: Diagnosis("PARAMETER_ISSUE", "peak", values, ("tune",)),
    ),
    (
        lambda case: case.missed_luck and case.missed_walk("double_cost_sharpe") is None,
        lambda values: Diagnosis("RESEARCH_GAP", "luck_beyond", values, ("research_otherwise",)),
    ),
    (
        lambda case: case.missed_walk("permutation_p") is not None,
        lambda values: Diagnosis(
            "RESEARCH_GAP", "entries_by_chance", values, ("research_otherwise",)
        ),
    ),
    (
        lambda case: case.missed_walk("double_cost_sharpe") is not None,
        lambda values: Diagnosis("DESIGN_FLAW", "costs", values, ("trade_less",)),
    ),
    (
        lambda case: case.missed_walk("dsr") is not None,
        lambda values: Diagnosis("RESEARCH_GAP", "luck_forward", values, ("research_otherwise",)),
    ),
)
"""What is looked at, in this order: the first that fits is the cause."""


def _kind_rank(attempt: Attempt) -> tuple[bool, float, float]:
    return *attempt.gates.rank, or_worst(attempt.sharpe("walk_forward"))


def _code(result: CriterionResult) -> str:
    """A gate's figure; one that backtests have, too, with where it is of."""
    name, forward = result.criterion.name, result.criterion.segment == "walk_forward"
    return f"forward_{name}" if forward and name in _ALSO_PLAYED else name


def _tries(details: Mapping[str, float]) -> int | None:
    return _whole(details.get("trials", details.get("tries")))


def _whole(value: float | None) -> int | None:
    return None if value is None else int(value)


__all__ = ["Attempt", "Diagnosis", "EdgeEvidence", "diagnose"]

_ENOUGH_RESEARCH = 2  # rounds of research before "there is no edge" is believed
_ENOUGH_KINDS = 3  # different kinds of rule tried before "nothing works" is believed


def diagnose(attempts: Sequence[Attempt], evidence: EdgeEvidence) -> Diagnosis:
    """The class of a round in which nothing passed."""
    if not attempts:
        return Diagnosis("FUNDAMENTAL_IMPOSSIBILITY", "no_variants", {}, ("relax",))
    working = [attempt for attempt in attempts if attempt.traded]
    if not working:
        return _broken(attempts)
    judged = any(attempt.sharpe("validation") is not None for attempt in working)
    if not judged and any(attempt.unpaid for attempt in working):
        return _too_dear(working)
    examined = [attempt for attempt in working if attempt.examined]
    if examined:  # the best of the round passed all that comes before
        return unproven(examined, evidence)
    if all(attempt.sharpe("train") is None for attempt in working):
        return _unjudged(max(working, key=_rank))
    train = max(or_worst(attempt.sharpe("train")) for attempt in working)
    if train < WORKS or not evidence.beats_luck(train):
        return _nothing(train, evidence)
    # One that shines on validation alone was lucky there: it is not the one to build on.
    works = [one for one in working if or_worst(one.sharpe("train")) >= WORKS]
    return _short(max(works, key=_rank), evidence)


def _broken(attempts: Sequence[Attempt]) -> Diagnosis:
    errors = [attempt.error for attempt in attempts if attempt.error]
    if errors:
        values = {"failed": len(errors), "of": len(attempts), "error": errors[0]}
        return Diagnosis("ALGORITHM_BUG", "errors", values, ("mend_error",))
    if any(attempt.unpaid for attempt in attempts):
        return _too_dear(attempts)
    return Diagnosis("ALGORITHM_BUG", "no_trades", {"of": len(attempts)}, ("loosen_entry",))


def _too_dear(attempts: Sequence[Attempt]) -> Diagnosis:
    """Whole units cost more than the cash: the rules were not tried, on train or on validation."""
    values = {"dropped": max(attempt.unpaid for attempt in attempts)}
    return Diagnosis("FUNDAMENTAL_IMPOSSIBILITY", "too_dear", values, ("fractions", "more_cash"))


def _nothing(train: float, evidence: EdgeEvidence) -> Diagnosis:
    """No rule of the round worked on the very data it was made on, or none better than luck."""
    best = max(train, or_worst(evidence.best_train))  # of the run
    values = {
        "train": train if math.isfinite(train) else None,
        "best_train": best if math.isfinite(best) else None,
        "luck": evidence.luck,
        "kinds": len(evidence.kinds_tried),
        "untried": evidence.kinds_untried,
        "rounds": evidence.research_iteration,
    }
    if evidence.untried_edge:
        untried = values | {"edge": evidence.untried_edge}
        return Diagnosis("DESIGN_FLAW", "untried_edge", untried, ("try_edge",))
    looked = evidence.research_iteration >= _ENOUGH_RESEARCH and evidence.enough_kinds
    hopeless = best < WORKS or not evidence.beats_luck(best)
    several = len(evidence.kinds_tried) >= _ENOUGH_KINDS
    if not evidence.significant and looked and several and hopeless:
        return Diagnosis("FUNDAMENTAL_IMPOSSIBILITY", "no_edge", values, ("stop",))
    return Diagnosis("RESEARCH_GAP", "nothing_works", values, ("research_otherwise",))


def _unjudged(best: Attempt) -> Diagnosis:
    """What it came to says nothing about it: its returns do not vary, or it did not trade."""
    names = [result.criterion.name for result in best.gates.unjudged]
    values = {"unjudged": names, "train": best.sharpe("train")}
    return Diagnosis("DESIGN_FLAW", "unjudged", values, ("trade_more", "more_history"))


def _short(best: Attempt, evidence: EdgeEvidence) -> Diagnosis:
    """The best of the rules that work on train; what keeps it from passing on validation."""
    train, validation = or_worst(best.sharpe("train")), best.sharpe("validation")
    missed = [result.criterion.name for result in best.gates.missed]
    if best.sharpe("validation") is None:
        return _unjudged(best)
    values: dict[str, Any] = {
        "train": train,
        "validation": validation,
        "name": best.name,
        "score": best.gates.score,
        "luck": evidence.luck,
        "missed": missed,
    }
    if or_worst(validation) < CARRIES_OVER * train:
        if evidence.untried_edge:
            untried = values | {"edge": evidence.untried_edge}
            return Diagnosis("DESIGN_FLAW", "untried_edge", untried, ("try_edge",))
        return Diagnosis("DESIGN_FLAW", "overfit", values, ("simplify", "regime_filter"))
    required = [result.criterion for result in best.gates.missed if result.criterion.required]
    if not required and any(result.criterion.required for result in best.gates.unjudged):
        return _unjudged(best)
    if required and all(criterion.segment == "train" for criterion in required):
        return Diagnosis("RESEARCH_GAP", "luck", values, ("research_otherwise",))
    if "max_drawdown" in missed:
        return Diagnosis("DESIGN_FLAW", "drawdown", values, ("volatility_target", "stops"))
    if missed == ["total_trades"]:
        return Diagnosis("PARAMETER_ISSUE", "few_trades", values, ("shorten",))
    if best.gates.judged_score >= NEAR:
        return Diagnosis("PARAMETER_ISSUE", "near_miss", values, ("tune",))
    return Diagnosis("DESIGN_FLAW", "weak", values, ("regime_filter", "volatility_target"))


def _rank(attempt: Attempt) -> tuple[bool, float, float]:
    return *attempt.gates.rank, or_worst(attempt.sharpe("validation"))
