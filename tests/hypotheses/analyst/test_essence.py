"""What the essence guard compares: key terms of both variables, and the direction."""

from __future__ import annotations

import pytest

from hypotheses.analyst.assess import examine
from hypotheses.analyst.essence import essence


@pytest.mark.parametrize(
    ("language", "text", "independent", "dependent"),
    [
        ("en", "Pair programming reduces bugs", {"pair", "programming"}, {"bug"}),
        ("pt", "A cafeína encurta o tempo de reação", {"cafeina"}, {"tempo", "reacao"}),
    ],
)
def test_the_key_terms_of_both_variables(language, text, independent, dependent):
    found = essence(examine(text, language))

    assert (set(found.independent), set(found.dependent)) == (independent, dependent)


def test_letters_are_no_terms_to_keep():
    found = essence(examine("Z improves W", "en"))
    assert (found.independent, found.dependent) == ((), ())


@pytest.mark.parametrize(
    ("language", "text", "direction"),
    [
        ("en", "TDD reduces bugs", "down"),
        ("pt", "TDD reduz bugs", "down"),
        ("en", "Fertilizer raises fertility", "up"),
        ("pt", "O adubo aumenta a fertilidade", "up"),
        ("en", "Music affects sales", ""),
        ("pt", "A música afeta as vendas", ""),
    ],
)
def test_the_direction(language, text, direction):
    assert essence(examine(text, language)).direction == direction
