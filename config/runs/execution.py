"""Executes a run: drives its graph and sets its status. The worker and the CLI both come here."""

from __future__ import annotations

import asyncio
import logging
import re
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NoReturn

from asgiref.sync import async_to_sync, sync_to_async
from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection, transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from config import logs, outage
from config.checkpoints import checkpointed
from config.error_texts import error_line
from config.llm.tracing import NO_TRACE, Tracing
from config.outage import is_passing
from config.runs import ledger, points, registry
from config.runs.errors import (
    REFUSALS,
    LeaseLost,
    RunCancelled,
    RunError,
    RunNotFound,
    RunTimeout,
    explain,
)
from config.runs.lease import Lease, claim, worker_name
from config.runs.ledger import Ledger
from config.runs.models import Event, Run, Step
from config.runs.registry import Job, Keep, Outcome
from config.runs.tracing import trace_of
from config.runs.version import code_version

logger = logging.getLogger(__name__)

AGAIN_SECONDS = 1
"""Seconds between attempts to reach an unavailable database."""

OnNode = Callable[[str, Mapping[str, Any]], None]
"""Called after each node with the node's name and output."""


def execute(
    run_id: int,
    *,
    worker: str = "",
    on_event: ledger.OnEvent | None = None,
    on_node: OnNode | None = None,
) -> Run:
    """Execute a run if it is free, and return it in the state it is then in.

    A run that another process holds, or that is finished, is returned untouched. Whatever goes
    wrong in the graph ends up in the run (status, one-line error, event) and in the log.
    `on_event` is called with each new event, `on_node` after each node of the graph. Raises
    RunNotFound; KeyboardInterrupt or SystemExit on a signal, when the run is back in the queue.
    """
    lease = claim(run_id, worker or worker_name())
    if lease:
        Execution(lease, on_event, on_node).go()
    run = Run.objects.filter(pk=run_id).first()
    if run is None:
        raise RunNotFound(_("there is no run %(run)s") % {"run": run_id})
    return run


class Execution:
    """One attempt at a run, under one lease."""

    def __init__(
        self, lease: Lease, on_event: ledger.OnEvent | None, on_node: OnNode | None = None
    ) -> None:
        self.lease = lease
        self.on_node = on_node
        self.brake = Brake()
        self.on_event = on_event
        self.phase = "prepare"
        self.trace: Tracing = NO_TRACE
        self.ended = "lost"  # the outcome of the run under this lease

    def go(self) -> None:
        """Run the graph to its end, whether it succeeds or fails."""
        with logs.at_work(run=self.lease.run_id):
            self._go()

    def _go(self) -> None:
        try:
            points.passed("claimed", self.lease.run_id)
            with signals(self.brake), heartbeat(self.lease, self.brake):
                self._work()
        except LeaseLost as lost:
            logger.warning("%s", lost)  # another process holds the run: its row is left alone
        except RunCancelled:
            self._end(Run.Status.CANCELLED, Event.Kind.CANCELLED)
        except Interrupted:
            if self.lease.release():
                self.ended = "interrupted"
                self._note(Event.Kind.INTERRUPTED, signal=str(self.brake.reason))
        except Exception as error:  # noqa: BLE001  # a node may raise anything: run and log say it
            if is_passing(error):
                reason = error_line(error)
                logger.warning("run %s waits for the database: %s", self.lease.run_id, reason)
                self._give_back(reason)
            else:
                self._fail(error)
        finally:
            self.trace.close(self.ended)
        if isinstance(self.brake.reason, Interrupted):
            self.brake.reason.leave()

    def _work(self) -> None:
        start = Event.Kind.RESUMED if self.lease.resumed else Event.Kind.STARTED
        self._note(start, fence=self.lease.fence, code=code_version())
        run = Run.objects.get(pk=self.lease.run_id)
        kind = registry.get(run.kind)
        self.trace = trace_of(run)
        job = kind.prepare(run, Ledger(self.lease, self.on_event, self.trace))
        self.phase = "graph"
        try:
            # The nodes' database work runs in this thread, and so on its connection.
            state = async_to_sync(self._drive)(job)
        finally:
            job.close()
        self.phase = "finish"
        points.passed("finish", self.lease.run_id)
        with transaction.atomic():
            run = self.lease.lock()
            outcome = kind.finish(run, state)
            event = self._settle_outcome(outcome)
            points.passed("ending", self.lease.run_id)
        points.passed("ended", self.lease.run_id)
        ledger.tell(self.on_event, event)

    async def _drive(self, job: Job) -> Mapping[str, Any]:
        """The graph's final state. Raises what a node raises, the brake's reason, RunTimeout for
        a run or a node beyond its time limit."""
        from langgraph.errors import NodeTimeoutError  # seconds; a graph has imported it by now

        state = job.state
        limit = asyncio.timeout(settings.RUN_TIMEOUT_SECONDS)
        try:
            with self.brake.on_current_task():
                checkpointing = checkpointed(job.graph, self.lease.run_id, self.lease.fence)
                async with limit, checkpointing as (graph, options):
                    async for mode, values in graph.astream(
                        job.state, context=job.context, stream_mode=["updates", "values"], **options
                    ):
                        if mode == "values":
                            state = values
                            if job.keep is not None:  # to ask another thread takes a while
                                await sync_to_async(self._keep)(job.keep, values)
                        else:
                            self._tell(values)
        except TimeoutError:
            if not limit.expired():
                raise  # a node's own limit
            seconds = settings.RUN_TIMEOUT_SECONDS
            raise RunTimeout(
                _("the time limit of %(s)s seconds is reached") % {"s": seconds}
            ) from None
        except NodeTimeoutError as late:
            raise RunTimeout(
                _(
                    "%(node)s took longer than its limit of %(s)s seconds. What was finished is "
                    "kept; to go on from there: manage.py retry %(run)s --wait"
                )
                % {"node": late.node, "s": f"{late.timeout:g}", "run": self.lease.run_id}
            ) from None
        finally:
            if job.aclose is not None:
                await job.aclose()
        return state

    def _keep(self, keep: Keep, state: Mapping[str, Any]) -> None:
        with transaction.atomic():
            self.lease.hold()
            keep(state)
            points.passed("keep", self.lease.run_id)
        points.passed("kept", self.lease.run_id)

    def _tell(self, updates: Mapping[str, Any]) -> None:
        for node in updates:
            self.trace.node_done(node)
        if self.on_node is not None:
            for node, update in updates.items():
                self.on_node(node, update or {})

    def _give_back(self, why: str) -> None:
        """Give the run back as soon as the database accepts it: the run then continues after its
        last finished step, and no crash is counted. After the length of a lease the sweeper
        takes it back instead."""
        deadline = time.monotonic() + settings.RUN_LEASE_SECONDS
        while time.monotonic() < deadline:
            connection.close()  # a broken connection
            try:
                if self.lease.release():
                    self.ended = "interrupted"
                    self._note(Event.Kind.INTERRUPTED, error=why)
                return
            except (DatabaseError, InterfaceError):
                time.sleep(AGAIN_SECONDS)

    def _settle_outcome(self, outcome: Outcome) -> Event:
        done = outcome.status == "done"
        return self._settle(
            Run.Status(outcome.status),
            Event.Kind.FINISHED if done else Event.Kind.FAILED,
            outcome.error,
        )

    def _fail(self, error: Exception) -> None:
        line = one_line(error, self.phase)
        if isinstance(error, REFUSALS):
            logger.error("run %s failed: %s", self.lease.run_id, line)
        else:
            logger.error("run %s failed", self.lease.run_id, exc_info=error)
            hint = older_steps_hint(self.lease)
            line = clip(line, Run.ERROR_LENGTH - len(hint)) + hint
        self._end(Run.Status.FAILED, Event.Kind.FAILED, error=line)

    def _end(self, status: Run.Status, kind: Event.Kind, error: str = "") -> None:
        try:
            with transaction.atomic():
                event = self._settle(status, kind, error)
        except LeaseLost as lost:
            logger.warning("%s", lost)
        else:
            ledger.tell(self.on_event, event)

    def _settle(self, status: Run.Status, kind: Event.Kind, error: str) -> Event:
        """Set the final status and write its event, in the caller's transaction."""
        error = clip(error)
        if not self.lease.update(status=status, finished_at=Now(), lease_until=None, error=error):
            raise LeaseLost(f"run {self.lease.run_id}: another process ended it")
        self.ended = str(status)
        return ledger.write(self.lease.run_id, kind, **({"error": error} if error else {}))

    def _note(self, kind: Event.Kind, **data: Any) -> None:
        ledger.tell(self.on_event, ledger.write(self.lease.run_id, kind, **data))


def one_line(error: Exception, phase: str) -> str:
    """`node: message (Type)`; the phase stands in for a node where none was at work."""
    message = " ".join(explain(error).split()) or _("no message")
    return f"{_node(error) or phase}: {message} ({type(error).__name__})"


def _node(error: Exception) -> str:
    """The node that raised, which LangGraph adds to the exception's notes."""
    for note in getattr(error, "__notes__", []):
        if found := re.match(r"During task with name '(.+?)' and id", note):
            return found[1]
    return ""


def clip(text: str, length: int = Run.ERROR_LENGTH) -> str:
    """The text, shortened to what the run's error column holds."""
    return text if len(text) <= length else text[: length - 1] + "…"


def older_steps_hint(lease: Lease) -> str:
    """A hint for the error of a run that replays steps of earlier code; empty for any other
    error."""
    if not Step.objects.filter(run_id=lease.run_id, fence__lt=lease.fence).exists():
        return ""
    starts = (Event.Kind.STARTED, Event.Kind.RESUMED)
    events = Event.objects.filter(run_id=lease.run_id, kind__in=starts).order_by("id")
    ours = code_version()
    others = [code for code in events.values_list("data__code", flat=True) if code != ours]
    if not others:
        return ""
    message = _(
        "; its finished steps are of another version of Crivo (%(then)s; this is %(now)s): "
        "if they no longer fit, submit it again"
    )
    return message % {"then": others[-1], "now": ours}


# What stops a run from outside its graph: the lease, a cancellation, a signal.

LOOK_SECONDS = 2.0
"""Seconds after which a run notices its cancellation, even within a step."""


class Interrupted(RunError):
    """The process was told to end; the run goes back to the queue."""

    def __init__(self, signum: int) -> None:
        super().__init__(signal.Signals(signum).name)
        self.signum = signum

    def leave(self) -> NoReturn:
        """End the process as the signal would have. Raises KeyboardInterrupt or SystemExit."""
        if self.signum == signal.SIGINT:
            raise KeyboardInterrupt
        raise SystemExit(128 + self.signum)


class Brake:
    """Stops the graph once, from any thread, and keeps the reason."""

    def __init__(self) -> None:
        self.reason: RunError | None = None
        self._lock = threading.RLock()  # re-entrant: a signal may arrive while it is held
        self._cancel: Any = None

    def pull(self, reason: RunError) -> None:
        """Stop the graph; only the first reason is kept."""
        with self._lock:
            if self.reason is None:
                self.reason = reason
                if self._cancel:
                    self._cancel()

    @contextmanager
    def on_current_task(self) -> Iterator[None]:
        """A context in which `pull` cancels the running asyncio task. Raises the reason if there
        is one."""
        task = asyncio.current_task()
        loop = asyncio.get_running_loop()
        with self._lock:
            self._cancel = lambda: loop.call_soon_threadsafe(task.cancel) if task else None
            pulled = self.reason
        try:
            if pulled:
                raise pulled
            yield
        except asyncio.CancelledError:
            if self.reason is None:
                raise
            raise self.reason from None
        finally:
            with self._lock:
                self._cancel = None


@contextmanager
def heartbeat(lease: Lease, brake: Brake) -> Iterator[None]:
    """Renews the lease every third of its length, in a thread with a connection of its own.

    It checks for a cancellation more often than that: whoever cancels does not want to wait.
    """
    done = threading.Event()
    third = settings.RUN_LEASE_SECONDS / 3

    def beat() -> None:
        due = time.monotonic() + third
        try:
            while not done.wait(min(third, LOOK_SECONDS)):
                if time.monotonic() >= due:
                    due = time.monotonic() + third
                    _quietly(lease.heartbeat, lease)
                else:
                    _quietly(lease.heed, lease)
        except (LeaseLost, RunCancelled) as reason:
            brake.pull(reason)
        finally:
            connection.close()

    thread = threading.Thread(target=beat, name=f"heartbeat-{lease.run_id}", daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _quietly(ask: Callable[[], None], lease: Lease) -> None:
    try:
        ask()
    except (DatabaseError, InterfaceError) as error:
        # A busy or unavailable database: the next beat tries again, and the fence guards the
        # writes.
        outage.log(logger, f"run {lease.run_id}: the lease could not be renewed", error)
        connection.close()


@contextmanager
def signals(brake: Brake) -> Iterator[None]:
    """SIGTERM and SIGINT stop the run in good order; a second one has its former effect.

    Only the main thread can handle signals; an ignored signal stays ignored.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = (signal.SIGTERM, signal.SIGINT)
    before = {number: signal.getsignal(number) for number in numbers}

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    def stop(signum: int, frame: object) -> None:
        restore()
        brake.pull(Interrupted(signum))

    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, stop)
    try:
        yield
    finally:
        restore()
