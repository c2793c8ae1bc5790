"""Faults as rows of a table: each code has its advice, each sentence leaves the place out."""

from __future__ import annotations

import pandas as pd
import pytest
from django.utils import translation

from trading.market.errors import MESSAGES, MarketError
from trading.presenting.datasets import MEND, fault_lines, table

# What no upload runs into: there is no form, file or reader that gives it.
ELSEWHERE = {"unknown_ticker", "unknown_source", "extra_missing", "source_failed", "too_long",
             "no_bars_in_range", "range_sealed", "corrupt", "not_a_choice", "bad_ticker",
             "bad_zone", "bad_year"}  # fmt: skip
VALUES = {"line": 7, "column": "High: (R$)", "value": "a: b", "other": "x", "other_line": 3,
          "low": 1, "high": 2, "limit": 10, "kind": "PDF", "reason": "quotes", "found": 3,
          "expected": 6, "first": "Close", "second": "Last", "columns": "a, b", "bars": 3,
          "minimum": 30, "frequency": "1d", "zone": "UTC", "known": "x"}  # fmt: skip


def test_every_fault_of_a_file_has_its_advice() -> None:
    assert MEND.keys() == MESSAGES.keys() - ELSEWHERE


@pytest.mark.parametrize("language", ["en", "pt-br"])
@pytest.mark.parametrize("code", MEND)
def test_the_place_stands_in_columns_of_its_own(code: str, language: str) -> None:
    with translation.override(language):
        line = fault_lines([MarketError(code, **VALUES)])[0]
    assert (line.line, line.column, line.value) == (7, "High: (R$)", "a: b")
    assert line.said
    assert not line.said.startswith(("line", "linha"))
    assert "--" not in line.said
    assert line.mend


def test_a_fault_of_the_whole_file_has_no_place() -> None:
    line = fault_lines([MarketError("empty")])[0]
    assert (line.line, line.column, line.value) == ("", "", "")


def test_rows_are_shown_as_they_were_read() -> None:
    index = pd.DatetimeIndex(["2020-01-02", "2020-01-03 10:30"], name="Date")
    frame = pd.DataFrame({"Open": [1234.5, 0.1 + 0.2], "Volume": [float("nan")] * 2}, index=index)
    assert table(frame) == (
        ["Date", "Open"], [["2020-01-02", "1,234.5"], ["2020-01-03 10:30:00", "0.3"]],
    )  # fmt: skip
    with translation.override("pt-br"):
        assert table(frame)[1][0] == ["02/01/2020", "1.234,5"]
