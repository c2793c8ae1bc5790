"""One question to one model: way after way of asking, a longer limit, one round of repair.

What a server refuses is learned for all questions (`abilities`), and asked for no more.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Any, Generic, NamedTuple

from config.llm.abilities import FUNCTION, PLAIN, Messages, SchemaPrompt
from config.llm.answers import AttemptOutcome

from .abilities import Abilities, Server, learned, room
from .answers import Unreadable, read
from .asker import Check, Salvage, T
from .errors import CallFailed
from .provider import Provider
from .redaction import Redactor
from .reply import ARGUMENTS, CONTENT

_REPEATED = 20_000  # characters of an answer that is to be mended
_REFUSALS = ("bad_request", "server_error")


class Ask(NamedTuple):
    """What goes to the model in one attempt.

    `other_way` is whether it can be asked in another way; `made` are attempts in other ways that
    it failed at.
    """

    messages: Messages
    request: dict[str, Any]
    max_tokens: int
    limit_name: str = "max_tokens"
    temperature: bool = True
    other_way: bool = False
    made: int = 0


Judge = Callable[[AttemptOutcome, Redactor], AttemptOutcome]
"""Reads the answer of an outcome, or says what is wrong with it; the key is struck from it."""

Attempt = Callable[[Ask, Judge], Awaitable[AttemptOutcome]]
"""Makes an attempt (again, where that is worth it) and gives each outcome to be judged."""


class Conversation(Generic[T]):
    """Brings a model to a valid answer, or raises CallFailed with the last reason why not."""

    def __init__(
        self,
        attempt: Attempt,
        question: SchemaPrompt,
        schema: type[T],
        check: Check[T] | None,
        *,
        provider: Provider,
        server: Server,
        salvage: Salvage[T] | None = None,
    ) -> None:
        self._attempt = attempt
        self._question = question
        self._schema = schema
        self._check = check
        self._salvage = salvage
        self._provider = provider
        self._server = server
        self._max_tokens = provider.max_tokens
        self._doubled = False

    async def answer(self) -> T:
        """A valid answer. Raises CallFailed."""
        mend: tuple[str, AttemptOutcome] | None = None
        refusal: CallFailed | None = None
        failed: list[str] = []  # ways that the server broke at
        ways = self._server.abilities.order()
        for number, way in enumerate(ways, start=1):
            if way in self._server.abilities.ways or (way == PLAIN and mend is not None):
                continue  # refused meanwhile; or there is an answer that may be repaired
            other_way = number < len(ways)
            outcome = await self._ask(way, self._question.messages(way), other_way, len(failed))
            failure = outcome.failure
            if failure is None:
                self._server.answered(way, failed)
                value: T = outcome.value
                return value
            if failure.code in ("invalid", "unfit"):
                mend = way, outcome
                if failure.code == "unfit":  # it fits the schema: no other way would help
                    break
            elif way in self._server.abilities.ways:
                refusal = failure
            elif outcome.other_way:
                refusal = failure
                failed.append(way)
            elif mend is None or failure.code not in _REFUSALS:
                raise failure
        if mend is not None:
            return await self._repaired(*mend)
        assert refusal is not None  # noqa: S101 - asking in plain words is never left out
        raise refusal

    async def _repaired(self, way: str, outcome: AttemptOutcome) -> T:
        """Its answer, mended by itself: asked once."""
        assert outcome.failure is not None  # noqa: S101 - for mypy
        fault = str(outcome.failure.values["said"])
        answer = outcome.text[:_REPEATED] or "{}"
        mended = await self._ask(way, self._question.repair(way, answer, fault))
        if mended.failure is None:
            self._server.answered(way, ())
            value: T = mended.value
            return value
        for left in (mended, outcome):
            sound = self._salvaged(left)
            if sound is not None:
                return sound
        raise mended.failure

    async def _ask(
        self, way: str, messages: Messages, other_way: bool = False, made: int = 0
    ) -> AttemptOutcome:
        """An attempt. It is made again when the server takes it in another form; and, once, with
        twice the limit, when the answer was cut."""
        expected = ARGUMENTS if way == FUNCTION else CONTENT
        while True:
            known = self._server.abilities
            limit = known.limit(self._max_tokens)
            ask = Ask(
                known.messages(messages),
                self._question.request(way),
                limit,
                known.limit_name(self._provider.limit_name),
                known.temperature,
                other_way,
                made,
            )
            outcome = await self._attempt(ask, partial(self._judged, expected))
            if not self._longer(outcome, limit) and not self._adapted(outcome, known, way, ask):
                return outcome

    def _longer(self, outcome: AttemptOutcome, limit: int) -> bool:
        """Whether an answer was cut, for the first time, at a limit that can be doubled."""
        cut = outcome.failure is not None and outcome.failure.code == "truncated"
        if not cut or self._doubled or self._server.abilities.limit(2 * limit) == limit:
            return False
        self._doubled = True
        self._max_tokens = 2 * limit
        return True

    def _adapted(self, outcome: AttemptOutcome, known: Abilities, way: str, ask: Ask) -> bool:
        """Whether the same way is worth another try after what a refusal taught."""
        failure, complaint = outcome.failure, outcome.complaint
        if failure is None or complaint is None or failure.code not in _REFUSALS:
            return False
        now = self._server.abilities
        if replace(now, answered="") != replace(known, answered=""):
            return way not in now.ways  # another question taught it meanwhile
        taught = learned(
            now,
            complaint,
            way,
            limit=ask.max_tokens,
            name=ask.limit_name,
            guess=failure.code == "bad_request",
        )
        if taught != now:
            self._server.learn(taught)
            return way not in taught.ways
        left = room(complaint, ask.max_tokens)
        if left is None:
            return False
        self._max_tokens = left
        return True

    def _judged(self, expected: str, outcome: AttemptOutcome, redactor: Redactor) -> AttemptOutcome:
        """The outcome with the answer read from its texts, or with what is wrong with it.

        One that was cut may be whole all the same: some models go on after it until the limit.
        """
        failure = outcome.failure
        cut = failure is not None and failure.code == "truncated"
        if failure is not None and not cut:
            return outcome
        try:
            answer = read(outcome.said, self._schema, redactor, expected, cut=cut)
        except Unreadable as error:
            return outcome if cut else self._wrong(outcome, "invalid", str(error))
        notes = (*outcome.notes, *(["cut after its end"] if cut else []), *answer.mended)
        found = outcome._replace(text=answer.text, notes=notes, failure=None)
        if self._check is not None and (fault := self._check(answer.value)):
            return self._wrong(found._replace(unfit=answer.value), "unfit", fault)
        return found._replace(value=answer.value)

    def _salvaged(self, outcome: AttemptOutcome) -> T | None:
        """What is sound of an answer that is wrong even after its repair."""
        if self._salvage is None or outcome.unfit is None:
            return None
        return self._salvage(outcome.unfit)

    def _wrong(self, outcome: AttemptOutcome, code: str, said: str) -> AttemptOutcome:
        return outcome._replace(failure=CallFailed(code, model=self._provider.model, said=said))
