"""Gates arranged for pages: threshold and value, the distance, and what each protects from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from trading.domain.gates import NOT_REACHED, weighted
from trading.evidence.answer import REASONS
from trading.models import GateOutcome
from trading.presenting.numbers import NO_BREAK, NONE, amount, figure

SIGNS: Mapping[str, str] = {">=": "≥", ">": ">", "<=": "≤", "<": "<"}
STAGES: Sequence[tuple[tuple[str, ...], str | Promise]] = (
    (("train", "validation"), _("First: the backtests of the round")),
    (("walk_forward",), _("Then: bars that its tuning had not seen (walk-forward)")),
    (("before_holdout", "trials"), _("And: how it was found")),
)
"""Segments that are judged together, in the order in which they are."""

_RESULTS: Mapping[str, str | Promise] = {
    "passed": _("passed"),
    "failed": _("not passed"),
    "unknown": _("not judged"),
    "not_reached": _("not reached"),
    "not_applicable": _("not applicable"),
}


@dataclass(frozen=True)
class GateLine:
    """A gate for a page. `state` is a key of _RESULTS."""

    gate: GateOutcome

    @property
    def state(self) -> str:
        gate = self.gate
        if not gate.applicable:
            return "not_applicable"
        if gate.reason == NOT_REACHED:
            return "not_reached"
        if gate.passed:
            return "passed"
        return "unknown" if gate.unjudged else "failed"

    @property
    def mark(self) -> str:
        """The sign of its result, for readers who see no colours."""
        return {"passed": "✓", "failed": "✗", "unknown": "?"}.get(self.state, NONE)

    @property
    def tone(self) -> str:
        """The CSS class of its result."""
        return {"passed": "yes", "failed": "no"}.get(self.state, "open")

    @property
    def result(self) -> str:
        """Its result, translated."""
        return str(_RESULTS[self.state])

    @property
    def why(self) -> str:
        """Why there is no value, and what would be enough; empty where there is one."""
        reason = self.gate.reason
        if reason == "broken":
            return gettext("the examination failed")
        if reason not in REASONS:
            return ""
        details = {name: _rounded(value) for name, value in self.gate.details.items()}
        try:
            return gettext(REASONS[reason]) % details
        except KeyError:  # stored by another version: values that the sentence needs are missing
            return ""

    @property
    def value(self) -> str:
        return self._shown(self.gate.value)

    @property
    def threshold(self) -> str:
        """The threshold with its sign."""
        if self.gate.name == "enough_evidence":
            return self._shown(1.0)
        return f"{SIGNS[self.gate.operator]}{NO_BREAK}{amount(self.gate.threshold, self.gate.name)}"

    @property
    def missed(self) -> str:
        """Why it is not passed: the reason, or the value beside the threshold."""
        figures = {"value": self.value, "asked": self.threshold}
        return self.why or gettext("%(value)s, but %(asked)s is asked for") % figures

    @property
    def margin(self) -> str:
        if self.gate.name == "enough_evidence":
            return NONE
        return amount(self.gate.margin, self.gate.name)

    @property
    def protects(self) -> str:
        """What it protects from, in a sentence."""
        return protects(self.gate.name, self.gate.segment)

    def _shown(self, value: float | None) -> str:
        if self.gate.name == "enough_evidence" and value is not None:
            return gettext("yes") if value >= 1 else gettext("no")
        return figure(value, self.gate.name)


@dataclass(frozen=True)
class Stage:
    """Gates that are judged together."""

    title: str
    lines: list[GateLine]

    @property
    def unreached(self) -> bool:
        """Whether none of them was reached."""
        return all(line.state == "not_reached" for line in self.lines)


@dataclass(frozen=True)
class GateVerdict:
    """All gates of a variant: its score, how many it passed, the required ones it failed."""

    gates: list[GateOutcome]
    score: float | None
    pass_score: float

    @property
    def passed(self) -> list[GateOutcome]:
        return [gate for gate in self.gates if gate.passed]

    @property
    def failed(self) -> list[GateOutcome]:
        """The required ones that were missed."""
        return [gate for gate in self._open if gate.reason != NOT_REACHED and not gate.unjudged]

    @property
    def unjudged(self) -> list[GateOutcome]:
        """The required ones that could not be judged."""
        return [gate for gate in self._open if gate.unjudged]

    @property
    def unreached(self) -> list[GateOutcome]:
        """The required ones that were not reached."""
        return [gate for gate in self._open if gate.reason == NOT_REACHED]

    @property
    def _open(self) -> list[GateOutcome]:
        return [gate for gate in self.gates if gate.required and not gate.passed]

    @property
    def through(self) -> bool:
        """Whether the variant passed: every required gate, and the weighted score."""
        return bool(self.gates) and not self._open and (self.score or 0.0) >= self.pass_score

    @property
    def heading(self) -> str:
        """The verdict in a sentence."""
        if not self.gates:
            return gettext("Not judged yet.")
        if self.through:
            return gettext("This variant passes its gates.")
        return gettext("This variant does not pass its gates.")

    @property
    def stages(self) -> list[Stage]:
        """The gates in the order they are judged; those of one stage together."""
        return stages(self.gates)

    @property
    def obstacles(self) -> list[GateLine]:
        """What kept it from passing."""
        return [GateLine(gate) for gate in [*self.failed, *self.unjudged]]


def stages(gates: Iterable[GateOutcome]) -> list[Stage]:
    """Gates by stage; stages without any are left out."""
    lines = [GateLine(gate) for gate in gates]
    found = [
        Stage(str(title), [line for line in lines if line.gate.segment in segments])
        for segments, title in STAGES
    ]
    return [stage for stage in found if stage.lines]


def verdict_of(gates: Iterable[GateOutcome], pass_score: float) -> GateVerdict:
    """The verdict on a variant; None without gates."""
    rows = list(gates)
    return GateVerdict(rows, weighted((gate.score, gate.weight) for gate in rows), pass_score)


def _rounded(value: float) -> float | int:
    return int(value) if float(value).is_integer() else value


PROTECTS: Mapping[str, str | Promise] = {
    "sharpe_ratio": _("Keeps out rules that earn too little for their ups and downs."),
    "validation.sharpe_ratio": _(
        "Keeps out rules that earn too little for their ups and downs on bars that did not make "
        "them."
    ),
    "max_drawdown": _("Keeps out rules with drawdowns deeper than most people would bear."),
    "win_rate": _("Keeps out rules that are wrong far more often than right."),
    "profit_factor": _("Keeps out rules whose losses eat most of what they gain."),
    "total_trades": _("Keeps out results that rest on a handful of trades."),
    "psr": _("Keeps out a good ratio that so few, or such wild, returns show by accident."),
    "psr_above_luck": _("Keeps out the best of many tries where luck alone would do as well."),
    "walk_forward.sharpe_ratio": _(
        "Keeps out rules that need to have seen the future: here each stretch is played with "
        "parameters that were tuned on its past alone."
    ),
    "dsr": _("Keeps out the luckiest of many tries: the more is tried, the better it looks."),
    "luck_p": _(
        "Keeps out the luckiest of many tries, and rules that earn no more than holding the market "
        "for as long as they do."
    ),
    "appraisal_ratio": _("Keeps out rules that earn little beyond the market that they are in."),
    "permutation_p": _(
        "Keeps out rules that earned by being in the market, not by when they went in."
    ),
    "efficiency": _(
        "Keeps out rules that lose most of what they earned once they meet bars that their tuning "
        "had not seen."
    ),
    "double_cost_sharpe": _(
        "Keeps out rules that live on low costs: real ones are often higher than assumed."
    ),
    "enough_evidence": _(
        "Keeps out verdicts on too little: a few trades on a few bars say nothing, however good "
        "they look."
    ),
    "pbo": _(
        "Keeps out a search that chooses by luck: what was best in one half of the history is "
        "among the worse in the other."
    ),
    "plateau": _(
        "Keeps out parameters that work only exactly as they are: the future is not that exact."
    ),
    "look_ahead": _("Keeps out rules that use prices which were not known at the time."),
}


def protects(name: str, segment: str) -> str:
    """The sentence on a figure of a segment; empty for one that no shipped profile judges."""
    return str(PROTECTS.get(f"{segment}.{name}") or PROTECTS.get(name, ""))
