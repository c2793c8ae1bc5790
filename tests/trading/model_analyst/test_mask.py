"""Masked mode: what is hidden, and what comes back for people."""

from __future__ import annotations

import datetime

import pytest

from trading.model_analyst.mask import Masked, Unmasked

DAYS = [datetime.date(2000, 3, 1) + datetime.timedelta(days=n) for n in range(3_000)]
MASK = Masked("AAPL", ["MSFT", "IBM", "AAPL"], DAYS, 25.0)


@pytest.mark.parametrize(
    ("words", "hidden"),
    [
        ("AAPL and aapl's trend", "ASSET and ASSET's trend"),
        ("Is Apple Inc. better than Microsoft?", "Is ASSET Inc. better than PEER1?"),
        ("$IBM, MSFT_daily", "PEER2, PEER1_daily"),
        ("since 2005, as in 2008-2009", "since YEAR6, as in YEAR9-YEAR10"),
        ("desde 1999", "desde YEAR0"),
        ("on 2000-03-02, on 2000-03-02T16:00:00Z", "on BAR2, on BAR2"),
        ("em 02/03/2000", "em BAR2"),
        ("on 2030-01-01", "on YEAR31"),
        ("the '08 lows", "the YEAR9 lows"),
        ("after the dot-com years and Covid-19", "after the [event] years and [event]"),
        ("20000302, 15/09/08, Sep 2008", "BAR2, YEAR9, Sep YEAR9"),
        ("1/2/3, 10.25.30, 12/03/0800", "1/2/3, 10.25.30, 12/03/0800"),
        ("above $50", "above 200 (first close: 100)"),
        ("acima de 12,50 dólares", "acima de 50 (first close: 100)"),
        ("200 bars, p = 0.2008, 1,962 bars", "200 bars, p = 0.2008, 1,962 bars"),
        ("pineapple", "pineapple"),
    ],
)  # fmt: skip
def test_words_lose_what_names_the_data(words: str, hidden: str) -> None:
    assert MASK.text(words) == hidden


def test_names_and_dates_come_back_for_people() -> None:
    said = "ASSET fell after BAR2, unlike PEER2 in YEAR6."
    assert MASK.shown(said) == "AAPL fell after 2000-03-02, unlike IBM in 2005."


def test_a_bar_that_is_not_there_stays_as_it_was_said() -> None:
    assert MASK.shown("BAR99999 and B3") == "BAR99999 and B3"


def test_documents_are_masked_throughout_without_what_names_the_data() -> None:
    told = {"ticker": "AAPL", "lessons": [{"text": "IBM, 2003", "n": 2003}],
            "data_ref": {"from": "2000-03-01"}, "sha256": "ab", "cash": 10_000.0}  # fmt: skip
    assert MASK.document(told) == {
        "ticker": "ASSET",
        "lessons": [{"text": "PEER2, YEAR4", "n": 2003}],
    }


def test_prices_begin_at_100() -> None:
    assert [MASK.price(25.0), MASK.price(30.0)] == [100.0, 120.0]


def test_a_common_word_as_a_ticker_is_found_in_capitals_alone() -> None:
    mask = Masked("ALL", ["F"], DAYS, 1.0)
    assert mask.text("all of ALL, $F, grade F") == "all of ASSET, PEER1, grade F"
    assert mask.document(["F"]) == ["PEER1"]


def test_other_tickers_of_the_same_company_are_the_same() -> None:
    mask = Masked("GOOG", ["MSFT"], DAYS, 1.0)
    assert mask.text("GOOGL, goog and MSFT") == "ASSET, ASSET and PEER1"
    assert mask.shown("ASSET") == "GOOG"


def test_a_ticker_that_is_a_word_of_specs_garbles_none() -> None:
    mask = Masked("WALK", ["LOW", "KEY", "OPEN", "RSI", "GAP"], DAYS, 1.0)
    spec = {"left": "low", "right": "rsi", "source": "open", "key": "gap"}
    assert mask.document(spec) == spec
    assert mask.text("LOW rose") == "PEER1 rose"


def test_letters_that_only_look_like_a_name_break_nothing() -> None:
    assert Masked("WALK", ["INTC"], DAYS, 1.0).text("ıntel, İntel") == "PEER1, PEER1"


def test_a_suffix_of_an_exchange_hides_no_stem() -> None:
    mask = Masked("PETR4.SA", ["VALE3"], DAYS, 1.0)
    assert mask.text("PETR4, petr4.sa, Petrobras; vale3") == "ASSET, ASSET, ASSET; PEER1"


def test_without_masking_nothing_changes() -> None:
    told = {"ticker": "AAPL", "data_ref": {}}
    assert Unmasked().document(told) is told
    assert Unmasked().text("AAPL 2005") == Unmasked().shown("AAPL 2005") == "AAPL 2005"
