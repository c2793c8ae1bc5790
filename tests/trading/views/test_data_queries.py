"""Pages of data and memory ask the database as often for much as for little."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.people import person
from tests.trading.helpers import make_developed, make_strategy
from tests.trading.market.files import walk
from tests.trading.services.test_uploads import NEWS, staged
from tests.trading.storage.stored import dataset
from trading.memory import recall, remember
from trading.models import AuxiliaryDataset, Lesson
from trading.services.lessons import edit_lesson
from trading.storage import import_rows, open_holdout

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> tuple[User, User]:
    return person("ana"), person("rita", "reviewer")


def asked(user: User, url: str) -> int:
    client = Client()
    client.force_login(user)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(url).status_code == 200
    return len(queries)


def filled(ana: User, round_: int) -> None:
    """Versions, openings, strategies, rows beside the prices, an upload."""
    for ticker in (f"T{round_}", "WALK"):
        row = dataset(walk(300 + round_), ticker=ticker)
        open_holdout(dataset=row, purpose="a look", user=ana)
        strategy = make_strategy(owner=ana, ticker=ticker, dataset=row)
        data = NEWS.replace(b"words", f"words {round_}".encode())
        strategy.auxiliary.add(import_rows(data=data, ticker=ticker, kind="news").dataset)
    staged(ana)


@pytest.mark.parametrize(
    "part", ["", "?q=T", "{pk}/", "{pk}/prices.json", "upload/", "auxiliary/{rows}/"]
)
def test_pages_of_data(part: str, people: tuple[User, User]) -> None:
    filled(people[0], 0)
    row = dataset(walk(300), ticker="WALK")
    rows = AuxiliaryDataset.objects.latest("pk")
    url = f"/data/{part.format(pk=row.pk, rows=rows.pk)}"
    before = [asked(user, url) for user in people]
    for round_ in (1, 2, 3):
        filled(people[0], round_)
    assert [asked(user, url) for user in people] == before


def test_pages_of_memory(people: tuple[User, User]) -> None:
    ana, rita = people

    def left(ticker: str) -> Lesson:
        lesson = remember(strategy=make_developed(owner=ana, ticker=ticker), state={})[0]
        edit_lesson(lesson_id=lesson.pk, text=f"words on {ticker}", user=rita)
        snapshot = recall(ticker="AAPL", objective="x", frequency="1d", language="en")
        make_strategy(owner=ana, memory=snapshot)
        return lesson

    lesson = left("AAPL")
    urls = ["/memory/", "/memory/?q=words", f"/memory/{lesson.pk}/"]
    before = [asked(user, url) for user in people for url in urls]
    for ticker in ("IBM", "MSFT", "AAPL"):
        other = left(ticker)
    edit_lesson(lesson_id=lesson.pk, text="again", user=rita)
    assert other != lesson
    assert [asked(user, url) for user in people for url in urls] == before
