"""What is odd and kept: gaps, jumps, constant prices."""

from __future__ import annotations

import pytest

from tests.trading.market.files import FEW, file, rows
from trading.market.csv_reader import read_prices


def cautions(lines: list[str], header: str = "") -> list[str]:
    data = file(lines, header) if header else file(lines)
    return [str(caution) for caution in read_prices(data, FEW).cautions]


def test_sound_prices_have_no_warning():
    assert cautions(rows()) == []


def test_missing_bars():
    lines = rows(60)
    del lines[10:20], lines[30]
    assert cautions(lines) == [
        "bars are missing (places: 1), the longest gap from 2020-01-14 to 2020-01-29"
    ]


@pytest.mark.parametrize(("close", "percent"), [(150.0, "+45.6"), (60.0, "-41.7")])
def test_a_jump(close, percent):
    lines = rows()
    for row in range(20, 40):
        cells = lines[row].split(",")
        prices = [str(float(cell) * close / 103.0) for cell in cells[1:5]]
        lines[row] = ",".join([cells[0], *prices, cells[5]])
    found = cautions(lines)
    assert len(found) == 1
    assert found[0].startswith("the close jumps (places: 1), the most by ")
    assert found[0].endswith(" % on 2020-01-29")
    assert percent[0] in found[0]


@pytest.mark.parametrize(("bars", "warned"), [(9, False), (10, True), (15, True)])
def test_constant_prices(bars, warned):
    lines = rows()
    for row in range(5, 5 + bars):
        cells = lines[row].split(",")
        lines[row] = ",".join([cells[0], "103", "105", "101", "103.5", cells[5]])
    text = f"the close stays the same over {bars} bars from 2020-01-08 on"
    assert cautions(lines) == ([text] if warned else [])


def test_bars_without_volume():
    lines = [line.rsplit(",", 1)[0] + (",0" if n < 3 else ",9") for n, line in enumerate(rows())]
    assert cautions(lines) == ["3 bars have a volume of zero"]


def test_columns_that_are_not_used():
    header = "Date,Open,High,Low,Close,Volume,Var%,Setor"
    assert cautions([f"{row},1%,x" for row in rows()], header) == ["columns not used: Var%, Setor"]


def test_rounding_noise_outside_the_bar_is_mended():
    lines = rows()
    cells = lines[4].split(",")
    lines[4] = ",".join([*cells[:4], "106.2500000000001", cells[5]])
    frame = read_prices(file(lines), FEW).frame
    assert frame["High"].iloc[4] == frame["Close"].iloc[4] == 106.2500000000001
