"""Calls to models, added up by what they have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from statistics import median
from typing import Any, NamedTuple

from django.db.models import Count, Sum

from .models import LlmCall

_TIMED = 5_000  # answers, the newest, whose times are looked at


class Group(NamedTuple):
    """Calls of a kind: one row of the database."""

    node: str
    prompt: str
    model: str
    outcome: str
    calls: int
    tokens_in: int
    tokens_out: int
    cost_usd: Decimal


class Timed(NamedTuple):
    """An answer and the seconds it took."""

    node: str
    prompt: str
    model: str
    seconds: float


@dataclass
class CallLine:
    """A row of a table: calls that have something in common. Times are those of answers."""

    name: str
    detail: str = ""
    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost_usd: Decimal = Decimal(0)
    times: list[float] = field(default_factory=list)

    @property
    def median(self) -> float | None:
        return median(self.times) if self.times else None

    @property
    def worst(self) -> float | None:
        return max(self.times, default=None)

    def add(self, group: Group) -> None:
        self.calls += group.calls
        self.tokens_in += group.tokens_in
        self.tokens_out += group.tokens_out
        self.cost_usd += group.cost_usd


def groups_of(ids: Sequence[int]) -> list[Group]:
    """The calls of some runs, in one query."""
    names = ("node", "prompt", "model", "outcome")
    rows = LlmCall.objects.filter(run__in=ids).order_by().values_list(*names)
    sums = (Sum("tokens_in"), Sum("tokens_out"), Sum("cost_usd"))
    return [Group(*row) for row in rows.annotate(Count("pk")).annotate(*sums).order_by(*names)]


def times_of(ids: Sequence[int]) -> list[Timed]:
    """How long the answers of some runs took, in one query."""
    answers = LlmCall.objects.filter(run__in=ids, outcome="ok").order_by("-pk")
    return [Timed(*row) for row in answers.values_list(*Timed._fields)[:_TIMED]]


def lines_by(
    groups: Iterable[Group], timed: Iterable[Timed], key: Callable[[Any], tuple[str, str]]
) -> list[CallLine]:
    """A line for each key, the dearest first, then the one with most tokens."""
    lines: dict[tuple[str, str], CallLine] = {}
    for group in groups:
        lines.setdefault(key(group), CallLine(*key(group))).add(group)
    for one in timed:
        lines.setdefault(key(one), CallLine(*key(one))).times.append(one.seconds)
    return sorted(lines.values(), key=lambda line: (-line.cost_usd, -line.tokens_in, line.name))


def outcomes_of(groups: Iterable[Group]) -> list[tuple[str, int]]:
    """How calls ended, and how many: the most frequent first."""
    counts: dict[str, int] = {}
    for group in groups:
        counts[group.outcome] = counts.get(group.outcome, 0) + group.calls
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))
