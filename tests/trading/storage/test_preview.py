"""What a file would become: as storing it makes it; nothing is stored, nothing sealed is shown."""

from __future__ import annotations

import pytest

from tests.trading.market.files import file, rows
from trading.models import AuxiliaryDataset, Dataset
from trading.storage import import_prices, import_rows
from trading.storage.preview import SHOWN, preview_prices, preview_rows

pytestmark = pytest.mark.django_db


def news(count: int) -> bytes:
    """A row of news a day of March 2010."""
    lines = [f"2010-03-{day:02},{day / 100}" for day in range(1, count + 1)]
    return "\n".join(["available_at,sentiment", *lines, ""]).encode()


def test_prices_are_previewed_as_they_would_be_stored_and_are_not():
    data = file()
    found = preview_prices(data=data, ticker="new")
    assert Dataset.objects.count() == 0
    assert found.same is None
    stored = import_prices(data=data, ticker="new").dataset
    assert (found.size, found.begin.date(), found.end.date()) == (
        stored.bars, stored.first_at.date(), stored.last_at.date(),
    )  # fmt: skip
    assert (found.frequency, found.bars_per_year) == (stored.frequency, stored.bars_per_year)
    assert preview_prices(data=data, ticker="new").same == stored
    assert preview_prices(data=data, ticker="other").same is None
    assert preview_prices(data=file(rows(39)), ticker="new").same is None


def test_rows_are_previewed_as_they_would_be_stored_and_are_not():
    data = news(20)
    found = preview_rows(data=data, ticker="new", kind="news")
    assert AuxiliaryDataset.objects.count() == 0
    assert found.same is None
    stored = import_rows(data=data, ticker="new", kind="news").dataset
    assert (found.size, found.begin.date(), found.end.date()) == (
        20, stored.first_at.date(), stored.last_at.date(),
    )  # fmt: skip
    assert preview_rows(data=data, ticker="new", kind="news").same == stored
    assert preview_rows(data=news(19), ticker="new", kind="news").same is None


@pytest.mark.parametrize(("count", "shown"), [(1, 1), (3, 1), (10, 6), (20, SHOWN)])
def test_of_few_rows_no_more_than_those_of_train_are_shown(count: int, shown: int):
    found = preview_rows(data=news(count), ticker="new", kind="news")
    assert len(found.first) == shown
    assert found.first["sentiment"].iloc[0] == 0.01
