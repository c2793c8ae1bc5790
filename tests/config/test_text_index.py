"""Rows are found by the words of their texts, whatever accents and signs; the index is whole."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from config.doctor.finding import DoctorFinding
from config.doctor.services import database
from config.text_index import TextIndex, make_all
from hypotheses.list_query import searched
from hypotheses.models import Hypothesis
from hypotheses.querysets import IDEAS
from hypotheses.querysets import INDEXES as OF_HYPOTHESES
from trading.querysets import INDEXES as OF_TRADING

pytestmark = pytest.mark.django_db
INDEXES = (*OF_HYPOTHESES, *OF_TRADING)
only_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="FTS5 is SQLite's")


def idea(text: str) -> Hypothesis:
    return Hypothesis.objects.create(text=text, language="pt")


def found(words: str) -> list[int]:
    return list(Hypothesis.objects.filter(searched(words)).values_list("pk", flat=True))


@pytest.mark.parametrize(
    "words",
    ["método", "METODO", "metod", "rapido método", "pré-aviso", "aviso", "A/B", "50%", "o'neil"],
)
def test_a_text_is_found_by_its_words(words: str) -> None:
    row = idea("O Me\u0301todo é RÁPIDO: pré-aviso, teste A/B, 50% de O'Neill\\x")
    idea("Outra ideia, sem nada disso")
    assert found(words) == [row.pk]


@pytest.mark.parametrize("words", ["todo", "metodo lento", "%", "_", "*", '"', "x OR", "NEAR(a b)"])
def test_not_by_others(words: str) -> None:
    """By the middle of a word, by one word of two, by signs that a query could take as its own."""
    idea("Método rápido")
    assert found(words) == []


def test_it_follows_what_becomes_of_a_text() -> None:
    row = idea("Café ajuda")
    Hypothesis.objects.filter(pk=row.pk).update(text="Chá ajuda")
    assert (found("cafe"), found("cha")) == ([], [row.pk])
    row.delete()
    assert found("cha") == []


@pytest.mark.parametrize("index", INDEXES, ids=lambda index: index.table)
def test_no_migration_lost_an_index(index: TextIndex) -> None:
    """Altering a table drops its triggers on SQLite: such a migration makes them again."""
    assert index.is_whole()


def test_a_search_reads_the_index_and_not_every_text() -> None:
    idea("Café ajuda")
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":  # few rows are read one by one otherwise
            cursor.execute("SET LOCAL enable_seqscan = off")
    with CaptureQueriesContext(connection) as taken:
        list(Hypothesis.objects.filter(IDEAS.matching("cafe")))
    plan = Hypothesis.objects.filter(IDEAS.matching("cafe")).explain()
    assert IDEAS.name in plan
    assert "LIKE" not in taken[0]["sql"]


def check() -> DoctorFinding:
    return next(each for each in database(whole=False) if each.check == "idea search")


def test_the_doctor_finds_an_index_that_is_lost_and_how_to_make_it() -> None:
    row = idea("Café ajuda")
    assert check().level == "ok"
    if connection.vendor == "postgresql":  # the row's own keys are checked later otherwise
        connection.check_constraints()
    IDEAS.drop(connection)
    lost = check()
    assert lost.level == "warn"
    assert "hypotheses_hypothesis" in lost.what
    assert "from hypotheses.querysets import INDEXES" in lost.mend
    make_all(OF_HYPOTHESES)
    assert check().level == "ok"
    assert found("cafe") == [row.pk]


@only_sqlite
def test_the_doctor_finds_an_index_that_missed_a_text() -> None:
    row = idea("Café ajuda")
    (update,) = [name for name in IDEAS.triggers() if name.endswith("update")]
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER {update}")
        Hypothesis.objects.filter(pk=row.pk).update(text="Chá ajuda")
        cursor.execute(f"CREATE TRIGGER {update} {IDEAS.triggers()[update]}")
    assert check().level == "warn"


def stored(index: TextIndex) -> bytes:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT block FROM {index.name}_data")  # noqa: S608  # a name of ours
        return b" ".join(bytes(block) for (block,) in cursor.fetchall())


@only_sqlite
def test_nothing_is_left_of_a_purged_text() -> None:
    IDEAS.purge()  # of many parts that other tests left, SQLite merges some by itself
    row = idea("Segredo guardado")
    Hypothesis.objects.filter(pk=row.pk).update(text="[erased]")
    assert b"segredo" in stored(IDEAS)
    IDEAS.purge()
    assert b"segredo" not in stored(IDEAS)
