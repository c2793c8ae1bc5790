"""Why a variant that passed the cheap gates is not believed: what its evidence says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from trading.domain.diagnosis import CARRIES_OVER, NEAR, Attempt, Diagnosis, EdgeEvidence, or_worst
from trading.domain.gates import CriterionResult

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
    case = _Case(max(honest or examined, key=_rank), evidence)
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


def _rank(attempt: Attempt) -> tuple[bool, float, float]:
    return *attempt.gates.rank, or_worst(attempt.sharpe("walk_forward"))


def _code(result: CriterionResult) -> str:
    """A gate's figure; one that backtests have, too, with where it is of."""
    name, forward = result.criterion.name, result.criterion.segment == "walk_forward"
    return f"forward_{name}" if forward and name in _ALSO_PLAYED else name


def _tries(details: Mapping[str, float]) -> int | None:
    return _whole(details.get("trials", details.get("tries")))


def _whole(value: float | None) -> int | None:
    return None if value is None else int(value)
