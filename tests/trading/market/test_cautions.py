"""What may be said of a history without a word on its sealed bars."""

from __future__ import annotations

import pandas as pd
import pytest

from tests.trading.market.files import walk
from trading.market.cautions import unsealed
from trading.market.prices import Caution

TIMES = pd.DatetimeIndex(walk(100).index)
SEALED = 80


def at(bar: int) -> str:
    return f"{TIMES[bar]:%Y-%m-%d}"


@pytest.mark.parametrize(("bar", "told"), [(79, "jumps"), (80, "jumps_sealed")])
def test_a_jump(bar: int, told: str) -> None:
    jump = Caution("jumps", {"count": 2, "percent": "+50.0", "at": at(bar)})
    found = next(unsealed([jump], TIMES, SEALED))
    assert found.code == told
    assert ("50" in str(found), at(bar) in str(found)) == (bar < SEALED,) * 2


@pytest.mark.parametrize(("bars", "told"), [(10, "constant"), (11, "constant_sealed")])
def test_closes_that_stay_the_same_into_the_holdout(bars: int, told: str) -> None:
    same = Caution("constant", {"bars": bars, "at": at(70)})
    found = next(unsealed([same], TIMES, SEALED))
    assert found.code == told
    assert (str(bars) in str(found)) == (told == "constant")


def test_what_is_said_of_no_price_stays() -> None:
    others = [Caution("gaps", {"count": 1, "first": at(85), "last": at(90)}),
              Caution("no_volume", {}), Caution("idle", {"count": 3})]  # fmt: skip
    assert list(unsealed(others, TIMES, SEALED)) == others
