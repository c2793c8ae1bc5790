"""The ledger: a step's effect happens exactly once, whatever crashes.

A step is computed outside any transaction; then one transaction checks the fence, stores the
output with its domain rows and reads it back, so that a first run and a replay see the same.
Steps that nodes finish side by side share that transaction.
"""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import chain, groupby
from typing import Any, Generic, NamedTuple, TypeVar

from asgiref.sync import sync_to_async
from django.db import connection, models, transaction
from django.utils.translation import gettext as _

from config.llm.tracing import NO_TRACE, Tracing
from config.runs import points
from config.runs.errors import StepOutputError
from config.runs.lease import Lease
from config.runs.models import Event, Step
from config.runs.port import Compute, Record, Rows, StepKey, computed

Outputs = dict[StepKey, Any]
MISSING = object()  # an output may be None


_STORED = """
    SELECT node, iteration, item, CAST(output AS TEXT) FROM runs_step
    WHERE run_id = %s AND node IN ({}) AND iteration IN ({}) AND item IN ({})
"""


class Finished(NamedTuple):
    """A step that is computed and not stored yet."""

    key: StepKey
    output: Any
    seconds: float
    record: Record | None


class Ledger:
    """The finished steps of one run, for the holder of its lease.

    `on_event` is called with each event after it is written; `trace` is informed of each step that
    is computed.
    """

    def __init__(
        self, lease: Lease, on_event: OnEvent | None = None, trace: Tracing = NO_TRACE
    ) -> None:
        self.lease = lease
        self.trace = trace
        self._on_event = on_event
        # Complete while we hold the lease: no other process may add to them.
        self._known: set[StepKey] | None = None
        self._aready = BatchedCalls(self._ready)
        self._astore = BatchedCalls(self._store)

    def once(self, key: StepKey, compute: Callable[[], Any], record: Record | None = None) -> Any:
        """The step's stored output, or the one `compute` makes now, stored.

        Raises LeaseLost, RunCancelled, StepOutputError, and whatever `compute` or `record` raise:
        then nothing of the step is stored.
        """
        found = self._ready([key])[0]
        if found is not MISSING:
            return found
        began = time.monotonic()
        with self.trace.step(*key):
            points.passed("call", self.lease.run_id, key)
            output = compute()
            points.passed("called", self.lease.run_id, key)
        return self._store([self._finished(key, output, began, record)])[0]

    async def aonce(self, key: StepKey, compute: Compute, record: Record | None = None) -> Any:
        """`once` for a node: `compute` may be async; `record` runs in the database's thread."""
        found = await self._aready(key)
        if found is not MISSING:
            return found
        began = time.monotonic()
        with self.trace.step(*key):
            points.passed("call", self.lease.run_id, key)
            output = await computed(compute)
            points.passed("called", self.lease.run_id, key)
        return await self._astore(self._finished(key, output, began, record))

    def message(self, text: str, node: str = "") -> None:
        """Add a line to the run's history, for people."""
        event = write(self.lease.run_id, Event.Kind.MESSAGE, node, text=text)
        tell(self._on_event, event)

    def _ready(self, keys: Sequence[StepKey]) -> list[Any]:
        """The stored output or MISSING; then the lease is checked before anything is computed."""
        found = self._stored_of(keys)
        if any(key not in found for key in keys):
            self.lease.check()
        return [found.get(key, MISSING) for key in keys]

    def _stored_of(self, keys: Iterable[StepKey]) -> Outputs:
        """The stored outputs of some steps, without a query for steps that are known to be
        missing."""
        if self._known is None:
            rows = Step.objects.filter(run_id=self.lease.run_id).order_by()
            self._known = {StepKey(*key) for key in rows.values_list("node", "iteration", "item")}
        known = self._known.intersection(keys)
        return self._stored(known) if known else {}

    def _stored(self, keys: Collection[StepKey]) -> Outputs:
        # Asked for each step, in its transaction: Django takes ten times as long to make the
        # statement as the database to answer it.
        parts = [set(part) for part in zip(*keys, strict=True)]
        statement = _STORED.format(*(", ".join(["%s"] * len(part)) for part in parts))
        with connection.cursor() as cursor:
            cursor.execute(statement, [self.lease.run_id, *chain.from_iterable(parts)])
            return {
                StepKey(node, iteration, item): None if output is None else json.loads(output)
                for node, iteration, item, output in cursor.fetchall()
            }

    def _finished(self, key: StepKey, output: Any, began: float, record: Record | None) -> Finished:
        seconds = time.monotonic() - began
        require_plain(str(key), output)
        return Finished(key, output, seconds, record)

    def _store(self, finished: Sequence[Finished]) -> list[Any]:
        """Store all of them or none, in the order in which they finished; returns the stored
        outputs."""
        keys = [step.key for step in finished]
        points.passed("store", self.lease.run_id, keys[0])
        with transaction.atomic():
            self.lease.hold()
            # Stored by a faster coroutine of this run: its output stays.
            found = self._stored_of(keys)
            new: dict[StepKey, Finished] = {}
            for step in finished:
                if step.key not in found:
                    new.setdefault(step.key, step)
            events = self._insert(list(new.values()), found) if new else []
            points.passed("commit", self.lease.run_id, keys[0])
        points.passed("committed", self.lease.run_id, keys[0])
        self._known = {*(self._known or ()), *found}
        for event in events:
            tell(self._on_event, event)
        return [found[key] for key in keys]

    def _insert(self, new: Sequence[Finished], found: Outputs) -> list[Event]:
        """Store the steps, their domain rows and their events; add the stored outputs to
        `found`."""
        insert(
            Step(
                run_id=self.lease.run_id,
                **step.key._asdict(),
                output=step.output,
                fence=self.lease.fence,
                seconds=step.seconds,
            )
            for step in new
        )
        found |= self._stored([step.key for step in new])
        recorded = [step.record(found[step.key]) for step in new if step.record]
        insert(row for rows in recorded if isinstance(rows, Rows) for row in rows)
        return write_steps(self.lease.run_id, ((step.key, round(step.seconds, 3)) for step in new))


def insert(rows: Iterable[models.Model]) -> None:
    """Insert new rows in their order, in the caller's transaction."""
    for model, same in groupby(rows, lambda row: row.__class__):
        model._default_manager.bulk_create(same)


_TEXT = frozenset({str})
_SCALARS = frozenset({str, int, bool, type(None)})


def require_plain(step: str, value: Any) -> None:
    """Raises StepOutputError, naming the step and the place, unless `value` is plain JSON.

    Plain means exactly str, int, float (finite), bool, None, list and dict with text keys. A
    subclass (a numpy scalar, an enum) or a tuple would come back from the store as another type.
    """
    if not _is_plain(value):
        raise StepOutputError(
            _("step %(step)s: its output is not plain JSON: %(place)s")
            % {"step": step, "place": _odd_place(value, "")}
        )


def _is_plain(value: Any) -> bool:
    """As `_odd_place`, for all that is stored at once: so without naming the places."""
    kind = type(value)
    if kind is dict:
        return _TEXT.issuperset(map(type, value)) and all(map(_is_plain, value.values()))
    if kind is list:
        return all(map(_is_plain, value))
    return kind in _SCALARS or (kind is float and math.isfinite(value))


def _odd_place(value: Any, path: str) -> str | None:
    kind = type(value)
    if kind in _SCALARS:
        return None
    if kind is float and math.isfinite(value):
        return None
    if kind is list:
        return _first_odd((item, f"{path}[{index}]") for index, item in enumerate(value))
    if kind is dict and all(type(key) is str for key in value):
        return _first_odd((item, f"{path}.{key}") for key, item in value.items())
    shown = repr(value) if kind is float else kind.__name__
    return f"{path or '.'} ({shown})"


def _first_odd(places: Any) -> str | None:
    return next((odd for item, path in places if (odd := _odd_place(item, path))), None)


# Coroutines that want the same kind of database work have it done in one call.

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")


class _Ask(NamedTuple, Generic[Asked, Answer]):
    """A coroutine's request, and the future for its answer."""

    question: Asked
    answer: asyncio.Future[Answer]


class BatchedCalls(Generic[Asked, Answer]):
    """`await together(asked)` gives what `work([asked])` gives, in the database's thread.

    Requests made while a call is running wait, and are handled in one call after it; `work` answers
    in the order of the requests. When it raises for several, each is handled alone: an error
    reaches only the caller who caused it. So `work` must leave nothing behind when it raises. A
    request is handled even if its caller is cancelled meanwhile.
    """

    def __init__(self, work: Callable[[Sequence[Asked]], Sequence[Answer]]) -> None:
        self._work = work
        self._waiting: list[_Ask[Asked, Answer]] = []
        self._calling: asyncio.Task[None] | None = None

    async def __call__(self, question: Asked) -> Answer:
        loop = asyncio.get_running_loop()
        ask: _Ask[Asked, Answer] = _Ask(question, loop.create_future())
        self._waiting.append(ask)
        if self._calling is None or self._calling.done():
            self._calling = loop.create_task(self._call())
        return await ask.answer

    async def _call(self) -> None:
        """Call `work` until no request waits."""
        while self._waiting:
            await asyncio.sleep(0)  # coroutines that are ready join this call
            asks, self._waiting = self._waiting, []
            try:
                outcomes = await sync_to_async(self._outcomes)([ask.question for ask in asks])
            except BaseException:
                for ask in asks:
                    ask.answer.cancel()
                raise
            for ask, outcome in zip(asks, outcomes, strict=True):
                if not ask.answer.done():  # unless the caller is gone
                    settle(ask.answer, outcome)

    def _outcomes(self, questions: Sequence[Asked]) -> list[Answer | Exception]:
        try:
            return list(self._work(questions))
        except Exception as error:  # noqa: BLE001  # raised again in the coroutine that asked
            if len(questions) == 1:
                return [error]
            return [outcome for one in questions for outcome in self._outcomes([one])]


def settle(answer: asyncio.Future[Answer], outcome: Answer | Exception) -> None:
    if isinstance(outcome, Exception):
        answer.set_exception(outcome)
    else:
        answer.set_result(outcome)


# Writes events, and informs whoever watches the run.

OnEvent = Callable[[Event], None]


def write(run_id: int, kind: Event.Kind, node: str = "", **data: Any) -> Event:
    """Append an event to a run's history."""
    return Event.objects.create(run_id=run_id, kind=kind, node=node, data=data)


def write_steps(run_id: int, steps: Iterable[tuple[StepKey, float]]) -> list[Event]:
    """Append an event for each finished step, given its key and the seconds that it took."""
    return Event.objects.bulk_create(
        Event(
            run_id=run_id,
            kind=Event.Kind.STEP,
            node=key.node,
            data={"iteration": key.iteration, "item": key.item, "seconds": seconds},
        )
        for key, seconds in steps
    )


def tell(on_event: OnEvent | None, event: Event) -> None:
    if on_event:
        on_event(event)
