"""Starting a development."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from config.desk.refusals import Missing
from config.recall.index import searched
from config.runs.models import Run
from config.runs.services import enqueue_run
from config.runs.tracing import TRACED
from hypotheses.models import Hypothesis
from trading.analyst.objective import read_objective
from trading.domain.broker import asks_for_fractions
from trading.domain.gates import DEFAULT_PROFILE
from trading.domain.limits import Limits, RequestError, check_limits, check_objective
from trading.domain.profiles import Profile
from trading.graph.state import DEFAULT_OBJECTIVE
from trading.market.clock import moment
from trading.market.data import MarketData
from trading.memory import recall
from trading.memory.recall_search import Matches, matches
from trading.models import MemorySnapshot, Strategy
from trading.services.hypothesis_draft import approved_hypothesis
from trading.services.profiles import frozen_profile
from trading.services.terms import asked_terms
from trading.storage import auxiliary_of, find_dataset, load
from trading.strategies.constraints import Constraints, check, parse_constraints
from trading.strategies.parse import parse_spec

KIND = "development"
LANGUAGES = ("en", "pt")


class Development(NamedTuple):
    """A strategy and the run that develops it."""

    strategy: Strategy
    run: Run


def start_development(
    *,
    ticker: str,
    objective: str = DEFAULT_OBJECTIVE,
    limits: Limits = Limits(),  # noqa: B008  # a tuple of numbers
    profile: str = DEFAULT_PROFILE,
    language: str = "en",
    constraints: Mapping[str, Any] | None = None,
    starting_spec: Mapping[str, Any] | None = None,
    memory: str = "recall",
    user: User | None = None,
    forked_from: Strategy | None = None,
    hypothesis: int | None = None,
    masked: bool = False,
    traced: bool = True,
    wake: bool = True,
) -> Development:
    """Keep what is asked for, freeze gates, costs and memory, and start the run.

    `memory` is "recall" (what earlier developments left), "none", or the hash of a snapshot that
    a strategy which `user` may see recalled; `hypothesis` the number of the approved one that it
    tests (a fork keeps that of the first). `masked` hides ticker, dates and price level from
    language models; a run that is not `traced` tells no tracing service.
    Raises RequestError, MarketError (unknown ticker, too few bars), SpecError, ConstraintError,
    ProfileError, Missing (snapshot, hypothesis), Conflict (hypothesis), QuotaExceeded; then
    nothing is written.
    """
    origin = _origin(hypothesis, user, forked_from)
    asked = check_objective(objective)
    check_limits(limits)
    if language not in LANGUAGES:
        raise RequestError("language", given=language)
    wanted = parse_constraints(constraints or {})
    spec = _conforming(starting_spec, wanted)
    gates = _asked_of(frozen_profile(profile), asked)
    dataset = find_dataset(ticker)
    data = load(dataset, wanted.start, wanted.end)
    data.require(settings.MIN_BARS)
    wanted = _with_costs(wanted, data)
    found = matches(asked, user) if memory == "recall" else None
    with transaction.atomic():
        strategy = Strategy.objects.create(
            ticker=dataset.ticker,
            objective=asked,
            language=language,
            dataset=dataset,
            date_from=wanted.start,
            date_to=wanted.end,
            max_iterations=limits.max_iterations,
            max_strategy_iterations=limits.max_strategy_iterations,
            max_research_iterations=limits.max_research_iterations,
            variants_wanted=limits.variants,
            seed=limits.seed,
            profile=gates.as_dict(),
            calculation=gates.calculation,
            constraints=wanted.model_dump(mode="json", exclude_defaults=True),
            starting_spec=spec,
            memory=_memory(memory, asked, data, language, user, found),
            forked_from=forked_from,
            hypothesis=origin,
            masked=masked,
            owner=user,
        )
        strategy.auxiliary.set(auxiliary_of(strategy.ticker))
        untraced = {} if traced else {TRACED: False}
        run = enqueue_run(kind=KIND, subject_id=strategy.pk, params=untraced, user=user, wake=wake)
        if found is not None:
            searched(run, calls=found.calls, why=found.why)
    return Development(strategy, run)


def _asked_of(gates: Profile, objective: str) -> Profile:
    """The gates with what the objective asks for required, where one test decides all else."""
    if gates.final_error and read_objective(objective).low_risk:
        return gates.requiring("max_drawdown")
    return gates


def _origin(
    asked: int | None, user: User | None, forked_from: Strategy | None
) -> Hypothesis | None:
    """The hypothesis that it tests: what a fork is made of came from that of the first."""
    if asked is not None:
        return approved_hypothesis(hypothesis_id=asked, user=user)
    return forked_from.hypothesis if forked_from else None


def _conforming(document: Mapping[str, Any] | None, wanted: Constraints) -> dict[str, Any] | None:
    """A starting spec in normal form. Raises SpecError, ConstraintError."""
    if document is None:
        return None
    spec = parse_spec(document)
    check(spec, wanted)
    return spec.document()


def _with_costs(constraints: Constraints, data: MarketData) -> Constraints:
    """The constraints with the costs of this site where the user names none: frozen with them, and
    whether parts of a unit are traded, by the prices of train."""
    cash = settings.BACKTEST_CASH if constraints.cash is None else constraints.cash
    costs = {
        "commission": settings.BACKTEST_COMMISSION,
        "cash": cash,
        "fractions": asks_for_fractions(float(data.train["High"].max()), cash),
    }
    costs |= asked_terms(constraints.model_dump())
    missing = {name: value for name, value in costs.items() if getattr(constraints, name) is None}
    return constraints.model_copy(update=missing)


def _memory(
    wanted: str,
    objective: str,
    data: Any,
    language: str,
    user: User | None,
    found: Matches | None,
) -> MemorySnapshot | None:
    if wanted == "none":
        return None
    if wanted == "recall":
        return recall(
            user=user,
            ticker=data.ticker,
            objective=objective,
            frequency=data.frequency,
            language=language,
            until=moment(data.frame.index[-1]),
            found=found,
        )
    kept = _seen(user).filter(sha256__startswith=wanted).first() if wanted else None
    if kept is None:
        raise Missing(_("there is no memory snapshot %(hash)r") % {"hash": wanted})
    return kept


def _seen(user: User | None) -> QuerySet[MemorySnapshot]:
    """The memories of strategies that a person may see: what others recalled is theirs, and the
    beginning of a hash is soon guessed. All for who holds the database."""
    rows = MemorySnapshot.objects.all()
    if user is None:
        return rows
    return rows.filter(pk__in=Strategy.objects.visible_to(user).values("memory"))
