"""Words of a text: where they stand, and under which form they are compared."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from config.text.tokens import fold, split


@pytest.mark.parametrize(
    ("word", "folded"),
    [
        ("Métricas", "metricas"),
        ("AÇÃO", "acao"),
        ("Naïve", "naive"),
        ("TDD", "tdd"),
        ("é", "é"),  # `is` in Portuguese stays apart from `e`, `and`
        ("É", "é"),
        ("e", "e"),
    ],
)
def test_case_and_accents_are_folded_away(word, folded):
    assert fold(word) == folded


@pytest.mark.parametrize("word", ["métricas", "população", "naïve", "über"])
def test_a_decomposed_accent_folds_like_a_composed_one(word):
    assert split(unicodedata.normalize("NFD", word)).folds == split(word).folds


@given(st.text())
@settings(max_examples=200, deadline=None, derandomize=True)
def test_every_token_is_quoted_verbatim(text):
    words = split(text)

    assert all(text[words.starts[i] : words.ends[i]] == words.raw(i) for i in range(len(words)))
    assert words.starts == sorted(words.starts)
    assert all(end > start for start, end in zip(words.starts, words.ends, strict=True))


@given(st.text())
@settings(max_examples=200, deadline=None, derandomize=True)
def test_no_word_folds_to_nothing(text):
    assert all(split(text).folds)


def test_a_span_is_quoted_with_what_stands_between():
    words = split("Does test-driven development help?")

    assert words.quote(1, 4) == "test-driven development"


@pytest.mark.parametrize(
    ("text", "folds"),
    [
        ("test-driven", ["test", "driven"]),
        ("bem–estar", ["bem", "estar"]),
        ("12-week", ["12", "week"]),
        ("3.5 kg", ["3.5", "kg"]),
        ("1,000 mice", ["1,000", "mice"]),
        ("50%", ["50", "%"]),
        ("p<0.05", ["p", "<", "0.05"]),
        ("children’s toys", ["children", "toys"]),
        ("it's", ["it"]),
        ("5-HT", ["5", "ht"]),
    ],
)
def test_words_are_cut(text, folds):
    assert split(text).folds == folds


def test_a_hyphen_between_numbers_is_kept():
    assert split("2000-2013").folds == ["2000", "-", "2013"]


def test_a_hyphen_that_joins_no_words_is_a_sign():
    assert split("sleep - memory").folds == ["sleep", "-", "memory"]


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("It rains. It pours", [0, 0, 0, 1, 1]),
        ("rises\nfalls", [0, 1]),
        ("why? because", [0, 0, 1]),
        ("p of 0.05 holds", [0, 0, 0, 0]),
        ("one; two", [0, 0, 1]),
    ],
)
def test_sentences_are_told_apart(text, sentences):
    assert split(text).sentence == sentences


@pytest.mark.parametrize(
    "text", ["TDD helps [to be defined: population]", "TDD ajuda [a definir: população]"]
)
def test_an_open_slot_is_no_content(text):
    assert len(split(text)) == 2


def test_other_brackets_are_content():
    assert "population" in split("TDD helps [population]").folds
