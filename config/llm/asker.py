"""How an agent asks a model: the port that both apps' agents see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, NamedTuple, Protocol, TypeVar

from pydantic import BaseModel

from .errors import BudgetExceeded, ModelFailed
from .prompts import Prompt

__all__ = ["Answered", "Asker", "BudgetExceeded", "Check", "ModelFailed", "Prompt", "Salvage", "T"]

T = TypeVar("T", bound=BaseModel)
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
