"""Names of zones, as people and files write them."""

from datetime import timedelta

import pytest

from trading.market.clock import zone_of
from trading.market.errors import MarketError


@pytest.mark.parametrize(
    ("name", "hours"), [("+23:59", 24 - 1 / 60), ("-23:59", 1 / 60 - 24), ("UTC+05:30", 5.5)]
)
def test_an_offset_of_less_than_a_day_is_a_zone(name: str, hours: float) -> None:
    assert zone_of(name).utcoffset(None) == timedelta(hours=hours)


@pytest.mark.parametrize("name", ["+24:00", "-24:00", "UTC+99:99", "+23:60", "Mars/North", "../x"])
def test_what_no_place_has_is_refused_by_its_name(name: str) -> None:
    with pytest.raises(MarketError, match="is no time zone") as refused:
        zone_of(name)

    assert refused.value.code == "bad_zone"
