"""Workers side by side: cases in, lines out as they come."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.lab.calibration.child import WORKER, Child, Died
from tests.lab.calibration.plan import Case
from trading.backtest.child import usable_cpus

Told = tuple[Case, dict[str, Any]]


class Crew:
    """So many workers; each has a thread that hands it one case after the other."""

    def __init__(
        self,
        cases: Sequence[Case],
        workers: int,
        folder: Path,
        empty: Path,
        module: str = WORKER,
    ) -> None:
        self._waiting: queue.SimpleQueue[Case] = queue.SimpleQueue()
        for case in cases:
            self._waiting.put(case)
        self._told: queue.SimpleQueue[Told | Exception] = queue.SimpleQueue()
        self._folder, self._empty, self._module = folder, empty, module
        self._count = max(1, min(workers, len(cases)))
        self._pool_workers = max(1, usable_cpus() // self._count)
        self._stopped = threading.Event()
        self._children: dict[int, Child] = {}
        self._threads: list[threading.Thread] = []
        self._cases = len(cases)

    def play(self, bars: int, profile: str) -> Iterator[Told]:
        """Every case with what came of it, in the order they end. Raises what a thread raises."""
        for number in range(self._count):
            thread = threading.Thread(target=self._work, args=(number, bars, profile))
            thread.start()
            self._threads.append(thread)
        for _ in range(self._cases):
            told = self._told.get()
            if isinstance(told, Exception):
                raise told
            yield told

    def _work(self, number: int, bars: int, profile: str) -> None:
        """A thread's life; what goes wrong in it, but for a run, is raised by `play`."""
        try:
            self._hand_out(number, bars, profile)
        except Exception as error:  # noqa: BLE001  # unheard, the caller would wait for ever
            self._told.put(error)

    def _hand_out(self, number: int, bars: int, profile: str) -> None:
        starts = 0
        while not self._stopped.is_set():
            try:
                case = self._waiting.get_nowait()
            except queue.Empty:
                return
            child = self._children.get(number)
            if child is None:
                starts += 1
                child = self._children[number] = self._start(f"worker{number}-{starts}")
                if self._stopped.is_set():  # meanwhile: `close` may not have seen it
                    return
                child.wait_ready()
            try:
                answer = child.play(case, bars, profile)
            except Died as died:
                self._children.pop(number).close()
                answer = {"error": f"the worker died: {died}", "seconds": 0.0}
            if not self._stopped.is_set():  # else it did not end, it was ended
                self._told.put((case, answer))

    def _start(self, name: str) -> Child:
        return Child(self._folder / name, self._empty, self._pool_workers, self._module)

    def close(self) -> None:
        """End all workers, also those amid a case, and wait for the threads."""
        self._stopped.set()
        for child in list(self._children.values()):
            child.kill()
        for thread in self._threads:
            thread.join()
        for child in self._children.values():
            child.close()


@contextmanager
def crew(cases: Sequence[Case], workers: int, folder: Path, empty: Path) -> Iterator[Crew]:
    """Workers that are gone when this ends, whatever ends it."""
    found = Crew(cases, workers, folder, empty)
    try:
        yield found
    finally:
        found.close()
