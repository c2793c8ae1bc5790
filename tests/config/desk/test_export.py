"""Cells of an exported table: none is a formula."""

from __future__ import annotations

import pytest
import tablib

from config.desk.admin.base import HarmlessCSV
from config.desk.spreadsheets import harmless


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "＝1", "|calc", "%x"]
)
def test_a_text_that_would_be_computed_is_marked_as_text(text: str) -> None:
    assert harmless(text) == f"'{text}"


@pytest.mark.parametrize("cell", ["a = b", "TDD", "", None, -1, -0.5, True])
def test_any_other_cell_stays_as_it_is(cell: object) -> None:
    assert harmless(cell) == cell


def test_the_file_holds_the_marked_cells() -> None:
    table = tablib.Dataset(headers=["text", "n"])
    table.append(["=HYPERLINK(0)", -2])
    assert HarmlessCSV().export_data(table) == "text,n\r\n'=HYPERLINK(0),-2\r\n"
