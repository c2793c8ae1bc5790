"""Numbers in what people send; the rules for their texts are tested where texts are taken."""

from __future__ import annotations

import pytest

from config.text.validation import as_number


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("7", 7), ("0000010", 10), ("999999999", 999_999_999)],
)
def test_a_number_is_read(text: str, number: int) -> None:
    assert as_number(text) == number


@pytest.mark.parametrize("text", ["", " 7", "-1", "+1", "1.0", "1_0", "٣", "²", "1000000000"])
def test_any_other_text_is_none(text: str) -> None:
    assert as_number(text) is None


def test_how_many_digits_there_may_be_is_the_callers_to_say() -> None:
    assert (as_number("1234", 3), as_number("1234", 4)) == (None, 1234)
