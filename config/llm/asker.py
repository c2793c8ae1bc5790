"""How an agent asks a model: the port that both apps' agents see."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from pydantic import BaseModel

from config.llm.errors import BudgetExceeded, ModelFailed
from config.llm.texts import Prompt

__all__ = ["Answered", "Asker", "BudgetExceeded", "Check", "ModelFailed", "Prompt", "Salvage", "T"]

T = TypeVar("T", bound=BaseModel)


# Asking models on behalf of the agents, and knowing when to stop.

Faults = Callable[[Any], Iterable[str]]
"""All that is wrong with an answer; empty texts are no fault."""

_PATIENCE = 2  # questions in a row that no model answered, before none is asked any more


class AgentQuestion(NamedTuple):
    """What an agent wants to know: the prompt, the answer's shape, and how it is checked.

    `salvage` keeps what is sound of an answer that is still wrong after its repair.
    """

    agent: str
    node: str
    prompt: Prompt
    schema: type[BaseModel]
    faults: Faults = lambda _answer: ()
    salvage: Callable[[Any], Any] | None = None


class AgentAsker:
    """One run's questions. Where no model answers twice in a row, the rest is not asked."""

    def __init__(self, asker: Asker) -> None:
        self.asker = asker
        self._failures: list[ModelFailed] = []

    def serves(self, agent: str) -> bool:
        """Whether a model is configured for an agent."""
        return self.asker.serves(agent)

    async def ask(self, question: AgentQuestion) -> Answered[Any]:
        """An answer without faults. Raises ModelFailed, BudgetExceeded."""
        return (await self.ask_all([question]))[0]

    async def ask_all(self, questions: Sequence[AgentQuestion]) -> list[Answered[Any]]:
        """The answers to some questions, asked side by side. Raises as `ask`, when all are done.

        A budget that is used up is told before a model that failed: it ends the run.
        """
        if len(self._failures) >= _PATIENCE:
            raise self._failures[-1]
        found = await asyncio.gather(*map(self._ask, questions), return_exceptions=True)
        errors = [each for each in found if isinstance(each, BaseException)]
        for error in errors:
            if not isinstance(error, ModelFailed):
                raise error
        if errors:
            self._failures += [e for e in errors if isinstance(e, ModelFailed)][:1]
            raise errors[0]
        self._failures.clear()
        return [each for each in found if isinstance(each, Answered)]

    def _ask(self, question: AgentQuestion) -> Any:
        further = {"salvage": question.salvage} if question.salvage else {}
        return self.asker.ask(
            agent=question.agent,
            node=question.node,
            prompt=question.prompt,
            schema=question.schema,
            check=lambda answer: " ".join(filter(None, question.faults(answer))),
            **further,
        )


def judge_name(answers: Iterable[Answered[Any]], taken: str) -> str:
    """The models that gave some answers, as one judge; never by the `taken` name."""
    names = " + ".join(sorted({answer.model for answer in answers}))[:80]
    return f"{names} (model)"[:80] if names == taken else names


Check = Callable[[T], str]
"""Says what is wrong with a valid answer, for the model to mend; empty when nothing is."""
Salvage = Callable[[T], T | None]
"""What is sound of an answer that is still wrong after its repair; None when nothing is."""


class Answered(NamedTuple, Generic[T]):
    """A validated answer, the model that gave it, and whether it came from the cache."""

    value: T
    model: str
    cached: bool


class Asker(Protocol):
    """Asks the models of a chain, one after the other, within a run's budget."""

    def serves(self, agent: str) -> bool:
        """Whether any model is configured for an agent."""

    async def ask(
        self,
        *,
        agent: str,
        node: str,
        prompt: Prompt,
        schema: type[T],
        check: Check[T] | None = None,
        salvage: Salvage[T] | None = None,
    ) -> Answered[T]:
        """A validated answer: from the cache, or from the first model that gives one.

        `check` says what is wrong with a valid answer: that leads to one repair round, then to
        the next model. `salvage` may make a sound answer of one that is wrong even after its
        repair. Raises ModelFailed when no model gave a usable answer (the built-in
        analyst takes over, marked `degraded`); BudgetExceeded before a call that could go over
        the run's budget (nobody catches it: it ends the run, which says so).
        """
