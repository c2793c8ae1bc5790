"""What runs used of language models, for pages and programs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from statistics import median
from typing import Any, NamedTuple

from django.core.cache import cache
from django.db.models import Count, Sum
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.desk.roles import is_admin
from config.llm.provider import Budget, Provider, Spent
from config.runs import providers
from config.runs.models import LlmCall, Run


def usage_of(runs: Sequence[Run]) -> dict[str, Any]:
    """The totals of runs read `with_usage`, the newest last, and the budget left to that one.

    `seconds` are those in which the runs worked. Each run has a budget of its own.
    """
    spent = [spent_by(run) for run in runs]
    tokens_in, tokens_out = (_sum(runs, name) for name in ("tokens_in", "tokens_out"))
    return {
        "llm_calls": sum(each.calls for each in spent),
        "tokens": tokens_in + tokens_out,
        "tokens_in": tokens_in,
        "tokens_out": tokens_out,
        "cost_usd": float(sum((each.cost for each in spent), Decimal(0))),
        "seconds": round(sum(_seconds(run) for run in runs), 3),
        "cached": _sum(runs, "cached"),
        "unanswered": _sum(runs, "unanswered"),
        "budget": _left(providers.budget(), spent[-1] if spent else Spent()),
    }


def spent_by(run: Any) -> Spent:
    """What counts toward the budget of a run read `with_usage`."""
    return Spent(run.call_count, run.tokens_in + run.tokens_out, run.cost_usd)


def _sum(runs: Sequence[Any], name: str) -> int:
    return sum(getattr(run, name) for run in runs)


def _seconds(run: Run) -> float:
    if run.finished_at is None or run.started_at is None:
        return 0.0
    return (run.finished_at - run.started_at).total_seconds()


def _left(budget: Budget, spent: Spent) -> dict[str, Any]:
    left = budget.left(spent)
    return {
        "max_calls": budget.max_calls,
        "max_tokens": budget.max_tokens,
        "max_cost_usd": float(budget.max_cost_usd),
        "calls_left": left.calls,
        "tokens_left": left.tokens,
        "cost_usd_left": float(left.cost),
    }


_TIMED = 5_000  # newest answers whose times are read


class Group(NamedTuple):
    """Calls of one kind: a row of the query."""

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
    """A line for each key, ordered by cost, then by tokens."""
    lines: dict[tuple[str, str], CallLine] = {}
    for group in groups:
        lines.setdefault(key(group), CallLine(*key(group))).add(group)
    for one in timed:
        lines.setdefault(key(one), CallLine(*key(one))).times.append(one.seconds)
    return sorted(lines.values(), key=lambda line: (-line.cost_usd, -line.tokens_in, line.name))


def outcomes_of(groups: Iterable[Group]) -> list[tuple[str, int]]:
    """The outcomes of calls and their numbers, the most frequent first."""
    counts: dict[str, int] = {}
    for group in groups:
        counts[group.outcome] = counts.get(group.outcome, 0) + group.calls
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


ASKED_AGAIN = ("invalid", "unfit", "truncated")
"""Outcomes of answers that could not be used: the model is asked once more."""
_UNDER_WAY = "reserved"


class Purse(NamedTuple):
    """One of a run's three budgets; `left_share` in hundredths."""

    name: str
    limit: Any
    spent: Any
    left: Any

    @property
    def left_share(self) -> int:
        return int(100 * self.left / self.limit) if self.limit else 0


@dataclass(frozen=True)
class Spending:
    """A subject's use of models. `asked_again`, `failed` and `answered` count calls; `mended`
    are repaired answers, `cached` answers without a call, `unanswered` questions that the
    built-in analyst answered instead."""

    runs: Sequence[Run]
    total: CallLine
    by_prompt: list[CallLine]
    by_model: list[CallLine]
    outcomes: list[tuple[str, int]]
    purses: list[Purse]
    mended: int
    cached: int
    unanswered: int
    shows_admin: bool

    @property
    def answered(self) -> int:
        return self._count(lambda outcome: outcome == "ok")

    @property
    def asked_again(self) -> int:
        return self._count(lambda outcome: outcome in ASKED_AGAIN)

    @property
    def under_way(self) -> int:
        return self._count(lambda outcome: outcome == _UNDER_WAY)

    @property
    def failed(self) -> int:
        return self.total.calls - self.answered - self.asked_again - self.under_way

    @property
    def newest(self) -> Run:
        """The run whose budgets are shown."""
        return self.runs[-1]

    def _count(self, fits: Callable[[str], bool]) -> int:
        return sum(number for outcome, number in self.outcomes if fits(outcome))


def spending(
    runs: Sequence[Run], reader: Any, asker: Callable[[str], str] = str
) -> Spending | None:
    """What a subject's runs used, read `with_usage`, the newest last; `asker` names the agent of a
    node.

    None, without a query, where no model was asked.
    """
    asking: list[Any] = [run for run in runs if _has_calls(run)]
    if not asking:
        return None
    ids = [run.pk for run in asking if run.call_count]
    groups, timed = (groups_of(ids), times_of(ids)) if ids else ([], [])
    return Spending(
        runs=runs,
        total=(lines_by(groups, timed, lambda row: ("", "")) or [CallLine("")])[0],
        by_prompt=lines_by(groups, timed, lambda row: (asker(row.node), row.prompt)),
        by_model=lines_by(groups, timed, lambda row: (row.model, "")),
        outcomes=outcomes_of(groups),
        purses=purses(runs[-1]),
        mended=sum(run.mended for run in asking),
        cached=sum(run.cached for run in asking),
        unanswered=sum(run.unanswered for run in asking),
        shows_admin=is_admin(reader),
    )


def purses(run: Run) -> list[Purse]:
    """The budgets of a run read `with_usage`, by today's settings."""
    budget, spent = providers.budget(), spent_by(run)
    left = budget.left(spent)
    return [
        Purse("calls", budget.max_calls, spent.calls, left.calls),
        Purse("tokens", budget.max_tokens, spent.tokens, left.tokens),
        Purse("cost", budget.max_cost_usd, spent.cost, left.cost),
    ]


def _has_calls(run: Any) -> bool:
    return bool(run.call_count or run.cached or run.unanswered)


# What a run will use of models, estimated before it starts.

_FRESH = 60  # seconds for which a page reuses the list of models


@dataclass(frozen=True)
class RunEstimate:
    """The expected use, and the most that the limits allow; each question answered at once."""

    about: Spent
    most: Spent

    def __str__(self) -> str:
        return _(
            "about %(calls)s to the models, %(cost)s USD; at most %(most)s, %(most_cost)s USD"
        ) % {
            "calls": _calls(self.about),
            "cost": number_format(self.about.cost, 4),
            "most": _calls(self.most),
            "most_cost": number_format(self.most.cost, 4),
        }

    @property
    def warnings(self) -> list[str]:
        """A sentence for each budget that the most would exceed."""
        budget = providers.budget()
        limits = (
            ("calls", budget.max_calls, self.about.calls, self.most.calls),
            ("tokens", budget.max_tokens, self.about.tokens, self.most.tokens),
            ("usd", budget.max_cost_usd, self.about.cost, self.most.cost),
        )
        return [
            _warning(name, limit, about > limit)
            for name, limit, about, most in limits
            if most > limit
        ]

    def as_dict(self) -> dict[str, Any]:
        """As plain JSON."""
        return {
            "about": _figures(self.about),
            "at_most": _figures(self.most),
            "warnings": self.warnings,
        }


NOTHING = RunEstimate(Spent(), Spent())
"""The estimate of a run that asks no model."""


def recently_configured() -> Sequence[Provider]:
    """The models that may be asked, at most a minute old: for pages."""
    known: Sequence[Provider] | None = cache.get("models-configured")
    if known is None:
        known = providers.configured()
        cache.set("models-configured", known, _FRESH)
    return known


def _calls(spent: Spent) -> str:
    message = ngettext("%(count)s call", "%(count)s calls", spent.calls)
    return message % {"count": number_format(spent.calls, force_grouping=True)}


def _warning(budget: str, limit: Any, expected: bool) -> str:
    values = {
        "setting": f"CRIVO_LLM_BUDGET, {budget}",
        "limit": number_format(limit, force_grouping=True),
    }
    if expected:
        return (
            _(
                "a run may take no more than %(limit)s (%(setting)s): it will probably stop early; "
                "it can be tried again when that is raised, and finished steps are kept"
            )
            % values
        )
    return (
        _(
            "a run may take no more than %(limit)s (%(setting)s): if it goes to its limits "
            "it stops early; it can be tried again when that is raised, and finished steps are kept"
        )
        % values
    )


def _figures(spent: Spent) -> dict[str, Any]:
    return {"llm_calls": spent.calls, "tokens": spent.tokens, "cost_usd": float(spent.cost)}
