"""Refinements a second by supervised workers, against the graph alone.

Each round has a data folder and a database of its own: `python -m tests.lab.benchmarks.refinements
COUNT` is one in a process of its own, whose environment says how many workers there are;
`... COUNT SAVER` plays the graph without workers, ledger and rows.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tests.lab.chaos.apart import begin, hand_over, work_apart
from tests.lab.chaos.scratch import Scratch, scratch

if TYPE_CHECKING:
    import psutil

    from tests.lab.benchmarks.figures import Figure

ONE, TWO_SQLITE, TWO_POSTGRESQL = 45.0, 1.7, 1.8
COUNT, SMALL, WARM = 40, 12, 10
ROUNDS = 2
PATIENCE = 300.0
OURS = {"DJANGO_SETTINGS_MODULE": "tests.lab.chaos.settings", "CRIVO_LANGUAGE": "en"}
Told = Mapping[str, float]


def measure(
    environment: Mapping[str, str], *, small: bool = False, database: str = ""
) -> Sequence[Figure]:
    """One and two workers in turns, on SQLite, and on PostgreSQL where a `database` is named; the
    graph alone, and with LangGraph's own SQLite saver."""
    count, rounds = (SMALL, 1) if small else (COUNT, ROUNDS)
    engines = {"sqlite": "", **({"postgresql": database} if database else {})}
    found = [
        figure for name, url in engines.items() for figure in _of_engine(name, url, count, rounds)
    ]
    return found + _alone(environment, count, rounds)


def _of_engine(engine: str, url: str, count: int, rounds: int) -> list[Figure]:
    from tests.lab.benchmarks.figures import Figure

    told: dict[int, list[Told]] = {1: [], 2: []}
    with scratch(url, "", OURS) as place:
        place.prepare()
        for number in range(rounds):
            for workers, each in told.items():
                each.append(_round(place, f"round{number}{workers}", workers, count))
    best = {workers: max(each, key=lambda one: one["rate"]) for workers, each in told.items()}
    worst = {workers: min(one["rate"] for one in each) for workers, each in told.items()}
    least = {workers: min(one["cpu"] for one in each) for workers, each in told.items()}
    two = TWO_SQLITE if engine == "sqlite" else TWO_POSTGRESQL
    return [
        Figure(f"{engine}_one", best[1]["rate"], "/s", ONE, worst=worst[1]),
        Figure(f"{engine}_two", best[2]["rate"], "/s", worst=worst[2]),
        Figure(f"{engine}_ratio", best[2]["rate"] / best[1]["rate"], "x", two),
        Figure(f"{engine}_cpu", least[1] * 1e3, "ms"),
        Figure(f"{engine}_cpu_two", least[2] * 1e3, "ms"),
        Figure(f"{engine}_busy", best[2]["busy"]),
    ]


def _round(place: Scratch, name: str, workers: int, count: int) -> Told:
    environment = {**place.fresh(name), "CRIVO_WORKERS": str(workers)}
    module = "tests.lab.benchmarks.refinements"
    try:
        return work_apart(module, [count], environment, lambda _line: None)
    finally:
        place.drop(name)


def _alone(environment: Mapping[str, str], count: int, rounds: int) -> list[Figure]:
    from tests.lab.benchmarks.figures import Figure

    with scratch("", "", OURS) as place:
        place.prepare()
        told: dict[str, list[Told]] = {"none": [], "sqlite": []}
        for number in range(rounds):
            for saver, each in told.items():
                own = place.fresh(f"alone{number}{saver}")
                module = "tests.lab.benchmarks.refinements"
                each.append(work_apart(module, [count, saver], own, lambda _line: None))
    rates = {saver: [one["rate"] for one in each] for saver, each in told.items()}
    return [
        Figure("graph", max(rates["none"]), "/s", worst=min(rates["none"])),
        Figure("graph_saved", max(rates["sqlite"]), "/s", worst=min(rates["sqlite"])),
        Figure("graph_cpu", min(one["cpu"] for one in told["none"]) * 1e3, "ms"),
    ]


# In a process of its own.


def by_workers(count: int) -> dict[str, float]:
    """Refinements a second between the first that ended and the last; the processor seconds of
    one, of all processes; how many processors were busy."""
    from django.conf import settings

    from config.runs.models import Run
    from tests.lab.benchmarks.watching import cpu_of
    from tests.lab.chaos.worker import Worker
    from tests.lab.soak.refinements import start

    for number in range(count + WARM):
        start(number)
    ended = Run.objects.exclude(finished_at=None)
    with Worker(settings.DATA_DIR / "work.log") as worker:
        first = _wait(lambda: ended.count() >= WARM and ended.count())
        processes, begun = _all(worker), time.perf_counter()
        before = cpu_of(processes)
        _wait(lambda: ended.count() == count + WARM)
        seconds, cpu = time.perf_counter() - begun, cpu_of(processes) - before
    made = count + WARM - first
    if Run.objects.exclude(status="done").exists():
        raise RuntimeError("a refinement failed")
    return {"rate": made / seconds, "cpu": cpu / made, "busy": cpu / seconds}


def _all(worker: Any) -> list[psutil.Process]:
    return [process for each in worker.family().values() for process in each]


def _wait(done: Any) -> int:
    until = time.monotonic() + PATIENCE
    while not (found := done()):
        if time.monotonic() > until:
            raise TimeoutError("the refinements do not end")
        time.sleep(0.05)
    return int(found)


def alone(count: int, saver: str) -> dict[str, float]:
    """The same refinements by the graph in one process, one after the other; `saver` keeps
    LangGraph's checkpoints in SQLite."""
    from django.conf import settings

    return asyncio.run(_played(count, str(settings.DATA_DIR / "saver.sqlite3"), saver))


async def _played(count: int, file: str, saver: str) -> dict[str, float]:
    from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

    from hypotheses.graph import HypothesisContext, create_multi_agent_graph
    from tests.lab.soak.refinements import idea

    graph = create_multi_agent_graph()
    async with AsyncSqliteSaver.from_conn_string(file) as kept:
        if saver == "sqlite":
            graph = graph.copy({"checkpointer": kept})

        async def refine(number: int) -> None:
            thread = {"configurable": {"thread_id": str(number)}}
            await graph.ainvoke({"user_input": idea(number)}, thread, context=HypothesisContext())

        for number in range(WARM):
            await refine(number)
        begun, before = time.perf_counter(), time.process_time()
        for number in range(WARM, count + WARM):
            await refine(number)
        cpu = time.process_time() - before
        return {"rate": count / (time.perf_counter() - begun), "cpu": cpu / count}


def main(count: str, saver: str = "") -> None:
    begin()
    hand_over(alone(int(count), saver) if saver else by_workers(int(count)))


if __name__ == "__main__":
    main(*sys.argv[1:])
