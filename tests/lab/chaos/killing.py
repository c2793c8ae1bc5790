"""Who is killed, and when: both drawn from the seed."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable

import psutil

from config.runs.models import Run, Step
from trading.backtest.pool import RETRIES

from . import scenarios, victims
from .worker import Worker

WEIGHTS = {
    "supervisor": 2,
    "main": 3,
    "sentinel": 3,
    "pusher": 4,
    "monitor": 4,
    "worker": 8,
    "backtest child": 8,
}
AIMED = 0.35
"""Of so many kills the victim is the worker of a run of a kind that is drawn, or plays backtests:
small runs are over too soon to be hit otherwise."""
AWAITED = 0.12
"""Of so many kills the victim plays backtests, and is waited for: those come late, and go soon."""
AWAITED_SECONDS = 180  # of a busy machine; a quiet one needs some
LOOK_SECONDS = 0.2
DURING_START = 0.03
WAITS = ((0.02, 0.7), (0.7, 4.0), (4.0, 12.0))  # seconds: each as often

Progress = Callable[[str], None]


class Killer:
    """Kills one process at a time; `killed` counts them by what they were, `hit` by the kinds of
    the runs that lost their worker."""

    def __init__(self, seed: int, worker: Worker, progress: Progress) -> None:
        self.killed: Counter[str] = Counter()
        self.hit: Counter[str] = Counter()
        self._steps, self._in_a_step = 0, 0
        self._draw = random.Random(seed)  # noqa: S311  # chance, not secrecy
        self._worker = worker
        self._progress = progress

    @property
    def made(self) -> int:
        return self.killed.total()

    def strike(self) -> None:
        """Wait for a while, then kill a process of those there are."""
        awaited = self._draw.random() < AWAITED
        time.sleep(self._draw.uniform(*self._draw.choice(WAITS)))
        family = self._worker.family()
        if awaited and (children := self._children()):
            time.sleep(self._draw.uniform(0, 1))  # it begins by loading
            self._kill("backtest child", self._draw.choice(children))
            return
        if "worker" not in family and self._draw.random() > DURING_START:
            return  # it is just being started: to kill it over and over would show nothing
        at_work = _at_work()
        kind, process = self._victim(family, at_work)
        self._kill(kind, process, at_work.get(process.pid, "") if kind == "worker" else "")

    def _children(self) -> list[psutil.Process]:
        """Those that play backtests, as soon as there are any; none when that takes too long."""
        deadline = time.monotonic() + AWAITED_SECONDS
        active = Run.objects.active().filter(kind__in=scenarios.with_children())
        while time.monotonic() < deadline and active.exists():
            if children := self._worker.family().get("backtest child"):
                return children
            time.sleep(LOOK_SECONDS)
        return []

    def _kill(self, kind: str, process: psutil.Process, held: str = "") -> None:
        """Kill it, if it still lives; `held` is the kind of run that it works on."""
        if not victims.lives(process) or (kind == "backtest child" and self._given_up()):
            return
        victims.kill([process])
        self.killed[kind] += 1
        if held:
            self.hit[held] += 1
        self._progress(f"{kind}{f' ({held})' if held else ''}")

    def _given_up(self) -> bool:
        """Whether one more child could end a backtest: as shipped, one whose process died too often
        within a step is given up, as a rule that kills its process has to be."""
        steps = Step.objects.count()
        self._in_a_step = self._in_a_step + 1 if steps == self._steps else 1
        self._steps = steps
        return self._in_a_step > RETRIES

    def _victim(
        self, family: dict[str, list[psutil.Process]], at_work: dict[int, str]
    ) -> tuple[str, psutil.Process]:
        if self._draw.random() < AIMED:
            rare = [
                *(("worker", each) for each in family.get("worker", ()) if each.pid in at_work),
                *(("backtest child", each) for each in family.get("backtest child", ())),
            ]
            kinds = sorted({at_work.get(each.pid, "") for _kind, each in rare})
            if kinds:
                wanted = self._draw.choice(kinds)
                return next(one for one in rare if at_work.get(one[1].pid, "") == wanted)
        drawn = list(family)
        kind = self._draw.choices(drawn, [WEIGHTS[each] for each in drawn])[0]
        return kind, self._draw.choice(family[kind])


def _at_work() -> dict[int, str]:
    """The kind of run that each process holds."""
    held = Run.objects.leased().values_list("worker", "kind")
    return {int(worker.rpartition(":")[2]): kind for worker, kind in held}
