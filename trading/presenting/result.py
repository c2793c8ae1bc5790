"""What the result of a development is worth: trials, openings of sealed bars, decisions,
lessons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import OuterRef, Subquery
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from config.desk.roles import is_reviewer
from trading.domain.gates import best_round, holds
from trading.domain.luck import luck
from trading.evidence.answer import REASONS
from trading.market.data import split
from trading.market.errors import MarketError
from trading.models import Backtest, HoldoutOpening, Iteration, SecondLook, Strategy, Variant
from trading.presenting import numbers
from trading.presenting.code_names import word
from trading.presenting.numbers import figure
from trading.services.opening_marks import (
    later_mark,
    look_mark,
    looks_of,
    marks_of,
    openings_before,
)
from trading.services.page_facts import CountedOpening, Rest
from trading.services.second_look import may_look, openings_known
from trading.services.subject import NOTHING_DECIDED, holdout_seen, outcomes_open
from trading.services.wording import Wording, recalled_wording, wording


@dataclass(frozen=True)
class LookLine:
    """A second look: the variant's figures on the sealed bars, and the mark that goes with
    them."""

    look: SecondLook
    before: int

    @property
    def opening(self) -> HoldoutOpening:
        return self.look.opening

    @property
    def figures(self) -> dict[str, Any]:
        return dict(self.look.metrics)

    @property
    def mark(self) -> str:
        return look_mark(self.look, self.before)

    @property
    def would_hold(self) -> bool:
        return holds(self.figures.get("sharpe_ratio"), self.figures.get("psr"))


def look_lines(strategy: Strategy, variant: Variant | None = None) -> list[LookLine]:
    """The second looks at a strategy, or at one of its variants."""
    rows = [row for row in looks_of(strategy) if variant is None or row.variant_id == variant.pk]
    return [LookLine(row, openings_before(row.opening)) for row in rows]


def look_context(reader: Any, variant: Variant) -> dict[str, Any]:
    """The context of a second look's page beside its form."""
    strategy = variant.strategy
    return {
        "variant": variant,
        "strategy": strategy,
        "looks": look_lines(strategy, variant),
        "marks": marks_of([variant]).get(variant.pk, []),
        "known": openings_known(strategy),
        "refusal": may_look(reader, strategy),
    }


def named_marks(variants: Iterable[Variant]) -> list[str]:
    """The marks beside results on sealed bars where several variants are shown."""
    shown = list(variants)
    marks = marks_of(shown)
    return [f"{wording(one).text}: {mark}" for one in shown for mark in marks.get(one.pk, [])]


# The override card and the history of decisions.


def decision_context(request: HttpRequest, strategy: Strategy) -> dict[str, Any]:
    """What `_decide.html` and `_decisions.html` need beside the form, which `decide_form` makes.

    `decisions` newest first, `current` the one in force; `offered` are the outcomes that things
    as they stand leave, `may_decide` whether this reader may take one, `own` whether nobody but
    another may; `chosen` is the variant that the reader came from.
    """
    decisions = list(strategy.decisions.select_related("user", "variant"))
    offered = outcomes_open(strategy)
    own = strategy.owner_id is not None and strategy.owner_id == request.user.pk
    choices = variant_choices(strategy)
    return {
        "decisions": decisions[::-1],
        "current": next((one for one in decisions if one.current), None),
        "offered": offered,
        "at_work": not offered,
        "own": own,
        "may_decide": bool(offered) and is_reviewer(request.user) and not own,
        "holdout_seen": holdout_seen(strategy),
        "choices": choices,
        "chosen": _chosen(request, choices),
        "best": _best(strategy),
    }


def _chosen(request: HttpRequest, choices: list[tuple[int, str]]) -> int | None:
    """The variant that the reader came from, `?variant=`, if it can be accepted."""
    chosen = request.GET.get("variant", "")
    return next((pk for pk, _label in choices if str(pk) == chosen), None)


def seen(context: dict[str, Any]) -> int:
    """The id of the decision that the page shows as in force; 0 for none."""
    current = context["current"]
    return current.pk if current else NOTHING_DECIDED


def variant_choices(strategy: Strategy) -> list[tuple[int, str]]:
    """The variants that may be accepted, newest round first, each with its Sharpe ratio."""
    sharpe = Backtest.objects.filter(variant=OuterRef("pk"), segment="validation")
    rows = strategy.variants.acceptable().order_by("-iteration", "index")
    shown = rows.annotate(sharpe=Subquery(sharpe.values("sharpe_ratio")[:1]))
    named = shown.values_list("pk", "iteration", "name", "sharpe")
    return [(pk, _label(*names)) for pk, *names in named]


def _label(iteration: int, name: str, sharpe: float | None) -> str:
    return gettext("iteration %(number)s: %(name)s (Sharpe ratio on validation: %(sharpe)s)") % {
        "number": iteration,
        "name": name,
        "sharpe": figure(sharpe),
    }


def _best(strategy: Strategy) -> int | None:
    """The best variant of the round with the highest gate score."""
    best = best_round(strategy.iterations.all())
    return best.best_variant_id if best is not None else None


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
    """A comparison of the clusters: its name, its value, or why there is none."""

    name: str
    label: str
    value: str


@dataclass(frozen=True)
class ClusterLine:
    """Trials with similar returns; the Sharpe ratio is annual, of train."""

    size: int
    sharpe_ratio: float | None
    kinds: str


@dataclass(frozen=True)
class TrialTally:
    """The last count by the gates: `raw` evaluations, `effective` independent trials."""

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
        """Whether train is longer than this many trials explain by luck alone."""
        return self.years >= self.needed


def tally_of(document: Mapping[str, Any] | None) -> TrialTally | None:
    """What `trading.graph.context.TrialLedger` returned; None before it was called."""
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
        message = gettext(REASONS[answer["reason"]]) % answer["details"]
    else:
        message = numbers.percent(value) if name == "pbo" else f"p {_below(value)}"
    return Compared(name, str(_COMPARED[name]), message)


def _below(value: float) -> str:
    p_value = numbers.p_value(value)
    return p_value if p_value.startswith("<") else f"= {p_value}"


@dataclass(frozen=True)
class TrialSummary:
    """How many parameter sets were tried, and what the best of that many reaches by luck alone."""

    own: int
    inherited: int
    total: int
    luck: float | None
    tally: TrialTally | None = None


def trials(strategy: Strategy, iterations: Sequence[Iteration], rest: Rest) -> TrialSummary:
    """The trials so far."""
    tally = tally_of(rest.ledger)
    best = tally.luck if tally else _luck(strategy, iterations, rest.trials["total"])
    return TrialSummary(**rest.trials, luck=best, tally=tally)


def _luck(strategy: Strategy, iterations: Sequence[Iteration], total: int) -> float | None:
    """As the gates judged it last; before that, and after a success, from the length of train."""
    if iterations:
        assessed = iterations[-1].failure.get("statistical_assessment") or {}
        if assessed.get("trials") == total and "expected_best_by_luck" in assessed:
            return float(assessed["expected_best_by_luck"])
    if strategy.date_from or strategy.date_to:
        return None  # only for readers who may see how many bars that leaves
    try:
        begin, end = split(strategy.dataset.bars).train
    except MarketError:
        return None
    return luck(total, end - begin - 1, strategy.dataset.bars_per_year)


@dataclass(frozen=True)
class HoldoutLine:
    """An opening of the sealed bars, and what the variant came to on them.

    `look` where a person opened them after the end; `mark` is what is said of any but a first.
    """

    opening: HoldoutOpening
    before: int
    backtest: Backtest | None
    psr: float | None
    passed: bool
    mark: str
    look: LookLine | None
    combined_p: float | None


def holdout_lines(strategy: Strategy, opened: Sequence[CountedOpening]) -> list[HoldoutLine]:
    """Every opening of the sealed bars by this development."""
    return [_holdout(strategy, each) for each in opened]


def _holdout(strategy: Strategy, opened: CountedOpening) -> HoldoutLine:
    backtest: Backtest | None = getattr(opened.opening, "backtest", None)
    figures = backtest.metrics if backtest else {}
    passed = backtest is not None and strategy.final_status == Strategy.Final.SUCCESS
    row: SecondLook | None = getattr(opened.opening, "second_look", None)
    look = LookLine(row, opened.before) if row else None
    mark = look.mark if look else later_mark(opened.before)
    return HoldoutLine(
        opened.opening, opened.before, backtest, figures.get("psr"), passed, mark, look,
        figures.get("combined_p"),
    )  # fmt: skip


@dataclass(frozen=True)
class LessonLine:
    """A lesson as it was recalled; `pk` is its row's, if it still exists."""

    kind: str
    text: str
    strategy: int
    pk: int | None
    recalled: Mapping[str, Any] = field(default_factory=dict)


@wording.register
def _lesson_line(row: LessonLine, strategy: Strategy | None = None) -> Wording:
    return recalled_wording(row.recalled, strategy.language if strategy else "")


def lesson_lines(strategy: Strategy, rest: Rest) -> list[LessonLine]:
    """The memory of the development at its start, most relevant first."""
    content: list[dict[str, Any]] = strategy.memory.content if strategy.memory else []
    return [
        LessonLine(row["kind"], row["text"], row["strategy"], rest.lessons.get(place), row)
        for place, row in enumerate(content)
    ]
