"""Rows beside the prices: read strictly, never known before their time."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from trading.market.auxiliary import KINDS, as_of, decode_rows, encode_rows, read_rows
from trading.market.csv_reader import Options
from trading.market.errors import MarketError

SAMPLES = {
    "fundamentals": "available_at,revenue,net_income\n2020-02-01T21:00:00Z,100,10\n",
    "news": 'available_at,sentiment,headline\n2020-02-01T21:00:00Z,0.5,"Good, they say"\n',
    "options": "available_at,call_volume,put_volume\n2020-02-01T21:00:00Z,1000,500\n",
    "insider": "available_at,shares,price,insider\n2020-02-01T21:00:00Z,-100,12.5,A. Person\n",
    "analyst": "available_at,rating_change,firm\n2020-02-01T21:00:00Z,-1,A Bank\n",
    "social": "available_at,sentiment,mentions,platform\n2020-02-01T21:00:00Z,-0.5,120,x\n",
}


def read(text: str, kind: str = "news", options: Options | None = None) -> pd.DataFrame:
    return read_rows(text.encode(), KINDS[kind], options)


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_read(kind):
    rows = read(SAMPLES[kind], kind)
    assert tuple(rows.columns) == KINDS[kind].columns
    assert rows["available_at"].tolist() == [pd.Timestamp("2020-02-01 21:00")]
    assert all(rows[name].dtype == np.float64 for name in KINDS[kind].numbers)


@pytest.mark.parametrize("kind", KINDS)
def test_rows_come_back_from_their_bytes_exactly(kind):
    rows = read(SAMPLES[kind], kind)
    data = encode_rows(rows, KINDS[kind])
    pd.testing.assert_frame_equal(decode_rows(data, KINDS[kind]), rows, check_exact=True)
    assert encode_rows(decode_rows(data, KINDS[kind]), KINDS[kind]) == data


def test_texts_come_back_whatever_is_in_them():
    rows = read('available_at,sentiment,headline\n2020-01-01,0,"a ""b"", c\nd"\n')
    again = decode_rows(encode_rows(rows, KINDS["news"]), KINDS["news"])
    assert again["headline"].tolist() == ['a "b", c\nd']


def test_rows_are_put_in_the_order_of_their_time():
    rows = read("available_at,sentiment\n2020-03-01,3\n".replace("3\n", "1\n") + "2020-01-01,0\n")
    assert rows["sentiment"].tolist() == [0, 1]


@pytest.mark.parametrize(
    ("written", "known_from"),
    [
        ("2020-02-01", "2020-02-01 23:59:59.999999"),  # the hour is not known
        ("2020-02-01 00:00", "2020-02-01"),
        ("2020-02-01 16:30", "2020-02-01 16:30"),
        ("2020-02-01T16:30:00-05:00", "2020-02-01 21:30"),
    ],
)
def test_when_a_row_is_known_from(written, known_from):
    rows = read(f"available_at,sentiment\n{written},0.5\n")
    assert rows["available_at"].tolist() == [pd.Timestamp(known_from)]


def test_times_without_a_zone_are_of_the_zone_asked_for():
    zone = Options(timezone="America/Sao_Paulo")
    rows = read("available_at,sentiment\n2020-02-01 16:30,0\n2020-02-02,0\n", options=zone)
    assert rows["available_at"].tolist() == [
        pd.Timestamp("2020-02-01 19:30"), pd.Timestamp("2020-02-03 02:59:59.999999"),
    ]  # fmt: skip


def test_a_row_is_not_known_before_its_time():
    rows = read("available_at,sentiment\n2020-02-01 16:30,0.1\n2020-02-02 16:30,0.2\n")
    just_before = pd.Timestamp("2020-02-02 16:29:59.999999")
    assert as_of(rows, just_before)["sentiment"].tolist() == [0.1]
    assert as_of(rows, pd.Timestamp("2020-02-02 16:30"))["sentiment"].tolist() == [0.1, 0.2]
    assert as_of(rows, pd.Timestamp("2019-01-01")).empty


def test_optional_numbers_may_be_left_out():
    rows = read("available_at,revenue,eps\n2020-02-01,100,\n2020-05-01,,2.5\n", "fundamentals")
    assert rows["revenue"].tolist()[0] == 100
    assert np.isnan(rows["eps"].tolist()[0])
    assert np.isnan(rows["total_debt"]).all()


def test_headers_are_read_in_any_spelling():
    rows = read("Available At;Net Income;TOTAL-EQUITY\n2020-02-01;1,5;2,5\n", "fundamentals")
    assert (rows["net_income"].tolist(), rows["total_equity"].tolist()) == ([1.5], [2.5])


REFUSALS = [
    ("news", "sentiment,headline\n0.5,x\n",
     "line 1: no column available_at in the header: sentiment,headline"),
    ("news", "available_at,headline\n2020-01-01,x\n",
     "line 1: no column sentiment in the header: available_at,headline"),
    ("news", "available_at,sentiment\n2020-01-01,1.5\n",
     "line 2, column sentiment: 1.5 is outside -1 to 1"),
    ("news", "available_at,sentiment\n2020-01-01,\n", "line 2, column sentiment: no value"),
    ("news", "available_at,sentiment\n2020-01-01,good\n",
     "line 2, column sentiment: good is text, not a number"),
    ("news", "available_at,sentiment\n2020-01-01,nan\n",
     "line 2, column sentiment: nan is not a number"),
    ("news", "available_at,sentiment\n,0.5\n", "line 2, column available_at: no value"),
    ("news", "available_at,sentiment\nsoon,0.5\n",
     "line 2, column available_at: soon is not a date of a known form"),
    ("news", "available_at,sentiment\n", "the file has a header and no rows"),
    ("options", "available_at,call_volume,put_volume\n2020-01-01,-5,1\n",
     "line 2, column call_volume: -5 is outside 0 to 1e+15"),
    ("fundamentals", "available_at,period_end\n2020-01-01,2019-12-31\n",
     "line 1: no value in any of the columns revenue, gross_profit"),
    ("fundamentals", "available_at,eps,cash\n2020-01-01,1,2\n2020-02-01,,\n",
     "line 3: no value in any of the columns revenue, gross_profit"),
    ("analyst", "available_at,rating_change\n2020-01-01,2\n",
     "line 2, column rating_change: 2 is outside -1 to 1"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "text", "said"), REFUSALS)
def test_a_fault_is_refused_with_its_place(kind, text, said):
    with pytest.raises(MarketError) as error:
        read(text, kind)
    assert str(error.value).startswith(said)


def test_every_kind_is_documented():
    from pathlib import Path

    text = (Path(__file__).parents[3] / "docs" / "data.md").read_text()
    for kind in KINDS.values():
        row = next(line for line in text.splitlines() if line.startswith(f"| `{kind.name}`"))
        for column in kind.columns[1:]:
            assert column in row
        assert all(f"**{column}**" in row for column in kind.required)
