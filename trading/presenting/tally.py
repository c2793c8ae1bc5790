"""The trial ledger in plain words: how many different things were tried, and what that leaves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from trading.evidence.answer import REASONS
from trading.presenting import numbers
from trading.presenting.code_names import word

_COMPARED: Mapping[str, str | Promise] = {
    "pbo": _(
        "how often the best of one half of the time is no better than the middle of the other"
    ),
    "superior_cash": _("chance that luck alone does as well against cash"),
    "superior_hold": _(
        "chance that luck alone does as well against holding at the same volatility"
    ),
}


@dataclass(frozen=True)
class Compared:
    """A comparison of the clusters: its words, its value, or why there is none."""

    name: str
    said: str
    value: str


@dataclass(frozen=True)
class ClusterLine:
    """Trials whose returns go together; the Sharpe ratio is annual, of train."""

    size: int
    sharpe_ratio: float | None
    kinds: str


@dataclass(frozen=True)
class TrialTally:
    """As the gates counted it last: `raw` evaluations, `effective` independent tries."""

    raw: int
    inherited: int
    distinct: int
    effective: int
    unplayed: int
    luck: float | None
    needed: float
    years: float
    compared: Sequence[Compared]
    clusters: Sequence[ClusterLine]

    @property
    def long_enough(self) -> bool:
        """Whether train is longer than what so many tries fill by luck alone."""
        return self.years >= self.needed


def tally_of(document: Mapping[str, Any] | None) -> TrialTally | None:
    """What `trading.graph.context.TrialLedger` said; None before it was asked."""
    if not document:
        return None
    clusters = [
        ClusterLine(
            row["size"], row["sharpe_ratio"], ", ".join(word(kind, "kind") for kind in row["kinds"])
        )
        for row in document["clusters"]
    ]
    counts = ("raw", "inherited", "distinct", "effective", "unplayed", "years")
    return TrialTally(
        **{name: document[name] for name in counts},
        luck=document.get("luck"),
        needed=document["min_backtest_years"],
        compared=[_compared(name, document[name]) for name in _COMPARED],
        clusters=clusters,
    )


def _compared(name: str, answer: Mapping[str, Any]) -> Compared:
    value = answer["value"]
    if value is None:
        said = gettext(REASONS[answer["reason"]]) % answer["details"]
    else:
        said = numbers.percent(value) if name == "pbo" else f"p {_below(value)}"
    return Compared(name, str(_COMPARED[name]), said)


def _below(value: float) -> str:
    told = numbers.p_value(value)
    return told if told.startswith("<") else f"= {told}"
