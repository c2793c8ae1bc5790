"""A word one slip away from a listed one is read as that one."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hypotheses.analyst.assess import assess
from hypotheses.analyst.lexicon.compile import load
from hypotheses.analyst.lexicon.typos import Typos, one_slip
from hypotheses.domain.types import LANGUAGES

LISTED = ("productivity", "questionnaire", "developer", "team")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("produtivity", "productivity"),  # a letter lost
        ("producttivity", "productivity"),  # doubled
        ("prodoctivity", "productivity"),  # changed
        ("prodcutivity", "productivity"),  # swapped
        ("questionaire", "questionnaire"),
        ("devleoper", "developer"),
    ],
)
def test_one_slip_is_mended(written, meant):
    assert Typos(LISTED, LISTED).mend(written) == meant


@pytest.mark.parametrize(
    "word",
    [
        "prdctivity",  # two slips
        "xproductivity"[1:],  # listed
        "tam",  # too short to tell
        "reproductivity",
        "roductivity",  # starts otherwise
        "zebra",
    ],
)
def test_other_words_stay(word):
    assert Typos(LISTED, LISTED).mend(word) == word


def test_a_listed_word_is_never_changed():
    near = ("contract", "contrast")

    assert [Typos(near, near).mend(word) for word in near] == list(near)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_listed_word_of_the_lexicon_is_changed(language):
    lexicon = load(language)

    assert [w for w in lexicon.matcher.vocabulary if lexicon.typos.mend(w) != w] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_function_word_is_changed(language):
    lexicon = load(language)

    assert [w for w in lexicon.function_words if lexicon.mend(w) != w] == []


@pytest.mark.parametrize(
    ("a", "b", "apart"),
    [("abc", "abcd", True), ("abc", "acb", True), ("abc", "abs", True), ("abc", "abd", False),
     ("abc", "bca", False), ("abc", "abcde", False), ("abcd", "badc", False)],
)  # fmt: skip
def test_a_slip_is_one_insertion_deletion_change_or_swap(a, b, apart):
    assert one_slip(a, b) is apart
    assert one_slip(b, a) is apart


@given(st.sampled_from(LISTED[:3]), st.data())
@settings(max_examples=100, deadline=None, derandomize=True)
def test_any_single_swap_inside_a_word_is_mended(word, data):
    place = data.draw(st.integers(1, len(word) - 3))
    swapped = word[:place] + word[place + 1] + word[place] + word[place + 2 :]

    assert Typos(LISTED, LISTED).mend(swapped) == word


@pytest.mark.parametrize(
    ("language", "clean", "typed"),
    [
        ("en", "Exercise lowers anxiety in students", "Exercize lowers anixety in studnets"),
        ("pt", "O exercício reduz a ansiedade de estudantes",
         "O exercico reduz a ansidade de estudnates"),
        ("pt", "A revisão reduz a produtividade de equipes",
         "A revisao reduz a produtvidade de equpes"),
    ],
)  # fmt: skip
def test_typos_and_lost_accents_do_not_change_the_scores(language, clean, typed):
    scores = [[s.score for s in assess(text, language).scores] for text in (clean, typed)]

    assert scores[0] == scores[1]
