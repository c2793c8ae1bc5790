"""What the nodes are given from outside: the ports of one development."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, NotRequired, Protocol, TypedDict

from config.runs.port import MemorySteps, Record, Rows, Steps
from trading.domain.gates import CLASSIC
from trading.domain.profiles import Profile
from trading.strategies.spec import StrategySpec

Document = dict[str, Any]


class Researcher(Protocol):
    """The swarm, with the material in its hands: prices of train and nothing later."""

    agents: Sequence[str]
    domains: Sequence[str]

    def focus(self, research_iteration: int, failure: Mapping[str, Any] | None) -> Document:
        """What a round of research looks at; another round looks at something else."""

    async def examine(self, agent: str, focus: Document, language: str) -> list[Document]:
        """An agent's findings."""

    async def synthesize(
        self, domain: str, findings: Sequence[Document], language: str
    ) -> Document:
        """A domain's fact sheet."""

    async def lead(
        self,
        objective: str,
        sheets: Mapping[str, Document],
        findings: Sequence[Document],
        language: str,
        research_iteration: int,
    ) -> Document:
        """`{synthesis, confidence, edges, any_significant}` over all domains."""

    # What a model reads in them: `{key, judge, points, text, caution, struck, note, degraded,
    # carried}`, None where none is asked. `before` is its reading of the round before, which
    # stands where the same would be asked. `readings` are those of the parts below, by name.

    async def read_agent(
        self, agent: str, findings: Sequence[Document], language: str, before: Document | None
    ) -> Document | None:
        """Of an agent's findings."""

    async def read_sheet(
        self,
        sheet: Document,
        readings: Mapping[str, Document],
        language: str,
        before: Document | None,
    ) -> Document | None:
        """Of a domain's fact sheet."""

    async def read_lead(
        self,
        objective: str,
        lead: Document,
        readings: Mapping[str, Document],
        language: str,
        before: Document | None,
    ) -> Document | None:
        """Of what all domains come to."""


class Bench(Protocol):
    """Backtests on train and validation. It has no way to the holdout."""

    async def backtest(self, variant: Document) -> Document:
        """`{engine, error, attempts, segments: {train, validation}}`, never raises for a job."""

    async def search(
        self, spec: StrategySpec, sets: Sequence[Mapping[str, float]]
    ) -> list[Document]:
        """Each parameter set on train: `{parameters, sharpe_ratio, total_trades, ...}`."""

    async def tune(self, spec: StrategySpec, seed: Sequence[int]) -> Document:
        """`{parameters, rows}`: the spec's values that train prefers, and each set looked at, as
        `search` has it; the spec's own and no rows where they cannot be played."""

    async def recheck(self, variant: Document) -> Document:
        """Kernel against reference: `{agrees, difference}`."""

    async def examine(self, variant: Document, seed: int) -> Document:
        """`{error, attempts, segments: {walk_forward, before_holdout}, answers, rolling, folds,
        trials}`: a walk forward before the holdout, and what is known by it; never raises for a
        job."""


class Holdout(Protocol):
    """The one way to the sealed bars: opening them is on record."""

    async def open(self, variant: Document, iteration: int) -> Document:
        """`{metrics, psr, holds, openings_before, opening}` of a variant on the holdout."""


class Strategist(Protocol):
    """Designs variants and reads failures."""

    async def propose(self, brief: Document, bench: Bench) -> Document:
        """`{variants, rationale, expected_performance, trials, rules, kinds}`.

        `rules` holds the spec of each `rules_hash` that a trial names; `kinds` are the kinds of
        rule that the objective, the constraints and the bars allow.
        """

    def explain(self, code: str, values: Mapping[str, Any], language: str) -> str:
        """A sentence of the messages, in the language of the run."""


class Judges(Protocol):
    """A second judge beside the numbers. Each answers `{judges: [{judge, verdict, text, degraded}],
    notes}`, the computed verdict first; or None where nobody is asked."""

    async def failure(self, brief: Document) -> Document | None:
        """On why the round failed."""

    async def trajectory(self, brief: Document) -> Document | None:
        """On where the development is heading."""


class TrialLedger(Protocol):
    """Every try on real prices so far, this development's and those it builds on."""

    async def count(self, judged: Mapping[str, Sequence[float] | None]) -> Document:
        """What was tried, and what is left of the `judged` variants' Sharpe ratios after it.

        `judged` are moments of walk-forward returns by variant (see `trading.evidence.sharpe`),
        None where there are none. See `trading.evidence.tally` for what comes back.
        """


class Recorder(Protocol):
    """Turns a step's output into rows; called once a step, in the step's transaction.

    Or returns them, for the ledger to insert.
    """

    def examined(self, output: Document) -> Rows: ...
    def synthesized(self, output: Document) -> Rows: ...
    def led(self, output: Document) -> Rows: ...
    def designed(self, output: Document) -> Rows: ...
    def backtested(self, output: Document) -> None: ...
    def examined_evidence(self, output: Document) -> Rows: ...
    def counted(self, output: Document) -> Rows: ...
    def judged(self, output: Document) -> None: ...


async def _no_usage() -> tuple[int, float]:
    return 0, 0.0


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


# What language models read in a round of research, beside its findings.


class NoReadings:
    """A researcher without models: nothing is read, nobody is asked."""

    async def read_agent(
        self, agent: str, findings: Sequence[Document], language: str, before: Document | None
    ) -> Document | None:
        """Nothing."""
        return None

    async def read_sheet(
        self,
        sheet: Document,
        readings: Mapping[str, Document],
        language: str,
        before: Document | None,
    ) -> Document | None:
        """Nothing."""
        return None

    async def read_lead(
        self,
        objective: str,
        lead: Document,
        readings: Mapping[str, Document],
        language: str,
        before: Document | None,
    ) -> Document | None:
        """Nothing."""
        return None


def of_round(
    reports: Sequence[Document], sheets: Sequence[Document], lead: Document
) -> dict[str, Any]:
    """The readings of a round by whose they are; empty where there is none."""
    agents = {one["agent"]: one["reading"] for one in reports if "reading" in one}
    domains = {one["sheet"]["domain"]: one["reading"] for one in sheets if "reading" in one}
    overall = lead.get("reading")
    if not (agents or domains or overall):
        return {}
    return {"agents": agents, "sheets": domains, "lead": overall}


@dataclass(frozen=True)
class Context:
    """The ports of one development. `usage` tells model calls and their cost so far.

    `guidance` is what reviewers asked for when they sent it back, the newest last; with `guided`
    the newest is for the round at work.
    """

    researcher: Researcher
    strategist: Strategist
    bench: Bench
    holdout: Holdout
    judges: Judges | None = None
    ledger: TrialLedger | None = None
    profile: Profile = CLASSIC
    steps: Steps = field(default_factory=MemorySteps)
    recorder: Recorder | None = None
    clock: Callable[[], str] = _now
    usage: Callable[[], Any] = _no_usage
    bars_per_year: float = 252.0
    train_bars: int = 0
    constraints: Document = field(default_factory=dict)
    starting_spec: Document | None = None
    guidance: tuple[str, ...] = ()
    guided: bool = False

    def record(self, event: str) -> Record | None:
        """The recorder's method for an event, or None without a recorder."""
        return getattr(self.recorder, event) if self.recorder else None


# What the nodes are given from outside, as protocols over plain types.


class Recalled(TypedDict):
    """A lesson of an earlier development, as it was when it was recalled.

    `kind` is "finding", "strategy" or "lesson"; `code` and `values` are what `text` says, the
    text in the language of the run that recalls. Figures are of train and validation. `strategy`
    is the id of the one it comes from: of this database, so no hash covers it. `sentence` is
    what a finding says, by code and values.
    """

    kind: str
    ticker: str
    frequency: str
    approach: str
    code: str
    values: dict[str, Any]
    text: str
    strategy: int
    sentence: NotRequired[Mapping[str, Any]]
