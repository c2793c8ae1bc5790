"""What charting programs, brokers, exchanges and spreadsheets export: the same bars from each."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pandas as pd
import pytest

from tests.trading.market.files import FEW, days, file, rows
from trading.market.csv_reader import Options, read_prices
from trading.market.errors import MarketError

SOUND = read_prices(file(), FEW).frame
HOURS = [
    datetime.combine(day, datetime.min.time()) + timedelta(hours=hour)
    for day in days(12)
    for hour in range(9, 16)
]
DAY_ZERO = pd.Timestamp("1899-12-30")


def pt(number: float) -> str:
    """1234.5 as 1.234,50"""
    return f"{number:,.2f}".translate(str.maketrans(",.", ".,"))


def lines_of(form: str, times: list[Any]) -> list[str]:
    """A line for each time: `form` may hold t, o, h, l, c, prices in Portuguese (po ...), the
    number n, seconds s, and a spreadsheet's days with their part."""
    found = []
    for n, (time, line) in enumerate(zip(times, rows(len(times)), strict=True)):
        o, h, l, c = (float(cell) for cell in line.split(",")[1:5])  # noqa: E741
        stamp = pd.Timestamp(time)
        serial, part = (stamp - DAY_ZERO).days, f"{stamp.hour / 24:.8f}"[1:]
        ours = {"t": time, "o": o, "h": h, "l": l, "c": c, "n": n}
        theirs = {"po": pt(o), "ph": pt(h), "pl": pt(l), "pc": pt(c)}
        counted = {"serial": serial, "part": part, "s": int(stamp.timestamp())}
        found.append(form.format(**ours, **theirs, **counted))
    return found


DAILY: dict[str, tuple[str, str, set[str]]] = {
    # name: header, a row, what is said
    "Stooq, in bulk": (
        "<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>",
        "AAPL.US,D,{t:%Y%m%d},000000,{o},{h},{l},{c},9,0", {"columns_ignored"}),
    "Investing.com": (
        '"Date","Price","Open","High","Low","Vol.","Change %"',
        '"{t:%m/%d/%Y}","{c}","{o}","{h}","{l}","1.2M","0.32%"', {"columns_ignored"}),
    "Investing.com, an index": (
        '"Date","Price","Open","High","Low","Vol.","Change %"',
        '"{t:%m/%d/%Y}","{c}","{o}","{h}","{l}","","0.32%"', {"columns_ignored", "no_volume"}),
    "Investing.com in Portuguese": (
        '"Data","Último","Abertura","Máxima","Mínima","Vol.","Var%"',
        '"{t:%d.%m.%Y}","{pc}","{po}","{ph}","{pl}","1,25M","0,32%"', {"columns_ignored"}),
    "Yahoo's table": (
        "Date\tOpen\tHigh\tLow\tClose Close price adjusted for splits.\tVolume",
        "{t:%b %d, %Y}\t{o}\t{h}\t{l}\t{c}\t1,234,500", set()),
    "MetaTrader": (
        "<DATE>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>\t<TICKVOL>\t<VOL>\t<SPREAD>",
        "{t:%Y.%m.%d}\t{o}\t{h}\t{l}\t{c}\t1200\t0\t12", {"columns_ignored"}),
    "MetaTrader, no header": (
        "", "{t:%Y.%m.%d},00:00,{o},{h},{l},{c},1200", {"no_header"}),
    "NinjaTrader, no header": (
        "", "{t:%Y%m%d} 000000;{o};{h};{l};{c};1200", {"no_header"}),
    "Profit, no header": (
        "", "WINFUT;{t:%d/%m/%Y};00:00:00;{po};{ph};{pl};{pc};1.234,00;5", {"no_header"}),
    "Bloomberg": (
        "Date,PX_OPEN,PX_HIGH,PX_LOW,PX_LAST,PX_VOLUME", "{t:%m/%d/%Y},{o},{h},{l},{c},9", set()),
    "Refinitiv": (
        "Price History\n\nPETR4.SA\n,,,\nExchange Date,Close,Net,%Chg,Open,Low,High,Volume",
        '{t:%d-%b-%Y},{c},0.1,0.2%,{o},{l},{h},"1,234"', {"above_header", "columns_ignored"}),
    "MetaStock": (
        "<TICKER>,<PER>,<DTYYYYMMDD>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>",
        "X,D,{t:%Y%m%d},0000,{o},{h},{l},{c},9", {"columns_ignored"}),
    "Kraken, no header": ("", "{s},{o},{h},{l},{c},12.5,300", {"no_header"}),
    "CryptoDataDownload": (
        "https://www.CryptoDataDownload.com\nunix,date,symbol,open,high,low,close,Volume BTC",
        "{s},{t:%Y-%m-%d} 00:00:00,BTC/USD,{o},{h},{l},{c},12.5",
        {"above_header", "columns_ignored"}),
    "Alpha Vantage": (
        "timestamp,1. open,2. high,3. low,4. close,6. volume,7. dividend amount",
        "{t:%Y-%m-%d},{o},{h},{l},{c},1000,0", {"columns_ignored"}),
    "Polygon": ("v,vw,o,c,h,l,t,n", "1000,9,{o},{c},{h},{l},{s}000,30", {"columns_ignored"}),
    "OANDA": (
        "time,mid.o,mid.h,mid.l,mid.c,volume",
        "{t:%Y-%m-%d}T00:00:00.000000000Z,{o},{h},{l},{c},9", set()),
    "the exchange of India": (
        "Date,OPEN,HIGH,LOW,close,VOLUME",
        '{t:%d-%b-%y},{o},{h},{l},{c},"12,34,567"', set()),
    "B3": (
        "Data;Abertura;Máximo;Mínimo;Fechamento;Volume",
        "{t:%d/%m/%Y};R$ {po};R$ {ph};R$ {pl};R$ {pc};1.234.567,89", set()),
    "years of two digits": (
        "Date,Open,High,Low,Close", "{t:%d/%m/%y},{o},{h},{l},{c}", {"no_volume"}),
    "weekdays": (
        "Date,Open,High,Low,Close", '"{t:%a, %b %d, %Y}",{o},{h},{l},{c}', {"no_volume"}),
    "JavaScript": (
        "Date,Open,High,Low,Close",
        "{t:%a %b %d %Y} 00:00:00 GMT+0000 (UTC),{o},{h},{l},{c}", {"no_volume"}),
    "a spreadsheet's days": (
        "Date,Open,High,Low,Close", "{serial},{o},{h},{l},{c}", {"no_volume"}),
    "vertical bars": (
        "Date|Open|High|Low|Close", "{t:%Y-%m-%d}|{o}|{h}|{l}|{c}", {"no_volume"}),
    "a title above": (
        "PETR4: cotações\n\nData;Abertura;Máxima;Mínima;Fechamento",
        "{t:%d/%m/%Y};{po};{ph};{pl};{pc}", {"above_header", "no_volume"}),
    "currencies": (
        "Date,Open,High,Low,Close", "{t:%Y-%m-%d},CHF {o},{h} kr,{l}p,₩{c}", {"no_volume"}),
}  # fmt: skip


def text_of(header: str, form: str, times: list[Any]) -> str:
    return "\n".join([*filter(None, [header]), *lines_of(form, times), ""])


def prices(frame: pd.DataFrame) -> pd.DataFrame:
    return frame[["Open", "High", "Low", "Close"]]


@pytest.mark.parametrize("name", DAILY)
def test_a_daily_export_holds_the_same_bars(name: str) -> None:
    header, form, said = DAILY[name]
    found = read_prices(text_of(header, form, days(40)).encode(), FEW)
    pd.testing.assert_frame_equal(prices(found.frame), prices(SOUND))
    assert {caution.code for caution in found.cautions} == said


HOURLY = {
    "Stooq, in bulk": (
        "<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>", "{t:%Y%m%d},{t:%H%M%S},{o},{h},{l},{c}"),
    "leading zeros lost": (
        "Date,Time,Open,High,Low,Close", "{t:%Y%m%d},{t.hour}0000,{o},{h},{l},{c}"),
    "half days": (
        "Date,Time,Open,High,Low,Close", "{t:%m/%d/%Y},{t:%I:%M %p},{o},{h},{l},{c}"),
    "Interactive Brokers": (
        "date,open,high,low,close", "{t:%Y%m%d  %H:%M:%S},{o},{h},{l},{c}"),
    "a spreadsheet's days": ("Date,Open,High,Low,Close", "{serial}{part},{o},{h},{l},{c}"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOURLY)
def test_an_export_of_hours_has_the_hours_that_are_written(name: str) -> None:
    index = pd.DatetimeIndex(read_prices(text_of(*HOURLY[name], HOURS).encode(), FEW).frame.index)
    assert [time.to_pydatetime() for time in index] == HOURS


@pytest.mark.parametrize(
    ("written", "zone"),
    [(" US/Eastern", "US/Eastern"), (" America/New_York", "America/New_York"),
     (" GMT-0500", "-05:00"), (" UTC-5", "-05:00")],
)  # fmt: skip
def test_hours_may_name_their_zone(written: str, zone: str) -> None:
    form = "{t:%Y-%m-%d %H:%M:%S}" + written + ",{o},{h},{l},{c}"
    found = read_prices(text_of("Date,Open,High,Low,Close", form, HOURS).encode(), FEW)
    assert found.timezone == zone
    first = pd.DatetimeIndex(found.frame.index)[0]
    assert (first.hour, first.tz_convert("UTC").hour) == (9, 14)


def test_a_zone_that_there_is_not_is_refused() -> None:
    form = "{t:%Y-%m-%d %H:%M:%S} Mars/Base,{o},{h},{l},{c}"
    with pytest.raises(MarketError, match="Mars/Base is no time zone"):
        read_prices(text_of("Date,Open,High,Low,Close", form, HOURS).encode(), FEW)


def test_times_before_1970_are_numbers_below_zero() -> None:
    form = "{s},{o},{h},{l},{c}"
    early = [day.replace(year=day.year - 58) for day in days(40)]
    found = read_prices(text_of("time,Open,High,Low,Close", form, early).encode(), FEW).frame
    assert [time.date() for time in pd.DatetimeIndex(found.index)] == early


@pytest.mark.parametrize("form", ["%Y-%m", "%m/%Y", "%b %Y", "%b-%y", "%B/%Y"])
def test_months_may_be_written_without_a_day(form: str) -> None:
    months = list(pd.date_range("2010-01-01", periods=40, freq="MS"))
    row = "{t:" + form + "},{o},{h},{l},{c}"
    found = read_prices(text_of("Date,Open,High,Low,Close", row, months).encode(), FEW)
    assert (found.frequency, list(found.frame.index)) == ("1mo", months)


class TestRowsThatAreNoBars:
    def test_dividends_and_splits_are_left_out(self) -> None:
        lines = rows()
        lines[20:20] = [lines[20].split(",")[0] + ",0.82 Dividend,,,,"]
        lines[30:30] = [lines[30].split(",")[0] + ",4:1 Stock Splits"]
        lines[31] = lines[31].replace("Splits", "Split")
        lines[30] = lines[30].replace("Splits", "Split")
        found = read_prices(file(lines), FEW)
        assert found.frame.equals(SOUND)
        assert [str(caution) for caution in found.cautions] == [
            "2 rows of dividends or splits are no bars: they were left out"
        ]

    def test_a_name_with_such_a_word_is_none(self) -> None:
        lines = [f"Dividend Fund,{line}" for line in rows()]
        assert len(read_prices(file(lines, f"Name,{HEADER}"), FEW).frame) == 40

    def test_a_row_that_is_there_twice_is_left_out(self) -> None:
        found = read_prices(file([*rows(), rows()[-1]]), FEW)
        assert found.frame.equals(SOUND)
        assert [caution.code for caution in found.cautions] == ["repeated"]

    def test_two_rows_of_a_date_that_differ_are_refused(self) -> None:
        with pytest.raises(MarketError, match="line 42, column Date: .* is also on line 41"):
            read_prices(file([*rows(), rows()[-1] + "5"]), FEW)


HEADER = "Date,Open,High,Low,Close,Volume"


@pytest.mark.parametrize("cell", ["", "-", "NaN", "n/a"])
def test_a_bar_may_have_no_volume(cell: str) -> None:
    lines = rows()
    lines[5] = lines[5].rsplit(",", 1)[0] + f",{cell}"
    found = read_prices(file(lines), FEW)
    assert found.frame["Volume"].isna().sum() == 1
    assert [str(caution) for caution in found.cautions] == [
        "1 bars have no volume: what looks at it finds nothing there"
    ]


@pytest.mark.parametrize(("encoding", "name"), [("cp1252", "Windows-1252"), ("utf-16", "UTF-16")])
def test_a_spreadsheet_may_write_another_encoding(encoding: str, name: str) -> None:
    header, form, _said = DAILY["B3"]
    found = read_prices(text_of(header, form, days(40)).encode(encoding), FEW)
    pd.testing.assert_frame_equal(prices(found.frame), prices(SOUND))
    assert [caution.params for caution in found.cautions] == [{"encoding": name}]


def test_without_a_header_what_is_no_bar_is_refused_by_its_place() -> None:
    lines = rows()
    lines[7] = lines[7].replace("102.5,", "2.5,", 1) if "102.5," in lines[7] else lines[7]
    swapped = [",".join([each.split(",")[0], *each.split(",")[1:5][::-1]]) for each in lines]
    with pytest.raises(MarketError, match="line 1, column #3: .* is below the low"):
        read_prices("\n".join(swapped).encode(), Options(min_bars=3))
