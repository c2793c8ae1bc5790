"""The words of a question come from its text wherever the text has them."""

from __future__ import annotations

import pytest

from hypotheses.analyst.reader.question import formed
from hypotheses.analyst.syntax.tokens import bare, split
from tests.lab.question.alignment import Copied, form_of, target
from tests.lab.question.corpus import NEEDS, pairs


def said(text, question, language):
    """The words that a target says, and where each one is from."""
    words = split(text)
    return [
        (formed(words.lower[each.at], each.form), each.at) if isinstance(each, Copied) else each
        for each in target(text, question, language)
    ]


def test_a_stretch_is_copied_and_the_rest_is_of_the_list():
    text = "The school put in new lamps. Pupils there sleep less, I think."
    made = said(text, "Do pupils sleep less since the school put in new lamps?", "en")
    assert made == [
        "do", ("pupils", 7), ("sleep", 9), ("less", 10), "since", ("the", 0), ("school", 1),
        ("put", 2), ("in", 3), ("new", 4), ("lamps", 5),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("word", "wanted", "form"),
    [
        ("carries", "carry", "base"), ("slept", "sleep", "present"), ("are", "be", "be"),
        ("ship", "ships", "third"), ("lens", "lens", "K"),
    ],
)  # fmt: skip
def test_the_form_of_an_english_verb_has_a_name(word, wanted, form):
    assert form_of(word, wanted, "en") == form
    assert formed(word, form) == wanted


def test_another_form_is_letters_fewer_and_an_ending():
    assert form_of("aumenta", "aumentam", "pt") == "0+m"
    assert formed("aumenta", "0+m") == "aumentam"


def test_targets_say_the_questions_of_the_pairs():
    for pair in list(pairs())[::40]:
        words = split(pair.text)
        made = [
            formed(words.lower[each.at], each.form) if isinstance(each, Copied) else each.lower()
            for each in target(pair.text, pair.question, pair.language)
        ]
        wanted = split(pair.question.strip().rstrip("?").strip()).lower
        assert [bare(word) for word in made] == [bare(word) for word in wanted], pair.id
        assert set(pair.needs) <= set(NEEDS)
