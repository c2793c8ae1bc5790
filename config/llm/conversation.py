"""One question to one model: strategy after strategy, a longer limit, one round of repair."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, Generic, NamedTuple

from .answers import Unreadable, read
from .asking import Check, Salvage, T
from .errors import CallFailed
from .outcome import Outcome
from .redaction import Redactor
from .reply import ARGUMENTS, CONTENT, REASONING
from .structured import FUNCTION, JSON_OBJECT, Question, unsupported

_REPEATED = 20_000  # characters of an answer that is to be mended


class Ask(NamedTuple):
    """What goes to the model in one attempt."""

    messages: Sequence[dict[str, str]]
    request: dict[str, Any]
    max_tokens: int


Judge = Callable[[Outcome, Redactor], Outcome]
"""Reads the answer of an outcome, or says what is wrong with it; the key is struck from it."""

Attempt = Callable[[Ask, Judge], Awaitable[Outcome]]
"""Makes an attempt (again, where that is worth it) and gives each outcome to be judged."""


class Conversation(Generic[T]):
    """Brings a model to a valid answer, or raises CallFailed with the last reason why not."""

    def __init__(
        self,
        attempt: Attempt,
        question: Question,
        schema: type[T],
        check: Check[T] | None,
        *,
        model: str,
        max_tokens: int,
        salvage: Salvage[T] | None = None,
    ) -> None:
        self._attempt = attempt
        self._question = question
        self._schema = schema
        self._check = check
        self._salvage = salvage
        self._model = model
        self._max_tokens = max_tokens
        self._doubled = False

    async def answer(self, strategies: Sequence[str]) -> tuple[T, str]:
        """A valid answer and the strategy that brought it. Raises CallFailed."""
        mend: tuple[str, Outcome] | None = None
        for strategy in strategies:
            outcome = await self._ask(strategy, self._question.messages(strategy))
            failure = outcome.failure
            if failure is None:
                return outcome.value, strategy
            if failure.code in ("invalid", "unfit"):
                mend = strategy, outcome
                if failure.code == "unfit":  # it fits the schema: no other strategy would help
                    break
            elif not (_not_understood(failure) and strategy != JSON_OBJECT):
                raise failure
        if mend is None:
            raise CallFailed("bad_request", model=self._model, status=400, said=str(strategies))
        return await self._repaired(*mend)

    async def _repaired(self, strategy: str, outcome: Outcome) -> tuple[T, str]:
        """Its answer, mended by itself: asked once."""
        assert outcome.failure is not None  # noqa: S101 - for mypy
        fault = str(outcome.failure.values["said"])
        answer = outcome.text[:_REPEATED] or "{}"
        mended = await self._ask(strategy, self._question.repair(strategy, answer, fault))
        if mended.failure is None:
            return mended.value, strategy
        for left in (mended, outcome):
            if left.salvaged is not None:
                return left.salvaged, strategy
        raise mended.failure

    async def _ask(self, strategy: str, messages: Sequence[dict[str, str]]) -> Outcome:
        """An attempt; one that was cut at its limit once more with twice the limit."""
        request = self._question.request(strategy)
        judged = partial(self._judged, ARGUMENTS if strategy == FUNCTION else CONTENT)
        outcome = await self._attempt(Ask(messages, request, self._max_tokens), judged)
        cut = outcome.failure is not None and outcome.failure.code == "truncated"
        if cut and not self._doubled:
            self._doubled = True
            self._max_tokens *= 2
            outcome = await self._attempt(Ask(messages, request, self._max_tokens), judged)
        return outcome

    def _judged(self, expected: str, outcome: Outcome, redactor: Redactor) -> Outcome:
        """The outcome with the answer read from its texts, or with what is wrong with it.

        One that was cut may be whole all the same: some models go on after it until the limit.
        """
        failure = outcome.failure
        cut = failure is not None and failure.code == "truncated"
        if failure is not None and not cut:
            return outcome
        said = [each for each in outcome.said if not cut or each.source != REASONING]
        try:
            answer = read(said, self._schema, redactor, expected)
        except Unreadable as error:
            return outcome if cut else self._wrong(outcome, "invalid", str(error))
        notes = (*outcome.notes, *(["cut after its end"] if cut else []), *answer.mended)
        found = outcome._replace(text=answer.text, notes=notes, failure=None)
        if self._check is not None and (fault := self._check(answer.value)):
            salvaged = self._salvage(answer.value) if self._salvage is not None else None
            return self._wrong(found._replace(salvaged=salvaged), "unfit", fault)
        return found._replace(value=answer.value)

    def _wrong(self, outcome: Outcome, code: str, said: str) -> Outcome:
        return outcome._replace(failure=CallFailed(code, model=self._model, said=said))


def _not_understood(failure: CallFailed) -> bool:
    return failure.code == "bad_request" and unsupported(str(failure.values.get("said", "")))
