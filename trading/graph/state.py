"""The state of strategy development. Plain JSON only."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypedDict

from trading.domain.limits import Limits
from trading.graph.context import Document

DEFAULT_OBJECTIVE = "Find profitable trading strategies"


class WorkflowState(TypedDict, total=False):
    """What the nodes hand on: the fields of the specification, and what makes a run repeatable.

    `backtest_results` has one entry a variant, in their order: the figures of validation, with
    those of each segment under `segments`; `best_variant_index` is None while nothing ran.
    `kinds_allowed` are the kinds of rule that the objective, the constraints and the bars leave.
    `action` is what the round now at work carries out, `next_action` what the gates decided.
    `evidence` has what was found about each variant, None for one that the cheap gates stopped, and
    is None itself under gates that ask for none; `trial_ledger` is the newest count of trials.
    `decision_sentences` and `final_sentences` are the two texts by code and values, for any
    language. `final_status` is None until the end; `more_room` has the least limits under which one
    that ended at a limit would go on. `research_readings` is there only where language models read
    the research: `{agents: {name: ...}, sheets: {domain: ...}, lead}`.
    """

    ticker: str
    user_objective: str
    max_iterations: int
    max_strategy_iterations: int
    max_research_iterations: int

    research_findings: list[dict[str, Any]]
    technical_fact_sheet: dict[str, Any]
    fundamental_fact_sheet: dict[str, Any]
    sentiment_fact_sheet: dict[str, Any]
    research_synthesis: str
    research_confidence: float
    research_edges: list[dict[str, Any]]
    research_readings: dict[str, Any]

    strategy_variants: list[dict[str, Any]]
    strategy_rationale: str
    expected_performance: dict[str, Any]
    kinds_allowed: list[str]

    backtest_results: list[dict[str, Any]]
    best_variant_index: int | None
    backtest_summary: str

    evidence: list[dict[str, Any] | None] | None
    trial_ledger: dict[str, Any] | None
    quality_gate_results: list[dict[str, Any]]
    passed_quality_gates: bool
    failure_analysis: dict[str, Any] | None
    trajectory_analysis: dict[str, Any] | None
    next_action: str
    decision_reasoning: str
    decision_sentences: list[dict[str, Any]]
    holdout: dict[str, Any] | None

    current_iteration: int
    strategy_iteration: int
    research_iteration: int
    iteration_history: list[dict[str, Any]]

    final_strategy: dict[str, Any] | None
    final_status: str | None
    final_message: str
    final_sentences: list[dict[str, Any]]
    more_room: dict[str, int]

    workflow_id: str
    start_time: str
    end_time: str | None
    total_llm_calls: int
    total_cost: float
    error_log: list[str]

    language: str
    seed: int
    variants: int
    trials: int
    memory: dict[str, Any]


def initial_state(
    *,
    ticker: str,
    user_objective: str = DEFAULT_OBJECTIVE,
    limits: Limits = Limits(),  # noqa: B008  # a tuple of numbers
    language: str = "en",
    workflow_id: str = "",
    start_time: str = "",
    memory: dict[str, Any] | None = None,
    trials: int = 0,
) -> WorkflowState:
    """A state with every field in it; `trials` are those inherited from what is recalled."""
    return WorkflowState(
        ticker=ticker,
        user_objective=user_objective,
        max_iterations=limits.max_iterations,
        max_strategy_iterations=limits.max_strategy_iterations,
        max_research_iterations=limits.max_research_iterations,
        research_findings=[],
        technical_fact_sheet={},
        fundamental_fact_sheet={},
        sentiment_fact_sheet={},
        research_synthesis="",
        research_confidence=0.0,
        research_edges=[],
        strategy_variants=[],
        strategy_rationale="",
        expected_performance={},
        kinds_allowed=[],
        backtest_results=[],
        best_variant_index=None,
        backtest_summary="",
        evidence=None,
        trial_ledger=None,
        quality_gate_results=[],
        passed_quality_gates=False,
        failure_analysis=None,
        trajectory_analysis=None,
        next_action="",
        decision_reasoning="",
        decision_sentences=[],
        holdout=None,
        current_iteration=0,
        strategy_iteration=0,
        research_iteration=0,
        iteration_history=[],
        final_strategy=None,
        final_status=None,
        final_message="",
        final_sentences=[],
        more_room={},
        workflow_id=workflow_id,
        start_time=start_time,
        end_time=None,
        total_llm_calls=0,
        total_cost=0.0,
        error_log=[],
        language=language,
        seed=limits.seed,
        variants=limits.variants,
        trials=trials,
        memory=memory or {"sha256": "", "lessons": []},
    )


# Sentences of the state: said in the run's language, and kept by code and values for any other.

Say = Callable[[str, Mapping[str, Any], str], str]


def sentence(code: str, values: Mapping[str, Any]) -> Document:
    """A sentence as the state keeps it."""
    return {"code": code, "values": dict(values)}


def told(sentences: Sequence[Document], say: Say, language: str) -> str:
    """The sentences in a language, one after the other."""
    return " ".join(say(one["code"], one["values"], language) for one in sentences)
