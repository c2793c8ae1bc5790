"""Entries on sealed bars that the cash cannot pay for are counted, and said wherever the opening
is."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from django.contrib.auth.models import User

from tests.people import person
from tests.trading.desk import succeeded
from tests.trading.services.inline import momentum
from tests.trading.storage.stored import dataset
from tests.trading.views.people import client_of, text_of
from trading.management.console import as_text
from trading.market.data import split
from trading.models import Backtest, Strategy
from trading.services.report import strategy_report


def dear_at_last(frame: pd.DataFrame) -> pd.DataFrame:
    """The same history, its unit split the other way round where the holdout begins: 1 for 1000."""
    units = np.ones(len(frame))
    units[split(len(frame)).holdout[0] :] = 1_000.0
    prices = {name: frame[name] * units for name in ("Open", "High", "Low", "Close")}
    return frame.assign(**prices)


@pytest.fixture
def unpaid(transactional_db: None) -> Strategy:
    """Passed its gates; on the sealed bars a unit costs more than the cash."""
    dataset(dear_at_last(momentum()), ticker="EDGE")
    return succeeded(person("ana"), constraints={"fractions": False})


def test_entries_that_the_holdout_could_not_pay_for_are_said(unpaid: Strategy):
    row = Backtest.objects.get(segment="holdout")
    count = row.metrics["dropped"]
    assert count > 1
    assert (row.total_trades, unpaid.final_status) == (0, "ABANDONED")
    assert unpaid.state["holdout"]["dropped"] == count
    said = f"{count} entries could not be paid for with the cash."
    report: Any = strategy_report(strategy_id=unpaid.pk)
    assert said in as_text(report)
    reader = client_of(User.objects.get(username="ana"))
    for page in ("", "report/"):
        shown = text_of(reader.get(f"/strategies/{unpaid.pk}/{page}"))
        assert said in shown
        assert "Annual figures rest on 252 bars a year" in shown
