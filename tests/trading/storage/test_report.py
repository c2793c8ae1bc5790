"""What a page or a program is shown of a dataset: its segments, its warnings, and no price."""

from __future__ import annotations

import pandas as pd
import pytest

from tests.trading.market.files import walk
from tests.trading.storage.stored import dataset
from trading.market.prices import Prices
from trading.models import Dataset
from trading.storage import cautions, dataset_report, store_prices

pytestmark = pytest.mark.django_db


def jumping(bar: int) -> Dataset:
    """300 bars with a jump of the price at one of them."""
    frame = walk(300)
    found = {"code": "jumps", "params": {"count": 1, "percent": "+50.0", "at": day(bar)}}
    made = Prices(frame=frame, frequency="1d", bars_per_year=252.0, adjusted=False)
    stored = store_prices(ticker="WALK", prices=made, source="a test").dataset
    Dataset.objects.filter(pk=stored.pk).update(cautions=[found])
    stored.refresh_from_db()
    return stored


def day(bar: int) -> str:
    found: pd.Timestamp = walk(300).index[bar]
    return f"{found:%Y-%m-%d}"


def test_segments_are_given_by_their_bars_and_dates():
    found = dataset_report(dataset())
    assert found["bars"] == 300
    assert found["segments"] == {
        "train": {"bars": 180, "from": day(0), "to": day(179)},
        "validation": {"bars": 60, "from": day(180), "to": day(239)},
        "holdout": {"bars": 60, "from": day(240), "to": day(299)},
    }


@pytest.mark.parametrize(("bar", "code"), [(239, "jumps"), (240, "jumps_sealed")])
def test_a_warning_of_a_sealed_price_tells_neither_price_nor_date(bar: int, code: str):
    stored = jumping(bar)
    (found,) = cautions(stored)
    assert found.code == code
    (told,) = dataset_report(stored)["warnings"]
    assert told["code"] == code
    assert (day(bar) in told["message"]) == (code == "jumps")
