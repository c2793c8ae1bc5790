"""The forms in which people keep the same prices: all give the same bars."""

from __future__ import annotations

from datetime import date

import pandas as pd
import pytest

from tests.trading.market.files import FEW, days, file, rows
from trading.market import canonical, sources
from trading.market.csv_reader import Options, read_prices
from trading.market.errors import MarketError
from trading.market.tickers import TICKERS

SOUND = read_prices(file(), FEW).frame


def same(data: bytes | str, options: Options = FEW) -> bool:
    data = data.encode() if isinstance(data, str) else data
    found = read_prices(data, options).frame
    return canonical.encode(found) == canonical.encode(SOUND)


def portuguese(lines: list[str], form: str = "%d/%m/%Y") -> str:
    """Decimal commas, `;`, day/month/year."""
    found = ["Data;Abertura;Máxima;Mínima;Fechamento;Volume"]
    for line in lines:
        day, *numbers = line.split(",")
        found.append(";".join([date.fromisoformat(day).strftime(form),
                               *(number.replace(".", ",") for number in numbers)]))  # fmt: skip
    return "\n".join(found)


TEXT = file().decode()


@pytest.mark.parametrize(
    "text",
    [
        TEXT.rstrip("\n"),
        TEXT.replace("\n", "\r\n"),
        TEXT.replace("\n", "\r"),
        TEXT.replace(",", ";"),
        TEXT.replace(",", "\t"),
        TEXT.replace(",", " , "),
        TEXT.replace("\n", ",\n"),
        "sep=,\n" + TEXT,
        "\n\n" + TEXT + "\n\n",
        TEXT.replace("Date,", '"Date",'),
        "\ufeff" + TEXT,
        portuguese(rows()),
        portuguese(rows(), "%d-%m-%Y"),
        portuguese(rows(), "%d.%m.%Y"),
        portuguese(rows(), "%Y-%m-%d"),
        TEXT.replace("2020-0", "2020/0").replace("-", "/"),
        TEXT.replace("-", ""),
        TEXT.replace("-0", "-"),
    ],
)
def test_the_same_prices_in_another_form(text):
    assert same(text)


@pytest.mark.parametrize(
    "header",
    [
        "date,open,high,low,close,volume",
        "DATE,OPEN,HIGH,LOW,CLOSE,VOL",
        "<DATE>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>",
        "timestamp,o,h,l,c,v",
        "Datetime,Open Price,High Price,Low Price,Close Price,Total Volume".replace("Total ", ""),
        "Date,Open,High,Low,Close/Last,Volume",
        "Date,Open,High,Low,Price,Vol.",
        "Data,Abertura,Máxima,Mínima,Último,Vol.",
        "Data,Abertura,Máximo,Mínimo,Fechamento,Quantidade",
        "DATA DO PREGÃO,PREÇO ABERTURA,PREÇO MÁXIMO,PREÇO MÍNIMO,PREÇO FECHAMENTO,Volume (R$)",
        "Dia,Preço de abertura,Alta,Baixa,Preço de fechamento,Volume negociado",
        "data_pregao,preco_abertura,preco_maximo,preco_minimo,preco_ultimo,qtd",
    ],
)
def test_a_usual_header_is_understood(header):
    assert same(file(header=header))


def test_columns_may_stand_in_any_order():
    lines = [",".join(line.split(",")[::-1]) for line in rows()]
    assert same(file(lines, "Volume,Close,Low,High,Open,Date"))


def test_volume_may_be_left_out():
    lines = [line.rsplit(",", 1)[0] for line in rows()]
    prices = read_prices(file(lines, "Date,Open,High,Low,Close"), FEW)
    assert prices.frame["Volume"].isna().all()
    assert [caution.code for caution in prices.cautions] == ["no_volume"]


@pytest.mark.parametrize(
    ("cell", "volume"),
    [
        ("1.5M", 1.5e6),
        ("12K", 12e3),
        ("2b", 2e9),
        ('"1,234,567"', 1234567.0),
        ("1e3", 1e3),
        ("1.5 mi", 1.5e6),
        ("12 mil", 12e3),
        ("2bi", 2e9),
        ("3T", 3e12),
    ],
)
def test_volumes_are_abbreviated(cell, volume):
    lines = [line.rsplit(",", 1)[0] + "," + cell for line in rows()]
    assert (read_prices(file(lines), FEW).frame["Volume"] == volume).all()


@pytest.mark.parametrize(
    ("number", "value"),
    [("1.234,50", 1234.5), ("1234,5", 1234.5), ("1.234.567,5", 1234567.5), (",5", 0.5), ("7", 7.0)],
)
def test_decimal_commas_and_thousands(number, value):
    lines = [f"{day:%d/%m/%Y};{number};{number};{number};{number}" for day in days(40)]
    lines[0] = "01/01/2020;1,5;1,5;1,5;1,5"
    text = "\n".join(["Data;Abertura;Máxima;Mínima;Fechamento", *lines])
    assert read_prices(text.encode(), FEW).frame["Open"].iloc[-1] == value


def thousands(number: str, delimiter: str = ";") -> bytes:
    lines = [delimiter.join([str(day), *[number] * 4]) for day in days(40)]
    return "\n".join([delimiter.join("Date Open High Low Close".split()), *lines]).encode()


def test_a_number_that_may_have_thousands_or_decimals_is_refused():
    with pytest.raises(MarketError) as error:
        read_prices(thousands("1.234"), FEW)
    assert error.value.code == "ambiguous_decimal"
    assert str(error.value).startswith("line 2, column Open: 1.234 may have thousands or decimals")


@pytest.mark.parametrize(("decimal", "value"), [("point", 1.234), ("comma", 1234.0)])
def test_an_option_resolves_it(decimal, value):
    prices = read_prices(thousands("1.234"), Options(decimal=decimal, min_bars=3))
    assert prices.frame["Open"].iloc[0] == value


@pytest.mark.parametrize(
    ("data", "value"),
    [(thousands("1.234", ","), 1.234), (thousands("0.234"), 0.234), (thousands("1.2345"), 1.2345)],
)
def test_it_is_no_doubt_where_only_one_reading_makes_sense(data, value):
    assert read_prices(data, FEW).frame["Open"].iloc[0] == value


class TestAdjustedClose:
    HEADER = "Date,Open,High,Low,Close,Adj Close,Volume"

    def lines(self) -> list[str]:
        halved = []
        for line in rows():
            cells = line.split(",")
            halved.append(",".join([*cells[:5], str(float(cells[4]) / 2), cells[5]]))
        return halved

    def test_it_adjusts_all_prices(self):
        prices = read_prices(file(self.lines(), self.HEADER), FEW)
        for name in ("Open", "High", "Low", "Close"):
            assert (prices.frame[name] == SOUND[name] / 2).all()
        assert (prices.frame["Volume"] == SOUND["Volume"]).all()

    def test_it_is_said(self):
        prices = read_prices(file(self.lines(), self.HEADER), FEW)
        assert prices.adjusted
        assert [str(caution) for caution in prices.cautions] == [
            "prices were adjusted by the column Adj Close"
        ]

    def test_it_must_be_a_price(self):
        lines = self.lines()
        lines[3] = lines[3].replace(lines[3].split(",")[5], "0")
        with pytest.raises(MarketError, match="line 5, column Adj Close: 0 is not above zero"):
            read_prices(file(lines, self.HEADER), FEW)


@pytest.mark.parametrize("adjusted", [True, False])
def test_prices_are_adjusted_when_the_user_says_so(adjusted):
    assert read_prices(file(), Options(adjusted=adjusted, min_bars=3)).adjusted is adjusted


@pytest.mark.parametrize("ticker", TICKERS)
def test_bundled_prices_written_and_read_again_are_the_same(ticker):
    prices = sources.read_bundled(ticker)
    again = read_prices(prices.frame.to_csv().encode(), Options(adjusted=True))
    pd.testing.assert_frame_equal(again.frame, prices.frame, check_exact=True)
    assert (again.frequency, again.cautions) == (prices.frequency, prices.cautions)
