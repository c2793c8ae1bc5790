"""The querysets of trading's lists: which rows, in which order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.db.models import Count, Exists, F, FloatField, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce, NullIf

from config.text.validation import as_number
from trading.models import (
    AuxiliaryDataset,
    Backtest,
    Dataset,
    SavedSpec,
    SpecBacktest,
    Strategy,
    Variant,
)
from trading.querysets import (
    LARGE,
    LARGE_OF_STRATEGY,
    LESSONS,
    STRATEGIES,
    AuxiliaryQuerySet,
    DatasetQuerySet,
    LessonQuerySet,
    StrategyQuerySet,
)

FIGURES = {
    "sharpe": "sharpe_ratio",
    "return": "annual_return",
    "drawdown": "max_drawdown",
    "trades": "total_trades",
    "wins": "win_rate",
    "factor": "profit_factor",
}
"""Orders by a figure of one segment, highest first."""

VARIANT_STRATEGY_ORDERS: dict[str, list[Any]] = {
    "number": [F("iteration").asc(), F("index").asc()],
    "name": [F("name").asc()],
    "approach": [F("approach").asc()],
    "score": [F("gate_score").desc(nulls_last=True)],
    "gates": [F("gates_passed").desc(), F("gate_score").desc(nulls_last=True)],
}
_LAST = [F("iteration").asc(), F("index").asc()]


def known_order(order: str) -> str:
    """The order, with its minus sign if any; "number" for an unknown one."""
    return order if order.removeprefix("-") in {*VARIANT_STRATEGY_ORDERS, *FIGURES} else "number"


def listed_variants(
    strategy: Strategy, values: Mapping[str, Any], order: str = "number", on: str = "validation"
) -> QuerySet[Variant]:
    """A development's variants narrowed by the clean values of a VariantFilter, sorted.

    A minus before the order turns it around. Each with `gate_score`, `gate_count`,
    `gates_passed` and `required_failed`.
    """
    rows = _with_gates(strategy.variants.all())
    if values.get("iteration"):
        rows = rows.filter(iteration=values["iteration"])
    if values.get("passed"):
        least = float(strategy.profile.get("pass_score", 1.0))
        through = Q(gate_count__gt=0, required_failed=0, gate_score__gte=least)
        rows = rows.filter(through if values["passed"] == "yes" else ~through | Q(gate_score=None))
    rows = rows.select_related("parent").prefetch_related("backtests", "gates")
    return _sorted(rows, known_order(order), on).defer("code", "description", "rationale")


def _with_gates(rows: QuerySet[Variant]) -> QuerySet[Variant]:
    weighted = Sum(F("gates__score") * F("gates__weight"), output_field=FloatField())
    weights = NullIf(Sum("gates__weight"), 0.0, output_field=FloatField())
    return rows.annotate(
        gate_score=weighted / weights,
        gate_count=Count("gates"),
        gates_passed=Count("gates", filter=Q(gates__passed=True)),
        required_failed=Count("gates", filter=Q(gates__required=True, gates__passed=False)),
    )


def _sorted(rows: QuerySet[Variant], order: str, on: str) -> QuerySet[Variant]:
    name = order.removeprefix("-")
    if name in FIGURES:
        of_segment = Backtest.objects.filter(variant=OuterRef("pk"), segment=on)
        rows = rows.annotate(by=Subquery(of_segment.values(FIGURES[name])[:1]))
        keys = [F("by").desc(nulls_last=True)]
    else:
        keys = VARIANT_STRATEGY_ORDERS[name]
    if order.startswith("-"):
        keys = [_turned(key) for key in keys]
    return rows.order_by(*keys, *_LAST)


def _turned(key: Any) -> Any:
    """The reverse order; rows without a value stay last."""
    if key.descending:
        return key.expression.asc(nulls_last=key.nulls_last)
    return key.expression.desc(nulls_last=key.nulls_last)


_LOOKS = 20  # characters of a spec's hash


def newest(rows: QuerySet[Any]) -> QuerySet[Any]:
    """The newest version under each name."""
    later = SavedSpec.objects.filter(
        owner=OuterRef("owner"), name=OuterRef("name"), version__gt=OuterRef("version")
    )
    return rows.filter(~Exists(later))


def listed_specs(seen: QuerySet[Any], values: Mapping[str, Any]) -> QuerySet[Any]:
    """The newest version of each name of `seen`, narrowed by the clean values of SpecFilterForm."""
    condition = Q(archived_at__isnull=values.get("archived") != "only")
    for word in values.get("q", "").split():
        condition &= searched_spec(word)
    return newest(seen).filter(condition).select_related("owner").order_by("-pk")


def searched_spec(word: str) -> Q:
    """Specs whose name contains a word, or whose hash begins with it."""
    return Q(name__icontains=word) | Q(spec_hash__istartswith=word)


def strategies_that_tried(user: Any, hashes: Iterable[str]) -> dict[str, list[int]]:
    """By spec hash, the numbers of the strategies that tried it and that a person may see,
    newest first."""
    seen = Strategy.objects.visible_to(user)
    rows = Variant.objects.filter(spec_hash__in=list(hashes), strategy__in=seen)
    found: dict[str, list[int]] = {}
    pairs = rows.order_by("-strategy").values_list("spec_hash", "strategy").distinct()
    for digest, strategy in pairs:
        found.setdefault(digest, []).append(strategy)
    return found


def versions_of(saved: SavedSpec) -> list[SavedSpec]:
    """Every version under a saved spec's name, newest first."""
    rows = SavedSpec.objects.filter(owner=saved.owner_id, name=saved.name)
    return list(rows.order_by("-version"))


def looks_at(user: Any, digest: str) -> list[SpecBacktest]:
    """The newest backtests of a spec outside developments that a person may see."""
    if not digest:
        return []
    rows = SpecBacktest.objects.visible_to(user).filter(spec_hash=digest)
    return list(rows.select_related("dataset", "owner").defer("trades", "spec")[:_LOOKS])


_EXACT = ("kind", "approach", "frequency")


class KnownLessons(NamedTuple):
    """The choices of the filter form."""

    approaches: list[str]
    frequencies: list[str]


def listed_lessons(seen: LessonQuerySet, values: Mapping[str, Any]) -> LessonQuerySet:
    """`seen` narrowed by the clean values of a LessonFilterForm."""
    rows = seen.select_related("strategy").defer(*LARGE_OF_STRATEGY)
    if query := values.get("q", "").strip():
        number = as_number(query)
        found = seen.filter(LESSONS.matching(query))
        rows = rows.filter(pk=number) if number else rows.filter(pk__in=found.values("pk"))
    if ticker := values.get("ticker", "").strip():
        rows = rows.filter(ticker=ticker.upper())
    rows = rows.filter(**{name: values[name] for name in _EXACT if values.get(name)})
    if values.get("pinned"):
        rows = rows.filter(pinned=values["pinned"] == "yes")
    for name in ("retired", "archived"):
        if values.get(name, "") != "all":
            rows = rows.filter(**{f"{name}_at__isnull": values.get(name) != "only"})
    return rows.with_wording().order_by("-pk")


def known_lessons(seen: LessonQuerySet) -> KnownLessons:
    """The approaches and frequencies of the lessons that the person may see."""
    pairs = list(seen.order_by().values_list("approach", "frequency").distinct())
    return KnownLessons(
        approaches=sorted({approach for approach, _frequency in pairs if approach}),
        frequencies=sorted({frequency for _approach, frequency in pairs}),
    )


def listed_datasets(ticker: str = "") -> DatasetQuerySet:
    """The newest version of each ticker that holds `words`, with `strategy_count`."""
    rows = Dataset.objects.newest().filter(ticker__contains=ticker.strip().upper())
    return with_dataset_use(rows).order_by("ticker")


def with_dataset_use(rows: DatasetQuerySet) -> DatasetQuerySet:
    """Each with `strategy_count`, the number of developments that used it, without the stored
    bars."""
    own = Strategy.objects.filter(dataset=OuterRef("pk")).order_by().values("dataset")
    counted = Subquery(own.annotate(number=Count("pk")).values("number"))
    return rows.annotate(strategy_count=Coalesce(counted, 0))


def older_datasets(rows: Iterable[Dataset]) -> dict[str, list[Dataset]]:
    """The versions before each of these, by ticker, newest first."""
    newest = {row.ticker: row.version for row in rows}
    found: dict[str, list[Dataset]] = {}
    for row in with_dataset_use(Dataset.objects.filter(ticker__in=newest)).order_by(
        "ticker", "-version"
    ):
        if row.version < newest[row.ticker]:
            found.setdefault(row.ticker, []).append(row)
    return found


def listed_auxiliary(ticker: str = "") -> AuxiliaryQuerySet:
    """The newest version of each ticker and kind, without its rows."""
    rows = AuxiliaryDataset.objects.newest().filter(ticker__contains=ticker.strip().upper())
    return with_auxiliary_use(rows).order_by("ticker", "kind")


def with_auxiliary_use(rows: AuxiliaryQuerySet) -> AuxiliaryQuerySet:
    """Each with `strategy_count`, and without its content."""
    through: Any = Strategy.auxiliary.through
    own = through.objects.filter(auxiliarydataset=OuterRef("pk")).order_by()
    counted = own.values("auxiliarydataset").annotate(number=Count("pk")).values("number")
    return rows.defer("content").annotate(strategy_count=Coalesce(Subquery(counted), 0))


STRATEGY_ORDERS = {
    "new": ["-pk"],
    "old": ["pk"],
    "ticker": ["ticker", "-pk"],
    "status": ["status", "-pk"],
    "rounds": ["-round_count", "-pk"],
    "trials": ["-trial_count", "-pk"],
}
_LOOKUPS = (
    ("status", "status"),
    ("source", "source"),
    ("ticker", "ticker__iexact"),
    ("owner", "owner__username__iexact"),
    ("since", "created_at__date__gte"),
    ("until", "created_at__date__lte"),
)


def listed_strategies(
    seen: StrategyQuerySet, values: Mapping[str, Any], order: str = "new"
) -> StrategyQuerySet:
    """`seen` narrowed by the clean values of a FilterForm, in one of STRATEGY_ORDERS."""
    rows = seen.with_status().with_counts().select_related("owner").filter(_strategy_query(values))
    return rows.defer(*LARGE).order_by(*STRATEGY_ORDERS.get(order, STRATEGY_ORDERS["new"]))


def _strategy_query(values: Mapping[str, Any]) -> Q:
    condition = Q()
    for name, lookup in _LOOKUPS:
        if values.get(name):
            condition &= Q(**{lookup: values[name]})
    if query := (values.get("q") or "").strip():
        condition &= searched_strategies(query)
    return condition


def searched_strategies(query: str) -> Q:
    """Strategies with every word in the ticker, the objective or the final message; a number
    finds a strategy by its number, too."""
    found = STRATEGIES.matching(query)
    number = as_number(query)
    return found if number is None else found | Q(pk=number)
