"""What an agent gets and gives: material and focus in, findings out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict

import pandas as pd

from config.error_texts import N_, TranslatableError
from trading.market.clock import in_utc

Status = Literal["OK", "PROXY", "NO_DATA", "STALE", "INSUFFICIENT"]
Domain = Literal["technical", "fundamental", "sentiment"]
Language = Literal["en", "pt"]
Regime = Literal["", "volatility", "mean"]

COLUMNS = ("Open", "High", "Low", "Close", "Volume")
WITH_DATA: tuple[Status, ...] = ("OK", "PROXY")


# Where in the data a finding comes from; dates are ISO, None without data ("from" is a keyword,
# hence the functional form).
DataRef = TypedDict(
    "DataRef", {"sha256": str, "columns": list[str], "from": str | None, "to": str | None}
)


class FindingDocument(TypedDict):
    """One statement of one agent; plain JSON: numbers finite, None where there is none."""

    agent: str
    domain: Domain
    status: Status
    name: str  # unique within the agent: what was looked at, its look-back, horizon and regime
    value: float | None
    unit: str
    n_obs: int
    signal: float | None  # -1..1: what the finding expects now; None: it says nothing of direction
    confidence: float | None  # 0..1, see `inference.evidence`
    statistic: float | None  # the t or z behind p_value
    p_value: float | None  # two-sided, of this test alone
    p_adjusted: float | None  # Holm over the agent's tests
    significant: bool  # p_adjusted <= inference.multiple.LEVEL
    edge: str | None  # the kind of strategy the test speaks for; None: not a tradable edge
    interpretation: str  # in the run's language
    sentence: dict[str, Any]  # the same as `words.as_document` has it, for any language
    data_ref: DataRef
    params: dict[str, Any]


@dataclass(frozen=True)
class Material:
    """What an agent may look at: train only.

    `frame` holds O/H/L/C/V by bar; `peers` and `auxiliary` end with its last bar (ResearchError
    otherwise: a later row would be a look into the future).
    """

    ticker: str
    frame: pd.DataFrame
    bars_per_year: float
    sha256: str
    peers: Mapping[str, pd.DataFrame] = field(default_factory=dict)
    auxiliary: Mapping[str, pd.DataFrame] = field(default_factory=dict)

    def __post_init__(self) -> None:
        missing = [column for column in COLUMNS if column not in self.frame.columns]
        if missing:
            raise ResearchError("columns_missing", columns=", ".join(missing))
        if self.frame.empty:
            raise ResearchError("no_bars")
        for kind, rows in self.auxiliary.items():
            self._refuse_later_rows(kind, rows)
        for peer, frame in self.peers.items():
            if len(frame) and frame.index[-1] > self.end:
                newest = frame.index[-1].isoformat()
                raise ResearchError(
                    "peer_after_train", peer=peer, newest=newest, end=self.end.isoformat()
                )

    @property
    def end(self) -> pd.Timestamp:
        """The last bar of train, in UTC or its date: as rows beside prices are stamped."""
        return in_utc(self.frame.index[-1])

    def _refuse_later_rows(self, kind: str, rows: pd.DataFrame) -> None:
        if "available_at" not in rows.columns:
            raise ResearchError("auxiliary_without_time", kind=kind)
        if len(rows) and (newest := pd.to_datetime(rows["available_at"]).max()) > self.end:
            raise ResearchError(
                "auxiliary_after_train",
                kind=kind,
                newest=newest.isoformat(),
                end=self.end.isoformat(),
            )


@dataclass(frozen=True)
class Focus:
    """Where a round of research looks; the first looks at single bars, unconditionally.

    `horizons`: bars aggregated into one (1 = as they are). `regime`: the rules are also tested
    within each half of that regime. `stability`: an edge must hold in both halves of train.
    `guidance`: the failure class that led here.
    """

    round: int = 1
    horizons: tuple[int, ...] = (1,)
    regime: Regime = ""
    stability: bool = False
    guidance: str = ""


# Errors of research, by a stable code.


class ResearchError(TranslatableError):
    """Material or a name that research refuses."""

    messages = {
        "auxiliary_after_train": N_(
            "auxiliary rows of kind %(kind)s become available after the last bar of train: "
            "%(newest)s > %(end)s"
        ),
        "auxiliary_without_time": N_("auxiliary rows of kind %(kind)s have no column available_at"),
        "peer_after_train": N_("the peer %(peer)s has bars after train: %(newest)s > %(end)s"),
        "no_bars": N_("there is no bar to look at"),
        "columns_missing": N_("the frame lacks the columns %(columns)s"),
        "unknown_agent": N_("there is no agent %(agent)s"),
        "unknown_language": N_("there are no sentences in %(language)s"),
    }
