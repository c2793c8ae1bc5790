"""Whether quoted words stand in a text."""

from __future__ import annotations

import pytest

from hypotheses.model_analyst.answers import locate

TEXT = "Does the team’s code review lower the  number of bugs [to be defined: in whom]?"


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("number of bugs", "number of bugs"),
        ("CODE Review", "code review"),
        ("lower the number", "lower the  number"),
        ("“code review”", "code review"),
        ("the team's code review", "the team’s code review"),
        ("bugs.", "bugs"),
    ],
)
def test_blanks_case_and_marks_around_may_differ(quote: str, found: str) -> None:
    assert locate(quote, TEXT) == found


@pytest.mark.parametrize(
    "quote",
    [
        "number of faults",  # other words
        "code ... bugs",  # left out words
        "view lower",  # half a word
        "in whom",  # what is open is not said
        "bugs in whom",
        "of",  # too little to be evidence
        "",
        "...",
        "\0",
    ],
)
def test_anything_else_is_no_quote(quote: str) -> None:
    assert locate(quote, TEXT) is None


def test_accents_composed_or_not_are_the_same() -> None:
    assert locate("populac\u0327a\u0303o", "Em que população?") == "população"
