"""A run kind whose nodes ask models: `nodes` side by side, each as many `questions` in a row.

Its parameters: `nodes`, `questions`, `same` (every question is alike: the cache can answer).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypedDict

from pydantic import BaseModel

from config.llm.asker import Asker, Prompt
from config.runs.calls import asker_for
from config.runs.ledger import Ledger
from config.runs.models import Run
from config.runs.port import StepKey, Steps
from config.runs.registry import Job, Outcome, RunKind


class Verdict(BaseModel):
    status: Literal["approved", "rejected"]
    why: str = ""


@dataclass(frozen=True)
class Context:
    asker: Asker
    steps: Steps
    params: Mapping[str, Any]


def _joined(left: list[str], right: list[str]) -> list[str]:
    return sorted([*left, *right])


class State(TypedDict, total=False):
    answers: Annotated[list[str], _joined]


def prepare(run: Run, ledger: Ledger) -> Job:
    from langgraph.graph import END, START, StateGraph

    asker = asker_for(ledger)
    assert asker is not None
    graph = StateGraph(State, context_schema=Context)
    for number in range(run.params.get("nodes", 1)):
        graph.add_node(f"node{number}", _node(f"node{number}"))
        graph.add_edge(START, f"node{number}")
        graph.add_edge(f"node{number}", END)
    context = Context(asker, ledger, run.params)
    return Job(graph.compile(), {"answers": []}, context, aclose=asker.aclose)


def _node(name: str) -> Any:
    from langgraph.runtime import Runtime

    async def node(state: State, runtime: Runtime[Context]) -> dict[str, Any]:
        context = runtime.context
        answers = []
        for number in range(context.params.get("questions", 1)):

            async def compute(number: int = number) -> str:
                user = "Well?" if context.params.get("same") else f"{name}: question {number}?"
                prompt = Prompt("verdict", "c" * 64, "You judge.", user)
                answered = await context.asker.ask(
                    agent="judge", node=name, prompt=prompt, schema=Verdict
                )
                return answered.value.status

            answers.append(await context.steps.aonce(StepKey(name, number), compute))
        return {"answers": answers}

    return node


def finish(run: Run, state: Mapping[str, Any]) -> Outcome:
    return Outcome()


ASKING = RunKind("asking", prepare, finish)
