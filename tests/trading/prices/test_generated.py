"""Files made with the truth known: no annual figure, gap or weekday of any is wrong."""

from __future__ import annotations

import pandas as pd
import pytest

from tests.trading.prices.generator import known_file
from trading.market.csv_reader import Options, read_prices


@pytest.mark.parametrize("seed", range(60))
def test_what_is_read_is_what_was_written(seed: int) -> None:
    known = known_file(seed)
    found = read_prices(known.data, Options(timezone=known.timezone))
    index = pd.DatetimeIndex(found.frame.index)
    assert len(found.frame) == known.bars
    assert found.bars_per_year == known.bars_per_year
    assert [caution.code for caution in found.cautions if caution.code == "gaps"] == []
    assert set(index.day_of_week) == known.weekdays
    assert set(index.hour) == known.hours
    assert f"{index[0]:%Y-%m-%d}" == known.first


def test_a_gap_of_a_week_is_still_told() -> None:
    known = known_file(0)
    lines = known.data.decode().splitlines()
    del lines[200:205]
    found = read_prices("\n".join(lines).encode(), Options())
    assert [c.params["count"] for c in found.cautions if c.code == "gaps"] == [1]
