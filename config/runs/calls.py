"""How a run asks models, and the rows of that: attempts and stored answers."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connection, transaction
from django.utils.translation import gettext as _

from config import env
from config.llm.errors import CallFailed
from config.llm.provider import Budget, Provider, Tokens
from config.llm.store import AttemptStore, Call, Kept, SettledAttempt, TracedStore
from config.runs import ledger as journal
from config.runs import points, providers
from config.runs.errors import explain
from config.runs.lease import Lease
from config.runs.ledger import BatchedCalls, Ledger
from config.runs.models import ANSWER_LENGTH, MENDED_LENGTH, RAW_LENGTH, Event, LlmCall, ModelAnswer
from config.runs.querysets import CACHED, UNANSWERED
from config.runs.rules import rules

if TYPE_CHECKING:
    from config.llm.model_asker import ModelAsker


Ticketed = tuple[int, SettledAttempt]
_ENDED = ("outcome", "tokens_in", "tokens_out", "cost_usd", "seconds", "error", "mended",
          "estimated", "raw")  # fmt: skip
_END = f"UPDATE runs_llmcall SET {', '.join(f'{name} = %s' for name in _ENDED)} WHERE id = %s"  # noqa: S608 - our own names


class RowStore:
    """The calls of one run, for the holder of its lease; or of no run, without a budget.

    An attempt is a row that is committed before the call: after a crash it stays `reserved` and
    counts toward the budget with the most that it could have cost.
    """

    def __init__(self, lease: Lease | None = None, budget: Budget | None = None) -> None:
        self.lease = lease
        self.budget = budget
        self.tickets: list[int] = []
        self._areserve = BatchedCalls(self._reserve)
        self._asettle = BatchedCalls(self._settle)
        self._arecall = BatchedCalls(self._recall)
        self._akeep = BatchedCalls(self._keep)

    async def reserve(self, call: Call) -> int:
        """Raises BudgetExceeded; LeaseLost, RunCancelled when this process no longer holds the
        run."""
        reserving = asyncio.ensure_future(self._areserve(call))
        try:
            return await asyncio.shield(reserving)
        except asyncio.CancelledError:
            # The row is stored all the same, for a call that is not made: it costs nothing.
            (ticket,) = await asyncio.gather(reserving, return_exceptions=True)
            if isinstance(ticket, int):
                unmade = SettledAttempt("interrupted", Tokens(0, 0), Decimal(0), 0.0)
                await self._asettle((ticket, unmade))
            raise

    async def settle(self, ticket: int, settled: SettledAttempt) -> None:
        await self._asettle((ticket, settled))

    async def recall(self, keys: Sequence[str]) -> Kept | None:
        return await self._arecall(keys)

    async def keep(self, answer: Kept) -> None:
        await self._akeep(answer)

    async def known(self, provider: Provider) -> Mapping[str, Any]:
        return await sync_to_async(providers.recalled)(provider)

    async def learn(self, provider: Provider, abilities: Mapping[str, Any]) -> None:
        await sync_to_async(providers.keep)(provider, abilities)

    async def note_recalled(self, node: str, prompt: str, model: str) -> None:
        message = _("%(model)s had answered %(prompt)s before: taken from the cache")
        message %= {"model": model, "prompt": prompt}
        await sync_to_async(self._note)(node, message, {CACHED: prompt, "model": model})

    async def note_waiting(self, node: str, failure: CallFailed, seconds: float) -> None:
        message = _("waiting, %(seconds)s s so far: %(why)s")
        message %= {"seconds": round(seconds), "why": explain(failure)}
        await sync_to_async(self._note)(node, message, {})

    async def note_unanswered(self, node: str, prompt: str, why: str) -> None:
        message = _(
            "no model answered %(prompt)s: the built-in analyst's reading is used (%(why)s)"
        )
        message %= {"prompt": prompt, "why": why}
        await sync_to_async(self._note)(node, message, {UNANSWERED: prompt})

    def _reserve(self, calls: Sequence[Call]) -> list[int]:
        """The rows of attempts about to be made: all of them within the budget, or none."""
        with transaction.atomic():
            if self.lease is not None:
                self.lease.hold()
                self._check(calls)
            rows = LlmCall.objects.bulk_create(map(self._row, calls))
        tickets = [row.pk for row in rows]
        self.tickets += tickets
        self._passed("asked")
        return tickets

    def _passed(self, point: points.Point) -> None:
        if self.lease is not None:
            points.passed(point, self.lease.run_id)

    def _check(self, calls: Sequence[Call]) -> None:
        assert self.lease is not None  # noqa: S101 - for mypy
        if self.budget is None:
            return
        spent = LlmCall.objects.filter(run_id=self.lease.run_id).spent()
        for call in calls:
            self.budget.check(spent, call.wanted)
            spent = spent.plus(call.wanted)

    def _row(self, call: Call) -> LlmCall:
        return LlmCall(
            run_id=self.lease.run_id if self.lease else None,
            node=call.node[:80],
            prompt=call.prompt[:120],
            prompt_hash=call.prompt_hash,
            model=call.model[:120],
            tokens_in=call.tokens.sent,
            tokens_out=call.tokens.received,
            cost_usd=call.cost,
        )

    def _settle(self, ended: Sequence[Ticketed]) -> list[None]:
        self._passed("answered")
        with transaction.atomic():
            rows = [
                LlmCall(
                    pk=ticket,
                    outcome=settled.outcome,
                    tokens_in=settled.tokens.sent,
                    tokens_out=settled.tokens.received,
                    cost_usd=settled.cost,
                    seconds=settled.seconds,
                    error="; ".join(filter(None, (settled.error, settled.doubt)))[:500],
                    mended=", ".join(settled.mended)[:MENDED_LENGTH],
                    estimated=settled.estimated,
                    raw=settled.raw[:RAW_LENGTH],
                )
                for ticket, settled in ended
            ]
            _end(rows)
            self._doubt({settled.doubt for _ticket, settled in ended if settled.doubt})
        return [None for _each in ended]

    def _doubt(self, doubts: Iterable[str]) -> None:
        """An event in the run's history for each."""
        for doubt in doubts:
            if self.lease is not None:
                journal.write(self.lease.run_id, Event.Kind.MESSAGE, text=doubt)

    def _recall(self, questions: Sequence[Sequence[str]]) -> list[Kept | None]:
        keys = {key for each in questions for key in each}
        rows = ModelAnswer.objects.filter(key__in=keys).order_by()
        found = {row.key: Kept(row.key, row.model, row.answer) for row in rows}
        return [next((found[key] for key in each if key in found), None) for each in questions]

    def _keep(self, answers: Sequence[Kept]) -> list[None]:
        """Only the newest answer is stored; one that is too long is asked for again."""
        if self.lease is not None:
            newest = {
                answer.key: answer for answer in answers if len(answer.answer) <= ANSWER_LENGTH
            }
            ModelAnswer.objects.bulk_create(
                [
                    ModelAnswer(**answer._asdict(), run_id=self.lease.run_id)
                    for answer in newest.values()
                ],
                update_conflicts=True,
                unique_fields=["key"],
                update_fields=["model", "answer", "run", "created_at"],
            )
        return [None for _each in answers]

    def _note(self, node: str, message: str, data: Mapping[str, str]) -> None:
        if self.lease is not None:
            journal.write(self.lease.run_id, Event.Kind.MESSAGE, node, text=message, **data)


def _end(rows: Iterable[LlmCall]) -> None:
    """Store how calls ended. Django's `bulk_update` makes one statement of all rows and columns,
    which takes it longer than all else that is stored of them."""
    fields: list[Any] = [LlmCall._meta.get_field(name) for name in _ENDED]
    values = [
        [
            *(field.get_db_prep_save(getattr(row, field.name), connection) for field in fields),
            row.pk,
        ]
        for row in rows
    ]
    with connection.cursor() as cursor:
        cursor.executemany(_END, values)


# The asker of a run.


def asker_for(ledger: Ledger) -> ModelAsker | None:
    """The models that a run may ask, within its budget; None when none is configured. Its
    `aclose` goes into the job, which calls it in the event loop in which the asker was used."""
    configured = providers.configured()
    if not configured:
        return None
    from config.llm.model_asker import ModelAsker

    store: AttemptStore = RowStore(ledger.lease, providers.budget())
    if ledger.trace.on:
        store = TracedStore(store, ledger.trace, texts=settings.LANGFUSE_TEXTS)
    return ModelAsker(
        configured,
        store,
        rules=rules(),
        secret=env.secret,
        cache=settings.LLM_CACHE,
        patience=providers.patience(),
    )
