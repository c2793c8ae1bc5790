"""The development run: how it is made ready, and how its end is kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db.models import Sum
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.lazy_import import imports
from config.runs.ledger import Ledger
from config.runs.models import LlmCall, Run
from config.runs.registry import Job, Outcome, RunKind
from trading.domain.limits import Limits
from trading.domain.profiles import Profile
from trading.market.data import MarketData
from trading.memory import remember, trial_count
from trading.models import Strategy
from trading.recorder import StrategyRecorder, keep_state, verdict
from trading.services.submit import KIND
from trading.services.terms import terms_of
from trading.services.wording import verdict_in_other_languages, wording


def prepare(run: Run, ledger: Ledger) -> Job:
    """The graph with the state this run starts from; writes nothing."""
    # LangGraph takes two seconds to import, and most commands do without it.
    with imports():
        from trading.graph import Context, create_workflow_graph
        from trading.services.bench import PoolBench, workers
        from trading.services.holdout import RecordedHoldout
        from trading.services.researchers import minds_of
        from trading.services.trial_ledger import PlayedTrials
        from trading.services.trial_series import TrainSeries
        from trading.storage import load

    strategy = Strategy.objects.select_related("dataset", "memory", "owner").get(pk=run.subject_id)
    rows = list(strategy.auxiliary.order_by("pk"))
    data = load(strategy.dataset, strategy.date_from, strategy.date_to, rows)
    terms = terms_of(strategy)
    pool = workers()
    money = terms | {"bars_per_year": data.bars_per_year}
    minds = minds_of(strategy, data, ledger)
    context = Context(
        researcher=minds.researcher,
        strategist=minds.strategist,
        judges=minds.judges,
        ledger=PlayedTrials(strategy, TrainSeries(pool, data, **terms)),
        bench=PoolBench(pool, data, **terms),
        holdout=RecordedHoldout(strategy, run, pool, money),
        profile=Profile.from_dict(strategy.profile),
        steps=ledger,
        recorder=StrategyRecorder(strategy.pk, run.pk),
        usage=sync_to_async(lambda: _usage(strategy.pk)),
        bars_per_year=data.bars_per_year,
        train_bars=data.segments.train[1] - data.segments.train[0],
        constraints=strategy.constraints,
        starting_spec=strategy.starting_spec,
        guidance=tuple(run.params.get("guidance", ())),
        guided=run.params.get("guided", False),
    )
    # Calls to models have limits of their own; a model that hangs must not fail a node.
    limit = None if minds.aclose else settings.NODE_TIMEOUT_SECONDS
    return Job(
        create_workflow_graph(limit),
        _state(strategy, run, data),
        context,
        keep=lambda state: keep_state(strategy.pk, state),
        close=pool.close,
        aclose=minds.aclose,
    )


def _state(strategy: Strategy, run: Run, data: MarketData) -> Mapping[str, Any]:
    from trading.graph import initial_state

    if "state" in run.params:
        going_on: Mapping[str, Any] = run.params["state"]
        return going_on
    snapshot = strategy.memory
    return initial_state(
        ticker=strategy.ticker,
        user_objective=strategy.objective,
        limits=Limits(
            strategy.max_iterations,
            strategy.max_strategy_iterations,
            strategy.max_research_iterations,
            strategy.variants_wanted,
            strategy.seed,
        ),
        language=strategy.language,
        workflow_id=str(strategy.pk),
        start_time=run.created_at.isoformat(timespec="seconds"),
        memory={
            "sha256": snapshot.sha256 if snapshot else "",
            "lessons": _lessons(snapshot.content if snapshot else []),
        },
        trials=trial_count(strategy)["inherited"],
    )


def _lessons(content: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The lessons without the ids of their strategies, which are of this database alone."""
    return [{k: v for k, v in lesson.items() if k != "strategy"} for lesson in content]


def _usage(strategy_id: int) -> tuple[int, float]:
    """Model calls of all runs of a strategy, and what they cost in USD."""
    runs = Run.objects.filter(kind=KIND, subject_id=strategy_id)
    calls = LlmCall.objects.filter(run__in=runs)
    return calls.count(), float(calls.aggregate(cost=Sum("cost_usd"))["cost"] or 0)


def finish(run: Run, state: Mapping[str, Any]) -> Outcome:
    """The end of the development, its verdict as a decision and what it taught, in the transaction
    that ends the run."""
    if not state.get("final_status"):
        return Outcome("failed", _("the development came to no end"))
    # Locked as a person's decision locks it: of two verdicts one is in force.
    strategy = Strategy.objects.select_for_update().get(pk=run.subject_id)
    strategy.final_status = state["final_status"]
    strategy.final_message = state["final_message"]
    strategy.final_sentences = state.get("final_sentences", [])
    strategy.final_words = verdict_in_other_languages(strategy)
    strategy.state = dict(state)
    ended = ["final_status", "final_message", "final_sentences", "final_words", "state"]
    strategy.save(update_fields=ended)
    verdict(strategy, state, asked_at=run.created_at)
    remember(strategy=strategy, state=state)
    return Outcome()


def result(run: Run) -> str:
    """The verdict on the strategy."""
    return wording(Strategy.objects.get(pk=run.subject_id)).text


DEVELOPMENT = RunKind(
    KIND,
    prepare,
    finish,
    visible=Strategy.objects.visible_to,
    result=result,
    title=gettext_lazy("strategy development"),
    page="strategy",
)
