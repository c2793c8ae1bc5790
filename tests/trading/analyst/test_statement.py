"""Ticker and dates out of a statement: what it says, and nothing else."""

from __future__ import annotations

import pytest

from trading.analyst.objective import dates_in, ticker_in

KNOWN = ["AAPL", "FB", "GOOG", "IBM", "MSFT", "X"]


@pytest.mark.parametrize(
    ("text", "ticker", "words"),
    [
        ("In AAPL daily prices, does momentum pay?", "AAPL", "AAPL"),
        ("Does $IBM trend?", "IBM", "$IBM"),
        ("Nos preços da Apple, o momentum paga?", "AAPL", "Apple"),
        ("Is MSFT calmer than IBM?", "MSFT", "MSFT"),
        ("Does $X trend?", "X", "$X"),
        ("How does X impact Y?", None, ""),
        ("Are apple growers richer? IBMs are not.", None, ""),
        ("", None, ""),
    ],
)
def test_a_ticker_is_one_that_is_named(text, ticker, words):
    found = ticker_in(text, KNOWN)
    assert (found.value if found else None, found.words if found else "") == (ticker, words)


def test_a_company_without_prices_is_no_ticker():
    assert ticker_in("Apple beats Google", ["IBM"]) is None


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("daily prices 2000-2013", "2000-01-01", "2013-12-31"),
        ("from 2001 to 2005 in teams", "2001-01-01", "2005-12-31"),
        ("entre 2001 e 2005", "2001-01-01", "2005-12-31"),
        ("de 2001 até 2005", "2001-01-01", "2005-12-31"),
        ("from 2001-03-05 to 2005-06-07", "2001-03-05", "2005-06-07"),
        ("since 2004", "2004-01-01", None),
        ("desde 2004", "2004-01-01", None),
        ("until 2009", None, "2009-12-31"),
        ("até 2009", None, "2009-12-31"),
        ("from 2005 to 2001", None, None),
        ("until 2009-02-31", None, None),
        ("in 2008", None, None),
        ("a sample of 2000 people", None, None),
        ("120013-2013", None, None),
    ],
)
def test_dates_are_those_that_are_said(text, start, end):
    first, last = dates_in(text)
    assert (first.value if first else None, last.value if last else None) == (start, end)
