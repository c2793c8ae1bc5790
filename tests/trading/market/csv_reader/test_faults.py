"""Several faults of one file, told at once, and none that a reading would not refuse."""

from __future__ import annotations

import pytest

from tests.trading.market.csv_reader.test_refusals import CELLS, FILES, HEADERS, refusal
from tests.trading.market.files import FEW, file, rows, spoiled
from trading.market.csv_reader import Options, price_faults, read_prices
from trading.market.csv_reader.options import MOST


def told(data: bytes, options: Options = FEW) -> list[str]:
    return [str(fault) for fault in price_faults(data, options)]


def with_cells(*spoils: tuple[int, int, str]) -> bytes:
    """The sound file with values put into cells: row, column, value."""
    lines = [line.split(",") for line in rows()]
    for row, column, value in spoils:
        lines[row][column] = value
    return file([",".join(cells) for cells in lines])


def test_a_sound_file_has_none():
    assert told(file()) == []


@pytest.mark.parametrize(("cell", "value", "code", "text"), CELLS)
def test_what_a_reading_refuses_is_among_them(cell, value, code, text):
    assert text in told(spoiled(4, lambda cells: cells.__setitem__(cell, value)))


@pytest.mark.parametrize(("data", "code", "text"), FILES)
def test_a_file_that_is_none_has_one(data, code, text):
    assert told(data) == [text]


@pytest.mark.parametrize(("header", "code", "text"), HEADERS)
def test_what_is_wrong_with_a_header(header, code, text):
    assert told(file(header=header))[0] == text


def test_all_columns_that_are_missing():
    faults = price_faults(file(header="Date,Open,P,Q,R,S"), FEW)
    assert [fault.params["column"] for fault in faults] == ["High", "Low", "Close"]


def test_faults_of_all_kinds_line_by_line():
    lines = file().decode().splitlines()
    lines[20] = "1,2"
    data = (
        "\n".join(lines).encode().replace(b"104.5,106.25,103.75,105.0,1004", b"x,y,103.75,-1,1004")
    )
    data = data.replace(b"2020-01-14", b"2020-01-44")
    assert told(data) == [
        "line 6, column Open: x is text, not a number",
        "line 6, column High: y is text, not a number",
        "line 6, column Close: -1 is not above zero",
        "line 11, column Date: 2020-01-44 is not a date of a known form",
        "line 21: 2 fields where the header has 6",
    ]


def test_each_date_out_of_order():
    data = with_cells((5, 0, "2019-01-01"), (20, 0, "2020-01-02"))
    assert [fault.code for fault in price_faults(data, FEW)] == ["unsorted_dates", "duplicate_date"]


def test_one_date_too_late_is_one_fault():
    assert told(with_cells((5, 0, "2030-01-01"))) == [
        "line 8, column Date: 2020-01-09 comes after 2030-01-01 of line 7"
    ]


def test_no_more_than_can_be_mended_at_a_time():
    data = file([line.replace("99.75", "x") for line in rows(400)])
    assert len(told(data)) == MOST
    wide = file([f"{line},1,2" for line in rows(400)])
    assert len(told(wide)) == MOST


def test_too_few_bars_are_told_with_the_rest():
    lines = rows(20)
    lines[3] = lines[3].replace("2020", "2O20")
    assert told(file(lines), Options()) == [
        "20 bars are too few: at least 30 are needed",
        "line 5, column Date: 2O20-01-06 is not a date of a known form",
    ]


def test_what_needs_a_choice_is_said_once():
    lines = [line.replace(",", ";") for line in rows()]
    data = file([";".join([line.split(";")[0], *["1.234"] * 5]) for line in lines],
                header="Date;Open;High;Low;Close;Volume")  # fmt: skip
    assert [fault.code for fault in price_faults(data, FEW)] == ["ambiguous_decimal"]


def test_the_first_of_them_is_what_a_reading_says():
    data = with_cells((9, 3, "-1"), (5, 4, "x"), (20, 1, ""))
    assert str(refusal(data)) in told(data)
    with pytest.raises(Exception, match="column Open: no value"):
        read_prices(data, FEW)
