"""What cannot be right in a price file is refused by line, column and value."""

from __future__ import annotations

import pytest

from tests.trading.market.files import FEW, days, file, rows, spoiled
from trading.market.csv_reader import Options, read_prices
from trading.market.errors import MarketError


def refusal(data: bytes, options: Options = FEW) -> MarketError:
    with pytest.raises(MarketError) as error:
        read_prices(data, options)
    return error.value


def test_the_sound_file_is_read():
    assert len(read_prices(file(), FEW).frame) == 40


# In row 4, which stands on line 6: (cell, what is put there, the error's code, its text).
CELLS = [
    (1, "", "missing", "line 6, column Open: no value"),
    (4, "NaN", "nan", "line 6, column Close: NaN is not a number"),
    (4, "null", "nan", "line 6, column Close: null is not a number"),
    (3, "n/a", "nan", "line 6, column Low: n/a is not a number"),
    (4, "-", "nan", "line 6, column Close: - is not a number"),
    (2, "inf", "infinite", "line 6, column High: inf is not finite"),
    (2, "-Infinity", "infinite", "line 6, column High: -Infinity is not finite"),
    (2, "1e400", "infinite", "line 6, column High: 1e400 is not finite"),
    (1, "abc", "text", "line 6, column Open: abc is text, not a number"),
    (1, "12.3.4", "text", "line 6, column Open: 12.3.4 is text, not a number"),
    (1, "@12.50", "text", "line 6, column Open: @12.50 is text, not a number"),
    (1, "1_000", "text", "line 6, column Open: 1_000 is text, not a number"),
    (1, "0x10", "text", "line 6, column Open: 0x10 is text, not a number"),
    (1, "=1+1", "text", "line 6, column Open: =1+1 is text, not a number"),
    (3, "0", "not_positive", "line 6, column Low: 0 is not above zero"),
    (3, "-99.75", "not_positive", "line 6, column Low: -99.75 is not above zero"),
    (4, "0.0", "not_positive", "line 6, column Close: 0.0 is not above zero"),
    (2, "1.0", "high_below_low", "line 6, column High: 1.0 is below the low 103.75"),
    (1, "200", "outside", "line 6, column Open: 200 is outside the bar's 103.75 to 106.25"),
    (4, "103.74", "outside", "line 6, column Close: 103.74 is outside the bar's 103.75 to 106.25"),
    (2, "2e12", "absurd", "line 6, column High: 2e12 is outside 1e-09 to 1000000000"),
    (3, "1e-12", "absurd", "line 6, column Low: 1e-12 is outside 1e-09 to 1000000000"),
    (5, "-1", "negative", "line 6, column Volume: -1 is below zero"),
    (5, "1e16", "absurd", "line 6, column Volume: 1e16 is outside 0 to 1e+15"),
    (0, "", "missing", "line 6, column Date: no value"),
    (0, "yesterday", "bad_date", "line 6, column Date: yesterday is not a date of a known form"),
    (0, "2020-02-30", "bad_date", "line 6, column Date: 2020-02-30 is not a date of a known form"),
    (0, "2020-13-01", "bad_date", "line 6, column Date: 2020-13-01 is not a date of a known form"),
    (0, "20-01-07", "bad_date", "line 6, column Date: 20-01-07 is not a date of a known form"),
    (0, "0020-01-07", "bad_date", "line 6, column Date: 0020-01-07 is not a date of a known form"),
    (0, "2020-01-07 25:00", "bad_date",
     "line 6, column Date: 2020-01-07 25:00 is not a date of a known form"),
    (0, "2020-01-06", "duplicate_date", "line 6, column Date: 2020-01-06 is also on line 5"),
    (0, "2020-01-02", "duplicate_date", "line 6, column Date: 2020-01-02 is also on line 3"),
    (0, "2019-12-30", "unsorted_dates",
     "line 6, column Date: 2019-12-30 comes after 2020-01-06 of line 5"),
    (0, "2020-01-07T00:00:00Z", "mixed_zones",
     "line 6, column Date: 2020-01-07T00:00:00Z: some times have a zone, others none"),
]  # fmt: skip


@pytest.mark.parametrize(("cell", "value", "code", "text"), CELLS)
def test_a_cell_is_refused_by_line_column_and_value(cell, value, code, text):
    error = refusal(spoiled(4, lambda cells: cells.__setitem__(cell, value)))
    assert (error.code, str(error)) == (code, text)
    assert error.params["line"] == 6


def test_the_first_of_several_faults_is_named():
    lines = rows()
    for row in (9, 5, 20):
        lines[row] = lines[row].replace("99.75", "-1").replace("104.75", "-1")
        cells = lines[row].split(",")
        lines[row] = ",".join([*cells[:3], "-1", *cells[4:]])
    assert str(refusal(file(lines))) == "line 7, column Low: -1 is not above zero"


def test_lines_are_those_of_the_file_whatever_stands_between():
    lines = rows()
    lines[4] = lines[4].replace(lines[4].split(",")[4], "x", 1)
    data = ("\n\n" + file(lines).decode().replace("\n", "\n\n", 3)).encode()
    assert refusal(data).params["line"] == 11


def test_the_column_is_called_as_in_the_file():
    data = spoiled(4, lambda cells: cells.__setitem__(4, "x"))
    data = data.replace(b"Close", "Preço de fechamento (R$)".encode())
    assert str(refusal(data)) == "line 6, column Preço de fechamento (R$): x is text, not a number"


HEADERS = [
    ("Date,Open,High,Low", "missing_column",
     "line 1: no column Close in the header: Date,Open,High,Low"),
    ("Open,High,Low,Close,Volume,x", "missing_column",
     "line 1: no column Date in the header: Open,High,Low,Close,Volume,x"),
    ("2020-01-01,1,2,3,4,x", "missing_column",
     "line 1: no column Date in the header: 2020-01-01,1,2,3,4,x"),
    ("Date,Open,High,Low,Close,Last", "repeated_column",
     "line 1: the columns Close and Last mean the same"),
    ("Date", "no_columns", "line 1: not a CSV file with ',', ';' or tab between its columns: Date"),
]  # fmt: skip


@pytest.mark.parametrize(("header", "code", "text"), HEADERS)
def test_a_header_is_refused(header, code, text):
    error = refusal(file(header=header))
    assert (error.code, str(error)) == (code, text)


UTF16 = "the file is in UTF-16 or UTF-32: save it as UTF-8"
FILES = [
    (b"", "empty", "the file is empty"),
    (b"\n \n", "empty", "the file is empty"),
    (b"\xef\xbb\xbf", "empty", "the file is empty"),
    (b"Date,Open,High,Low,Close\n", "no_rows", "the file has a header and no rows"),
    (b"hello world\nthis is prose\n", "no_columns",
     "line 1: not a CSV file with ',', ';' or tab between its columns: hello world"),
    (b"<html><body>", "not_text", "not a CSV file: it looks like HTML or XML"),
    (b'{"a": 1}', "not_text", "not a CSV file: it looks like JSON"),
    (b"PK\x03\x04rest", "not_text",
     "not a CSV file: it looks like a ZIP archive or an Excel workbook"),
    (b"\x1f\x8brest", "not_text", "not a CSV file: it looks like a gzip archive"),
    (b"%PDF-1.7", "not_text", "not a CSV file: it looks like a PDF document"),
    (file().decode().encode("utf-16-le"), "utf16", UTF16),
    (file().decode().encode("utf-32"), "utf16", UTF16),
    (file().replace(b"2020-01-06", b"2020\x0001-06"), "nul", "line 5: a NUL byte; not a CSV file"),
    (file().replace(b"2020-01-06", b"2020\x9001-06"), "not_utf8",
     "line 5: byte 0x90 is not UTF-8: save the file as UTF-8"),
    (b"\xef\xbb\xbf" + file().replace(b"2020-01-06", b"\xff"), "not_utf8",
     "line 5: byte 0xFF is not UTF-8: save the file as UTF-8"),
    (file().replace(b"2020-01-06", b'"2020-01-06'), "not_csv",
     "line 5: not a CSV file: unexpected end of data"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "code", "text"), FILES)
def test_a_file_is_refused(data, code, text):
    error = refusal(data)
    assert (error.code, str(error)) == (code, text)


@pytest.mark.parametrize(("cells", "found"), [("2020-01-07,1,2", 3), ("1,2,3,4,5,6,7,8", 8)])
def test_a_row_of_another_length_is_refused(cells, found):
    lines = rows()
    lines[4] = cells
    text = f"line 6: {found} fields where the header has 6"
    assert str(refusal(file(lines))) == text


def test_too_few_bars_are_refused_with_the_minimum():
    error = refusal(file(rows(29)), Options())
    assert str(error) == "29 bars are too few: at least 30 are needed"


def test_the_minimum_itself_is_enough():
    assert len(read_prices(file(rows(30)), Options()).frame) == 30


def test_a_file_over_the_limit_is_refused():
    data = file()
    assert len(read_prices(data, Options(max_bytes=len(data), min_bars=3)).frame) == 40
    error = refusal(data, Options(max_bytes=len(data) - 1, min_bars=3))
    assert str(error) == f"the file is larger than {len(data) - 1} bytes"


def test_the_newest_first_is_turned_round_with_a_word():
    found = read_prices(file(rows()[::-1]), FEW)
    assert found.frame.equals(read_prices(file(rows()), FEW).frame)
    assert [caution.code for caution in found.cautions] == ["newest_first"]


def test_the_newest_first_with_a_fault_names_its_line():
    lines = rows()[::-1]
    lines[4] = lines[4].replace(lines[4].split(",")[4], "x", 1)
    assert refusal(file(lines)).params["line"] == 6


def test_mixed_bars_are_refused_where_they_begin():
    weekly = [row.replace("2020", "2021") for row in rows(40)]
    lines = rows(40) + [
        f"{day},{row.split(',', 1)[1]}"
        for day, row in zip(days(200)[45:200:5], weekly, strict=False)
    ]
    error = refusal(file(lines))
    assert error.code == "mixed_frequency"
    assert error.params["line"] == 42
    assert "the file mixes bars of different length (mostly 1d)" in str(error)


def test_bars_of_no_usual_length_are_refused():
    error = refusal(file(rows(90)[::10]))
    assert error.code == "unknown_frequency"


@pytest.mark.parametrize("zone", ["Mars/Base", "../etc/passwd", "", "EST5 EDT"])
def test_a_zone_that_is_none_is_refused(zone):
    options = Options(timezone=zone, min_bars=3)
    if not zone:
        assert options.zone is None
        return
    assert str(refusal(file(), options)).startswith(f"{zone} is no time zone")


def test_a_long_value_is_cut_in_the_message():
    error = refusal(spoiled(4, lambda cells: cells.__setitem__(1, "x" * 5000)))
    assert len(str(error)) < 150


def test_a_quoted_value_over_two_lines_is_said_on_one():
    data = spoiled(4, lambda cells: cells.__setitem__(1, '"a\nb"'))
    assert str(refusal(data)) == "line 6, column Open: a b is text, not a number"


@pytest.mark.parametrize("number", [0, -5, 0.5, 1e12, float("nan"), float("inf")])
def test_a_number_of_bars_a_year_that_cannot_be_is_refused(number):
    error = refusal(file(), Options(bars_per_year=number, min_bars=3))
    assert str(error) == f"{number:g} is no number of bars a year: 1 to 1000000 are possible"
