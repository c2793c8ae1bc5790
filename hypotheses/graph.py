"""The refinement graph: its state as plain JSON; its nodes, pure given their Context; its edges."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime

from config.llm.analyst import Analyst, AnalystDraft, AnalystReview
from config.runs.port import MemorySteps, StepKey, Steps
from hypotheses.analyst.builtin import BuiltinAnalyst
from hypotheses.domain import gaps
from hypotheses.domain.refinement import route
from hypotheses.domain.types import ASPECTS, DEFAULT_REFINEMENTS


class MultiAgentState(TypedDict, total=False):
    """What the nodes hand on.

    `hypothesis_versions` are `{version, question, feedback}`, feedback `{status, improvements}`
    once reviewed. `methodologist_output` is the last review, `claim` the frame of the last version
    as plain JSON, `filled` its slots that hold words. A later round starts with the versions,
    `claim`, `filled` and `gaps` of the rounds before, and with `answers` by slot, slots
    that were `declined`, or a reviewer's `guidance`; `person_question` is the newest wording of a
    person's own.
    `frame` is what the author set before anything ran (`hypotheses.domain.frame`).
    """

    user_input: str
    language: str
    input_kind: str
    refinement_iteration: int
    max_refinements: int
    hypothesis_versions: list[dict[str, Any]]
    methodologist_output: dict[str, Any]
    forced: bool
    claim: dict[str, Any] | None
    filled: list[str]
    gaps: list[dict[str, Any]]
    answers: dict[str, str]
    declined: list[str]
    guidance: str
    person_question: str
    frame: dict[str, str | None]


# What the nodes get from outside: an analyst, the ledger of steps, the recorder.


class StepRecorder(Protocol):
    """Turns a step's output into rows; called once per step, in the step's transaction."""

    def understood(self, output: dict[str, Any]) -> None:
        """Record language, kind, and V1 when it is the author's words."""

    def drafted(self, output: dict[str, Any]) -> None:
        """A version by the structurer."""

    def reviewed(self, output: dict[str, Any]) -> None:
        """A review and the gap ledger after it."""

    def forced(self, output: dict[str, Any]) -> None:
        """The forced review at the limit."""


@dataclass(frozen=True)
class HypothesisContext:
    """The ports of one run. The defaults run a graph in memory, on the built-in analyst."""

    analyst: Analyst = field(default_factory=BuiltinAnalyst)
    steps: Steps = field(default_factory=MemorySteps)
    recorder: StepRecorder | None = None

    def record(self, event: str) -> Callable[[Any], None] | None:
        """The recorder's method for an event; None without a recorder."""
        return getattr(self.recorder, event) if self.recorder else None


_STATUSES = ("approved", "needs_refinement", "rejected")


class MalformedReview(ValueError):
    """An analyst's answer that is no review. It is never taken for a rejection."""


def _context(runtime: Runtime[HypothesisContext] | None) -> HypothesisContext:
    given = runtime.context if runtime is not None else None
    return given or HypothesisContext()


async def orchestrator(
    state: MultiAgentState, runtime: Runtime[HypothesisContext]
) -> dict[str, Any]:
    """Find the idea's language and kind; unless it is vague, the author's words are V1.

    With a frame, V1 states that frame.
    """
    context = _context(runtime)

    async def compute() -> dict[str, Any]:
        if state.get("hypothesis_versions"):
            return {"language": state["language"], "kind": state["input_kind"], "version": None}
        text = state["user_input"]
        reading = await context.analyst.read(text, state.get("language", "auto"))
        version = None
        if frame := state.get("frame"):
            brief: dict[str, Any] = {"original": text, "language": reading["language"]}
            brief["frame"] = frame
            draft = await context.analyst.structure(brief)
            version = _version(1, draft, "user" if draft["question"] == text else "structurer")
        elif reading["kind"] != "vague":
            brief = {"original": text, "language": reading["language"], "keep_words": True}
            version = _version(1, await context.analyst.structure(brief), "user")
        output = {"language": reading["language"], "kind": reading["kind"], "version": version}
        return {**output, "degraded": True} if reading.get("degraded") else output

    key = StepKey("orchestrator")
    output = await context.steps.aonce(key, compute, context.record("understood"))
    return {
        "language": output["language"],
        "input_kind": output["kind"],
        "refinement_iteration": 0,
        "max_refinements": state.get("max_refinements", DEFAULT_REFINEMENTS),
        "forced": False,
        **_with_version(state, output["version"]),
    }


def route_after_orchestrator(state: MultiAgentState) -> Literal["structurer", "methodologist"]:
    """The structurer for a vague idea and a later round; the methodologist for words that are
    V1."""
    later_round = any(state.get(request) for request in ("answers", "declined", "guidance"))
    has_version = bool(state.get("hypothesis_versions"))
    return "methodologist" if has_version and not later_round else "structurer"


async def structurer(state: MultiAgentState, runtime: Runtime[HypothesisContext]) -> dict[str, Any]:
    """Write V1 of a vague idea, or the next version that answers all gaps."""
    context = _context(runtime)
    versions = state.get("hypothesis_versions", [])
    iteration = state["refinement_iteration"] + (1 if versions else 0)

    async def compute() -> dict[str, Any]:
        draft = await context.analyst.structure(
            _brief(
                state,
                previous=versions[-1]["question"] if versions else None,
                review=state.get("methodologist_output"),
                answers=state.get("answers", {}),
                declined=state.get("declined", []),
                guidance=state.get("guidance", ""),
                iteration=iteration,
            )
        )
        number = versions[-1]["version"] + 1 if versions else 1
        return _version(number, draft, "structurer")

    key = StepKey("structurer", iteration)
    version = await context.steps.aonce(key, compute, context.record("drafted"))
    return {"refinement_iteration": iteration, **_with_version(state, version)}


async def methodologist(
    state: MultiAgentState, runtime: Runtime[HypothesisContext]
) -> dict[str, Any]:
    """Review the current version and update the gap ledger."""
    context = _context(runtime)
    current = state["hypothesis_versions"][-1]

    async def compute() -> dict[str, Any]:
        review = _checked(
            await context.analyst.review(
                _brief(
                    state,
                    question=current["question"],
                    declined=state.get("declined", []),
                    person_question=state.get("person_question", ""),
                    frame=state.get("frame"),
                    iteration=state["refinement_iteration"],
                )
            ),
            _STATUSES,
        )
        findings = [gaps.SlotFinding(**finding) for finding in review["findings"]]
        ledger = gaps.advance(
            gaps.from_dicts(state.get("gaps", [])),
            current["version"],
            findings,
            state.get("filled", ()),
        )
        return {
            "version": current["version"],
            "review": dict(review),
            "gaps": [gap.as_dict() for gap in ledger],
        }

    key = StepKey("methodologist", state["refinement_iteration"])
    output = await context.steps.aonce(key, compute, context.record("reviewed"))
    review = output["review"]
    # Only the author's answers are missing: further rounds would write the same version again.
    spent = review["status"] == "needs_refinement" and review.get("exhausted")
    iteration = state["max_refinements"] if spent else state["refinement_iteration"]
    return {
        "gaps": output["gaps"],
        "refinement_iteration": iteration,
        **_with_review(state, review),
    }


async def methodologist_force_decision(
    state: MultiAgentState, runtime: Runtime[HypothesisContext]
) -> dict[str, Any]:
    """At the limit: decide on the same version, with its gaps left open."""
    context = _context(runtime)
    current = state["hypothesis_versions"][-1]

    async def compute() -> dict[str, Any]:
        review = _checked(
            await context.analyst.decide(
                _brief(state, question=current["question"], review=state["methodologist_output"])
            ),
            ("approved", "rejected"),
        )
        return {"version": current["version"], "review": dict(review)}

    key = StepKey("methodologist_force_decision", state["refinement_iteration"])
    output = await context.steps.aonce(key, compute, context.record("forced"))
    return {"forced": True, **_with_review(state, output["review"])}


def _brief(state: MultiAgentState, **further: Any) -> dict[str, Any]:
    """The analyst's input about an idea: its parts, and what else the question concerns."""
    return {
        "original": state["user_input"],
        "language": state["language"],
        "claim": state.get("claim"),
        **further,
    }


def _checked(review: AnalystReview, statuses: tuple[str, ...]) -> AnalystReview:
    if review.get("status") not in statuses:
        raise MalformedReview(f"a review with status {review.get('status')!r}")
    scores = [(score.get("aspect"), score.get("score")) for score in review.get("scores", [])]
    each_once = sorted(str(aspect) for aspect, _ in scores) == sorted(ASPECTS)
    if not each_once or any(score not in (0, 1, 2) for _, score in scores):
        raise MalformedReview(f"a review with scores {scores}")
    return review


def _version(number: int, draft: AnalystDraft, origin: str) -> dict[str, Any]:
    return {"number": number, "origin": origin, **draft}


def _with_version(state: MultiAgentState, version: dict[str, Any] | None) -> dict[str, Any]:
    versions = list(state.get("hypothesis_versions", []))
    if version is None:
        return {"hypothesis_versions": versions}
    versions.append(
        {"version": version["number"], "question": version["question"], "feedback": None}
    )
    return {"hypothesis_versions": versions, "claim": version["claim"]}


def _with_review(state: MultiAgentState, review: dict[str, Any]) -> dict[str, Any]:
    feedback = {"status": review["status"], "improvements": review["improvements"]}
    versions = list(state["hypothesis_versions"])
    versions[-1] = {**versions[-1], "feedback": feedback}
    return {
        "hypothesis_versions": versions,
        "methodologist_output": review,
        "filled": [finding["slot"] for finding in review["findings"] if finding["filled"]],
    }


def route_after_methodologist(state: MultiAgentState) -> str:
    """END, `structurer` (below the limit) or `methodologist_force_decision` (at it)."""
    status = state["methodologist_output"]["status"]
    step = route(status, state["refinement_iteration"], state["max_refinements"])
    return {"end": END, "refine": "structurer", "force": "methodologist_force_decision"}[step]


def create_multi_agent_graph() -> Any:
    """The compiled graph. Run it with `ainvoke(state, context=Context(...))`.

    Only `user_input` is needed to start; without a context it runs in memory on the built-in
    analyst.
    """
    graph = StateGraph(MultiAgentState, context_schema=HypothesisContext)
    for node in (
        orchestrator,
        structurer,
        methodologist,
        methodologist_force_decision,
    ):
        graph.add_node(node.__name__, node)
    graph.add_edge(START, "orchestrator")
    graph.add_conditional_edges(
        "orchestrator", route_after_orchestrator, ["structurer", "methodologist"]
    )
    graph.add_edge("structurer", "methodologist")
    graph.add_conditional_edges(
        "methodologist",
        route_after_methodologist,
        ["structurer", "methodologist_force_decision", END],
    )
    graph.add_edge("methodologist_force_decision", END)
    return graph.compile()
