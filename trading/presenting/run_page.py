"""A development for its page: rows and rounds in reading order, the agents and their findings by
domain."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from config.runs.errors import REFUSALS, explain
from trading.domain.gates import best_round
from trading.models import (
    FactSheet,
    Finding,
    Iteration,
    Reading,
    RoundVerdict,
    Strategy,
    StrategyDecision,
    Variant,
)
from trading.presenting.code_names import word
from trading.presenting.gates import GateVerdict, verdict_of
from trading.presenting.numbers import NONE
from trading.presenting.picture import picture_of
from trading.presenting.request_facts import data, facts
from trading.presenting.result import TrialSummary, holdout_lines, lesson_lines, trials
from trading.presenting.trust import power_of
from trading.research.agents import AGENTS
from trading.research.swarm import DOMAINS
from trading.services.page_facts import Course, Rest, RoundResearch, StepTally

# The best of an agent's findings represents it.
_ORDER = ("OK", "PROXY", "STALE", "INSUFFICIENT", "NO_DATA")
SIGNS = {"waiting": "○", "working": "◐", "OK": "✓", "PROXY": "≈", "NO_DATA": "–", "STALE": "⌛",
         "INSUFFICIENT": "…"}  # fmt: skip


def _day(written: str) -> str:
    """A day in the reader's format."""
    return date_format(date.fromisoformat(written), "SHORT_DATE_FORMAT") if written else NONE


@dataclass(frozen=True)
class AgentCell:
    """An agent and its state: waiting, working, or the status of its finding."""

    name: str
    state: str
    sign: str
    seconds: float | None


@dataclass(frozen=True)
class Team:
    """The agents of a domain."""

    domain: str
    agents: Sequence[AgentCell]


def teams(course: Course, working: str) -> list[Team]:
    """All agents, in their fixed order, with their states in the newest research."""
    statuses: dict[str, set[str]] = {}
    for agent, status in course.statuses:
        statuses.setdefault(agent, set()).add(status)
    # After a decision to research again, the old states are shown until the first agent answers.
    anew = working == "research_swarm" and course.led
    at_work = working == "research_swarm"

    def cell(name: str) -> AgentCell:
        if name in course.agents and not anew:
            found = statuses.get(name, {"NO_DATA"})
            state = next((status for status in _ORDER if status in found), "NO_DATA")
        else:
            state = "working" if at_work else "waiting"
        return AgentCell(name, state, SIGNS[state], course.agents.get(name))

    return [
        Team(domain, [cell(agent.name) for agent in AGENTS if agent.domain == domain])
        for domain in DOMAINS
    ]


@dataclass(frozen=True)
class FindingLine:
    """A finding with its p-value after correction."""

    row: Finding
    adjusted: float | None

    @property
    def agent(self) -> str:
        """Who found it, and how if not by the data asked for."""
        name, status = word(self.row.agent, "agent"), self.row.status
        return name if status == "OK" else f"{name} ({word(status, 'state')})"

    @property
    def data(self) -> str:
        """Its columns and days."""
        reference = self.row.data_ref
        columns = ", ".join(reference.get("columns") or []) or NONE
        days = [str(reference.get(end) or "")[:10] for end in ("from", "to")]
        return f"{columns}, {' – '.join(map(_day, days))}" if days[0] else columns

    @property
    def sha256(self) -> str:
        """The hash of the data."""
        return str(self.row.data_ref.get("sha256") or "")


@dataclass(frozen=True)
class DomainCard:
    """A domain's fact sheet and findings; significant ones come first."""

    domain: str
    sheet: FactSheet | None
    lines: Sequence[FindingLine]
    reading: Reading | None
    readings: Sequence[Reading]
    """The models' readings of the sheet, and of the findings of each agent."""

    @property
    def significant(self) -> int:
        """The number of its findings beyond chance."""
        return sum(line.row.significant for line in self.lines)


@dataclass(frozen=True)
class ResearchPart:
    """The result of one round of research, and the list of rounds."""

    number: int
    numbers: Sequence[int]
    overall: FactSheet | None
    reading: Reading | None
    edges: Sequence[Mapping[str, Any]]
    cards: Sequence[DomainCard]


def research_part(research: RoundResearch) -> ResearchPart:
    """A round of research in reading order."""
    own = {s.domain: s for s in research.sheets if s.research_iteration == research.number}
    overall = own.get("overall")
    summed = {row.name: row for row in research.readings if row.part != Reading.Part.AGENT}
    return ResearchPart(
        number=research.number,
        numbers=sorted({sheet.research_iteration for sheet in research.sheets}),
        overall=overall,
        reading=summed.get("overall"),
        edges=overall.content.get("edges", []) if overall else [],
        cards=[
            DomainCard(
                d,
                own.get(d),
                list(_lines(research, d)),
                summed.get(d),
                list(_of_agents(research, d)),
            )
            for d in DOMAINS
        ],
    )


def _of_agents(research: RoundResearch, domain: str) -> Iterator[Reading]:
    """The readings of a domain's agents, in their fixed order."""
    rows = {row.name: row for row in research.readings if row.part == Reading.Part.AGENT}
    for agent in AGENTS:
        if agent.domain == domain and agent.name in rows:
            yield rows[agent.name]


def _lines(research: RoundResearch, domain: str) -> Iterator[FindingLine]:
    place = {agent.name: at for at, agent in enumerate(AGENTS)}
    own = [row for row in research.findings if row.domain == domain]
    own.sort(key=lambda row: (not row.significant, place.get(row.agent, len(place)), row.pk))
    for row in own:
        yield FindingLine(row, research.adjusted.get((row.agent, row.name)))


@dataclass(frozen=True)
class RoundLine:
    """An iteration; `best` marks the one with the best gate score so far."""

    row: Iteration
    variants: int
    best: bool

    @property
    def judges(self) -> Sequence[JudgedQuestion]:
        """The judges' verdicts, where there are several."""
        return questions(self.row)

    @property
    def disputed(self) -> bool:
        """Whether they differ."""
        return any(question.disputed for question in self.judges)

    @property
    def cause(self) -> str:
        """The code of what failed."""
        return str(self.row.failure.get("cause") or "")

    @property
    def missed(self) -> Sequence[str]:
        """The gates that its best variant missed."""
        return list((self.row.failure.get("values") or {}).get("missed") or [])


def round_lines(course: Course) -> list[RoundLine]:
    """The iterations in order."""
    best = best_round(course.iterations)
    return [
        RoundLine(row, course.variants.get(row.number, 0), row is best) for row in course.iterations
    ]


def best_verdict(strategy: Strategy, best: Iteration | None) -> GateVerdict | None:
    """What the gates say about the best variant: a high score alone is not enough."""
    if best is None or best.best_variant is None:
        return None
    pass_score = float(strategy.profile.get("pass_score") or 0)
    return verdict_of(best.best_variant.gates.all(), pass_score)


def hold_of(best: Iteration | None) -> float | None:
    """The Sharpe ratio of buying and holding on validation, beside that of the best variant."""
    if best is None or best.best_variant is None:
        return None
    played = {row.segment: row for row in best.best_variant.backtests.all()}
    if "validation" not in played:
        return None
    found: float | None = played["validation"].metrics.get("buy_hold_sharpe")
    return found


def best_variant(iterations: Sequence[Iteration]) -> Variant | None:
    """The best variant so far, by gate score."""
    best = best_round(iterations)
    return best.best_variant if best else None


def chart(course: Course) -> dict[str, Any]:
    """The series of the best gate score and Sharpe ratio, for the script that draws it."""
    rows = course.iterations
    return {
        "iterations": [row.number for row in rows],
        "scores": [row.best_score for row in rows],
        "sharpes": [row.best_sharpe for row in rows],
        "pass": course.strategy.profile.get("pass_score"),
        "words": {
            "iteration": _("iteration"),
            "score": _("best gate score"),
            "sharpe": _("best Sharpe ratio"),
            "pass": _("score to pass"),
        },
    }


@dataclass(frozen=True)
class JudgedQuestion:
    """A question to the judges about a round, and their verdicts, the computed one first.
    `group` names the verdicts' code names."""

    name: str
    group: str
    verdicts: Sequence[RoundVerdict]

    @property
    def disputed(self) -> bool:
        return len({row.verdict for row in self.verdicts}) > 1


def questions(iteration: Iteration) -> list[JudgedQuestion]:
    """The questions of a round whose verdicts were loaded with it; none where no model was
    asked."""
    rows = sorted(iteration.verdicts.all(), key=lambda row: (row.subject, row.pk))
    grouped = groupby(rows, key=lambda row: row.get_subject_display())
    grouped_verdicts = [(name, list(verdicts)) for name, verdicts in grouped]
    return [
        JudgedQuestion(name, verdicts[0].subject, verdicts) for name, verdicts in grouped_verdicts
    ]


PARTS = ("now", "findings", "rounds", "errors")
"""The parts of the page that are sent again when they change."""


def run_page(course: Course, research: RoundResearch | None, rest: Rest | None) -> dict[str, Any]:
    """The context of the page, or of the parts of it that have rows."""
    strategy = course.strategy
    drawn = flow(course)
    context: dict[str, Any] = {
        "strategy": strategy,
        "run": course.run,
        "active": course.run is not None and not course.run.is_finished,
        "flow": drawn,
        "teams": teams(course, drawn.working),
        "have": seen_of(course),
    }
    if research is not None:
        context |= {"research": research_part(research)}
    if rest is not None:
        context |= _rest(course, rest)
    return context


def _rest(course: Course, rest: Rest) -> dict[str, Any]:
    strategy = course.strategy
    best = best_round(course.iterations)
    tried = trials(strategy, course.iterations, rest)
    return {
        **_picture(strategy, best, tried),
        "data": data(strategy.dataset),
        "facts": facts(strategy, rest),
        "rounds": round_lines(course),
        "best_round": best,
        "best_verdict": best_verdict(strategy, best),
        "hold_sharpe": hold_of(best),
        "chart": json.dumps(chart(course), ensure_ascii=False),
        "trials": tried,
        "power": power_of(strategy),
        "holdout": holdout_lines(strategy, rest.openings),
        "openings_elsewhere": rest.openings_of_ticker - len(rest.openings),
        "lessons": lesson_lines(strategy, rest),
        "errors": rest.errors,
        "runs": rest.runs,
    }


def _picture(strategy: Strategy, best: Iteration | None, tried: TrialSummary) -> dict[str, Any]:
    """The picture of the best variant, or why there is none."""
    if best is None or best.best_variant is None:
        return {}
    try:
        return {"picture": picture_of(strategy, best.best_variant, tried)}
    except REFUSALS as error:
        return {"unpictured": explain(error)}


def seen_of(course: Course) -> str:
    """A version for each of PARTS that changes with what the page shows."""
    drawn = flow(course)
    now = f"{drawn.working}{drawn.iteration}"
    return f"{now}.{course.sheets}.{len(course.iterations)}.{course.errors}"


def changed_parts(have: str, seen: str) -> set[str]:
    """The parts that differ from the reader's versions; all of them when these are unknown."""
    theirs, ours = have.split("."), seen.split(".")
    if len(theirs) != len(ours):
        return set(PARTS)
    return {part for part, old, new in zip(PARTS, theirs, ours, strict=True) if old != new}


NODES = ("research_swarm", "strategy_dev", "parallel_backtest", "quality_gate")
TO_RESEARCH = ("REFINE_RESEARCH",)
TO_DESIGN = ("TUNE_PARAMETERS", "FIX_BUG", "REFINE_ALGORITHM")
ENDS = ("SUCCESS", "ABANDON")


@dataclass(frozen=True)
class Node:
    """A node: how often and how long it ran, and its state. `state` is working, done or waiting."""

    name: str
    times: int
    seconds: float
    state: str


@dataclass(frozen=True)
class GateAction:
    """An action of the gates, and how often it was decided."""

    action: str
    times: int


@dataclass(frozen=True)
class Flow:
    """The nodes in order, the target of the last decision, and the node that is running."""

    nodes: Sequence[Node]
    to_research: Sequence[GateAction]
    to_design: Sequence[GateAction]
    ends: Sequence[GateAction]
    working: str
    iteration: int
    ended: bool


def flow(course: Course) -> Flow:
    """The graph as far as it has come."""
    running = course.run is not None and course.run.status == course.run.Status.RUNNING
    working = now_working(course) if running else ""
    decided = Counter(row.next_action for row in course.iterations)

    def ways(actions: Sequence[str]) -> list[GateAction]:
        return [GateAction(action, decided[action]) for action in actions]

    return Flow(
        nodes=[_node(name, course.tallies, working) for name in NODES],
        to_research=ways(TO_RESEARCH),
        to_design=ways(TO_DESIGN),
        ends=ways(ENDS),
        working=working,
        iteration=_iteration(course, working),
        ended=bool(course.strategy.final_status),
    )


def _node(name: str, tallies: Sequence[StepTally], working: str) -> Node:
    own = [row for row in tallies if row.node == name]
    state = "working" if name == working else "done" if own else "waiting"
    return Node(name, len(own), sum(row.seconds for row in own), state)


def now_working(course: Course) -> str:
    """The node where a running development is, found from its last finished step."""
    last = course.tallies[-1] if course.tallies else None
    if last is None:
        return "research_swarm"
    if last.node == "research_swarm":
        return "strategy_dev" if course.led else "research_swarm"
    if last.node == "strategy_dev":
        return "parallel_backtest"
    if last.node == "parallel_backtest":
        done = last.steps >= course.variants.get(last.iteration, 0)
        return "quality_gate" if done else "parallel_backtest"
    judged = course.iterations[-1].number if course.iterations else 0
    return _after_gates(course) if judged >= last.iteration else "quality_gate"


def _after_gates(course: Course) -> str:
    """The target of the last decision; after the end, where a continuation begins."""
    action = course.iterations[-1].next_action if course.iterations else ""
    if action in ENDS:
        action = course.starts_with
    if action in TO_RESEARCH:
        return "research_swarm"
    return "strategy_dev" if action in TO_DESIGN else "end"


def _iteration(course: Course, working: str) -> int:
    """The number of the running iteration, or of the last one."""
    done = course.iterations[-1].number if course.iterations else 0
    if working in NODES:
        return done + 1  # its line is written by the gates, at its end
    return max(done, 1)


GOOD = frozenset({"SUCCESS", "ACCEPTED"})
BAD = frozenset({"ABANDONED", "failed", "dead"})
_BY = {"SUCCESS": "agent", "ABANDONED": "agent", "MAX_ITERATIONS": "forced"}


@dataclass(frozen=True)
class Verdict:
    """`status` is `working`, an outcome, or how the last run ended where there is none.

    `source` is agent, forced or human, `name` who. `sentence` is in the development's language;
    `heading` is the outcome in the reader's.
    """

    status: str
    source: str
    name: str
    sentence: str
    heading: str
    decision: StrategyDecision | None

    @property
    def tone(self) -> str:
        """The CSS class of the badge."""
        if self.status in GOOD:
            return "approved"
        if self.status in BAD:
            return "rejected"
        return "working" if self.status == "working" else "needs_refinement"


def verdict(course: Course, current: StrategyDecision | None) -> Verdict:
    """The decision in force; the development's own end where nobody recorded one."""
    strategy, run = course.strategy, course.run
    status, source, name = _decided(strategy, current)
    if run is not None and not run.is_finished:
        status, source, name = "working", "", ""
    elif not status:
        status = str(run.status) if run else "queued"
    message = outcome_sentence(status, len(course.iterations), name if source == "human" else "")
    return Verdict(status, source, name, strategy.final_message, message, current)


def outcome_sentence(status: str, iterations: int, person: str = "") -> str:
    """The outcome in one sentence; `person` is who decided it, empty for the development itself."""
    places = {"person": person, "iterations": iterations}
    if person:
        by_person = {
            "ACCEPTED": _("%(person)s accepted a variant"),
            "ABANDONED": _("%(person)s gave it up: no strategy"),
        }
        return by_person.get(status, "%(person)s") % places
    return {
        "SUCCESS": _("A strategy was found: it passed every required gate, and the sealed holdout"),
        "ABANDONED": _("No strategy was found: given up (iterations: %(iterations)s)"),
        "MAX_ITERATIONS": _("No strategy was found within the limits"),
        "working": _("At work"),
    }.get(status, _("There is no verdict")) % places


def _decided(strategy: Strategy, current: StrategyDecision | None) -> tuple[str, str, str]:
    if current is None:
        return strategy.final_status, _BY.get(strategy.final_status, ""), ""
    if current.after in (StrategyDecision.Outcome.SENT_BACK, StrategyDecision.Outcome.EXTENDED):
        return strategy.final_status, "", ""  # continued: its result is not decided yet
    who = current.user.get_username() if current.user else current.actor
    return current.after, current.source, who
