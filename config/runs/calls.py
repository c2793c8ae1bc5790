"""The rows behind a model's caller: every attempt, and answers that were good."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from decimal import Decimal

from asgiref.sync import sync_to_async
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from config.llm.store import Call, Kept, Settled
from config.llm.usage import Budget, Tokens

from . import journal
from .lease import Lease
from .models import Event, LlmCall, ModelAnswer
from .models.history import CACHED, UNANSWERED
from .models.llm_call import RAW_LENGTH
from .models.provider import ANSWER_LENGTH
from .together import Together

Ticketed = tuple[int, Settled]


class RowStore:
    """Calls of one run, by the holder of its lease; or of none, and then without a budget.

    An attempt is a row, committed before the call: what a crash leaves behind is `reserved`, and
    counts toward the budget with all that it could have come to.
    """

    def __init__(self, lease: Lease | None = None, budget: Budget | None = None) -> None:
        self.lease = lease
        self.budget = budget
        self.tickets: list[int] = []
        self._areserve = Together(self._reserve)
        self._asettle = Together(self._settle)

    async def reserve(self, call: Call) -> int:
        """Raises BudgetExceeded; LeaseLost, RunCancelled when the run is not ours any more."""
        reserving = asyncio.ensure_future(self._areserve(call))
        try:
            return await asyncio.shield(reserving)
        except asyncio.CancelledError:
            # The row is written all the same, for a call that nobody makes now: it costs nothing.
            (ticket,) = await asyncio.gather(reserving, return_exceptions=True)
            if isinstance(ticket, int):
                unmade = Settled("interrupted", Tokens(0, 0), Decimal(0), 0.0)
                await self._asettle((ticket, unmade))
            raise

    async def settle(self, ticket: int, settled: Settled) -> None:
        await self._asettle((ticket, settled))

    async def recall(self, keys: Sequence[str]) -> Kept | None:
        return await sync_to_async(self._recall)(keys)

    async def keep(self, kept: Kept) -> None:
        await sync_to_async(self._keep)(kept)

    async def note_recalled(self, node: str, prompt: str, model: str) -> None:
        said = _("%(model)s had answered %(prompt)s before: taken from the cache")
        said %= {"model": model, "prompt": prompt}
        await sync_to_async(self._note)(node, said, {CACHED: prompt, "model": model})

    async def note_unanswered(self, node: str, prompt: str, why: str) -> None:
        said = _("no model answered %(prompt)s: the built-in analyst's reading stands (%(why)s)")
        said %= {"prompt": prompt, "why": why}
        await sync_to_async(self._note)(node, said, {UNANSWERED: prompt})

    def _reserve(self, calls: Sequence[Call]) -> list[int]:
        """Rows of attempts that are about to be made: all within the budget, or none."""
        with transaction.atomic():
            if self.lease is not None:
                self.lease.hold()
                self._check(calls)
            tickets = [self._write(call) for call in calls]
        self.tickets += tickets
        return tickets

    def _check(self, calls: Sequence[Call]) -> None:
        assert self.lease is not None  # noqa: S101 - for mypy
        if self.budget is None:
            return
        spent = LlmCall.objects.filter(run_id=self.lease.run_id).spent()
        for call in calls:
            self.budget.check(spent, call.wanted)
            spent = spent.plus(call.wanted)

    def _write(self, call: Call) -> int:
        row = LlmCall.objects.create(
            run_id=self.lease.run_id if self.lease else None,
            node=call.node[:80],
            prompt=call.prompt[:120],
            prompt_hash=call.prompt_hash,
            model=call.model[:120],
            tokens_in=call.tokens.sent,
            tokens_out=call.tokens.received,
            cost_usd=call.cost,
        )
        return int(row.pk)

    def _settle(self, ended: Sequence[Ticketed]) -> list[None]:
        with transaction.atomic():
            for ticket, settled in ended:
                LlmCall.objects.filter(pk=ticket).update(
                    outcome=settled.outcome,
                    tokens_in=settled.tokens.sent,
                    tokens_out=settled.tokens.received,
                    cost_usd=settled.cost,
                    seconds=settled.seconds,
                    error=settled.error[:500],
                    raw=settled.raw[:RAW_LENGTH],
                )
        return [None for _each in ended]

    def _recall(self, keys: Sequence[str]) -> Kept | None:
        found = {row.key: row for row in ModelAnswer.objects.filter(key__in=keys)}
        row = next((found[key] for key in keys if key in found), None)
        return Kept(row.key, row.model, row.answer) if row else None

    def _keep(self, kept: Kept) -> None:
        """The newest answer stays; one that is too long to keep is asked for again."""
        if self.lease is None or len(kept.answer) > ANSWER_LENGTH:
            return
        values = {
            "model": kept.model,
            "answer": kept.answer,
            "run_id": self.lease.run_id,
            "created_at": timezone.now(),
        }
        ModelAnswer.objects.update_or_create(key=kept.key, defaults=values)

    def _note(self, node: str, said: str, data: Mapping[str, str]) -> None:
        if self.lease is not None:
            journal.write(self.lease.run_id, Event.Kind.MESSAGE, node, text=said, **data)
