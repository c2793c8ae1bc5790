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


# Asking models for the agents, and when to stop.

Faults = Callable[[Any], Iterable[str]]
"""The faults of an answer as one text; empty texts are no fault."""

_PATIENCE = 2  # questions in a row without an answer after which no model is asked any more


class AgentQuestion(NamedTuple):
    """An agent's question: the prompt, the form of the answer, and its check.

    `salvage` keeps the sound part of an answer that is still wrong after its repair.
    """

    agent: str
    node: str
    prompt: Prompt
    schema: type[BaseModel]
    faults: Faults = lambda _answer: ()
    salvage: Callable[[Any], Any] | None = None


class AgentAsker:
    """The questions of one run. After two in a row that no model answered, no more are asked."""

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
        """The answers to several questions, asked in parallel. Raises as `ask` does, once all are
        done.

        A used-up budget is raised before a model's failure: it ends the run.
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


NAME_LENGTH = 80
"""The length of the column that holds the name of a judge."""


def judge_name(answers: Iterable[Answered[Any]], taken: str) -> str:
    """The models that gave some answers, as the name of one judge, different from `taken`."""
    names = " + ".join(sorted({answer.model for answer in answers}))[:NAME_LENGTH]
    return f"{names} (model)"[:NAME_LENGTH] if names == taken else names


Check = Callable[[T], str]
"""Returns the faults of a valid answer, for the model to correct; empty when there are none."""
Salvage = Callable[[T], T | None]
"""Returns the sound part of an answer that is still wrong after its repair; None when there is
none."""


class Answered(NamedTuple, Generic[T]):
    """A validated answer, the model that gave it, and whether it came from the cache."""

    value: T
    model: str
    cached: bool


class Asker(Protocol):
    """Asks the models of a chain, one after the other, within the budget of a run."""

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

        `check` returns the faults of a valid answer: they lead to one round of repair, then to the
        next model. `salvage` may make a sound answer of one that is wrong even after its repair.
        Raises ModelFailed when no model gave a usable answer (the built-in analyst takes over,
        marked `degraded`); BudgetExceeded before a call that could exceed the run's budget (no
        caller catches it: it ends the run, which records the reason).
        """
