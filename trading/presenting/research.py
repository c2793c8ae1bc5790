"""The agents and their findings, by domain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.formats import date_format

from trading.models import FactSheet, Finding, Reading
from trading.presenting.code_names import word
from trading.presenting.numbers import NONE
from trading.research.agents import AGENTS
from trading.research.swarm import DOMAINS
from trading.services.page_facts import Course, RoundResearch

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
