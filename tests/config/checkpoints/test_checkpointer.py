"""A run keeps LangGraph's checkpoints where asked for, and nothing about them can stop it."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, TypedDict

import pytest
from django.conf import settings as site
from langgraph.graph import START, StateGraph

from config.checkpoints import checkpointed, engines, history
from config.checkpoints.history import checkpoints
from config.checkpoints.saver import SMALL, small
from config.runs.execution import execute
from config.runs.models import Event, Run
from tests.config.runs.conftest import UNDISTURBED, Probe, marks
from tests.dying import killed_at, taken_over

pytest.importorskip(
    "langgraph.checkpoint.sqlite" if site.SQLITE else "langgraph.checkpoint.postgres"
)

pytestmark = pytest.mark.django_db(transaction=not site.SQLITE)

WAY = ["alpha", "beta", "gamma", "delta", ""]


def way(run: Run) -> list[str]:
    """The nodes that were next, in the order of the checkpoints."""
    return [", ".join(one.next) for one in checkpoints(run.pk)]


@pytest.mark.usefixtures("kept")
class TestKept:
    def test_a_run_leaves_its_state_before_each_node_and_at_the_end(self, probe: Probe) -> None:
        run = execute(probe.new().pk)
        assert (run.status, marks(run), way(run)) == ("done", UNDISTURBED, WAY)
        states = [one.state for one in checkpoints(run.pk)]
        assert states[0] == {"values": []}
        assert states[-1] == {"values": [1, 3, 7, 15]}

    def test_a_run_that_fails_leaves_them_up_to_there(self, probe: Probe) -> None:
        run = execute(probe.new(fail={"gamma": "no luck"}).pk)
        assert (run.error, way(run)) == ("gamma: no luck (ValueError)", WAY[:3])

    @pytest.mark.django_db(transaction=True)
    def test_each_attempt_has_its_own_and_no_attempt_reads_them(self, probe: Probe) -> None:
        run = probe.new()
        assert killed_at(run, "commit", 2)
        ended = taken_over(run)
        assert (ended.status, marks(run)) == ("done", UNDISTURBED)
        found = [(one.attempt, one.next) for one in checkpoints(run.pk)]
        assert [after for attempt, after in found if attempt == 1] == [("alpha",), ("beta",)]
        assert [attempt for attempt, _after in found] == [1, 1, 2, 2, 2, 2, 2]

    def test_what_an_earlier_database_left_under_its_number_is_not_read(self, probe: Probe) -> None:
        execute(probe.new().pk)
        run = probe.new()
        with engines.cursor() as cursor:
            for table in engines.tables():
                cursor.execute(f"UPDATE {table} SET thread_id = '{run.pk}:1'")  # noqa: S608
        execute(run.pk)
        assert (marks(run), way(run)) == (UNDISTURBED, WAY)
        assert history.runs() == [run.pk]


def test_a_large_value_is_told_and_not_kept() -> None:
    assert small(["x" * (SMALL - 4)]) == ["x" * (SMALL - 4)]
    assert small(["x" * SMALL, 2]) == f"[list of 2, {SMALL + 7} characters]"
    assert small("é" * SMALL) == f"[str, {SMALL + 2} characters]"
    assert small({"a": object()})["a"] is not None


def test_without_the_setting_the_graph_is_as_it_was(settings: Any) -> None:
    settings.CHECKPOINTS = False
    graph = object()

    async def given() -> tuple[Any, Any]:
        async with checkpointed(graph, 1, 1) as told:
            return told

    assert asyncio.run(given()) == (graph, {})


if site.SQLITE:

    @pytest.mark.usefixtures("kept")
    class TestAFile:
        def test_that_is_no_database_is_left_alone(self, probe: Probe, caplog: Any) -> None:
            engines.file().write_text("no database " * 100)
            run = execute(probe.new().pk)
            assert (run.status, marks(run)) == ("done", UNDISTURBED)
            said = "from here on: file is not a database"
            assert warnings(caplog) == [f"no checkpoints of {run.pk}:1 {said}"]

        def test_that_cannot_be_made_is_done_without(
            self, probe: Probe, monkeypatch: Any, tmp_path: Any, caplog: Any
        ) -> None:
            monkeypatch.setattr(engines, "file", lambda: tmp_path / "nowhere" / "file")
            run = execute(probe.new().pk)
            assert (run.status, marks(run)) == ("done", UNDISTURBED)
            assert "unable to open database file" in warnings(caplog)[0]

        def test_that_fails_in_the_middle_is_done_without(self, probe: Probe, caplog: Any) -> None:
            run = execute(probe.new().pk, on_event=loses_its_tables)
            assert (run.status, marks(run)) == ("done", UNDISTURBED)
            assert len(warnings(caplog)) == 1

else:

    @pytest.mark.usefixtures("kept")
    class TestTables:
        def test_that_go_in_the_middle_are_done_without(self, probe: Probe, caplog: Any) -> None:
            run = execute(probe.new().pk, on_event=loses_its_tables)
            assert (run.status, marks(run)) == ("done", UNDISTURBED)
            assert len(warnings(caplog)) == 1
            engines._ready.clear()

        def test_that_cannot_be_reached_are_done_without(
            self, probe: Probe, monkeypatch: Any, caplog: Any
        ) -> None:
            nowhere = {**engines.parameters(), "port": 1}
            monkeypatch.setattr(engines, "parameters", lambda: nowhere)
            run = execute(probe.new().pk)
            assert (run.status, marks(run)) == ("done", UNDISTURBED)
            assert len(warnings(caplog)) == 1


def loses_its_tables(event: Event) -> None:
    if event.node == "beta":
        with engines.cursor() as cursor:
            for table in [*engines.tables(), *([] if site.SQLITE else ["checkpoint_migrations"])]:
                cursor.execute(f"DROP TABLE {table}")


def warnings(caplog: Any) -> list[str]:
    return [
        one.getMessage()
        for one in caplog.records
        if one.levelno == logging.WARNING and one.name == "config.checkpoints.saver"
    ]


@pytest.mark.usefixtures("kept")
def test_a_graph_within_the_graph_leaves_none_of_its_own() -> None:
    class State(TypedDict):
        done: list[str]

    def node(name: str) -> Any:
        return lambda state: {"done": [*state["done"], name]}

    inner = StateGraph(State).add_sequence([("one", node("one")), ("two", node("two"))])
    inner.add_edge(START, "one")
    outer = StateGraph(State).add_sequence([("in", inner.compile()), ("after", node("after"))])
    outer.add_edge(START, "in")

    async def play() -> None:
        async with checkpointed(outer.compile(), 7, 1) as (graph, extra):
            await graph.ainvoke({"done": []}, **extra)

    asyncio.run(play())
    assert [(one.error, one.state.get("done")) for one in checkpoints(7)] == [
        ("", []), ("", ["one", "two"]), ("", ["one", "two", "after"]),
    ]  # fmt: skip
