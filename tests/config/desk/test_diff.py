"""The word-level difference: readable, and nothing lost of either text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.desk.diff import Piece, sides, word_diff

WORDS = st.lists(st.sampled_from(["teams", "of", "one", "bank", ",", " ", "  ", "ção", "?"]))


def kinds(before: str, after: str) -> list[tuple[str, str]]:
    return [(piece.kind, piece.text) for piece in word_diff(before, after)]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("", "", []),
        ("small teams", "small teams", [("same", "small teams")]),
        ("small teams", "", [("removed", "small teams")]),
        ("", "small teams", [("added", "small teams")]),
        (
            "bugs in teams",
            "bugs in small teams",
            [("same", "bugs in "), ("added", "small "), ("same", "teams")],
        ),
        (
            "uma equipe",
            "uma equipe, na média",
            [("same", "uma equipe"), ("added", ", na média")],
        ),
    ],
)
def test_words_that_differ_are_told_apart(before, after, expected):
    assert kinds(before, after) == expected


def test_a_rewritten_phrase_is_one_change():
    assert kinds("it grows very fast now", "it falls quite slow now") == [
        ("same", "it "),
        ("removed", "grows very fast"),
        ("added", "falls quite slow"),
        ("same", " now"),
    ]


@given(WORDS.map("".join), WORDS.map("".join))
def test_both_texts_can_be_read_out_of_the_pieces(before, after):
    pieces = word_diff(before, after)
    old, new = sides(pieces)
    assert "".join(piece.text for piece in old) == before
    assert "".join(piece.text for piece in new) == after
    assert all(piece.text for piece in pieces)


def test_the_sides_hold_their_own_changes_only():
    before, after = sides(word_diff("a b", "a c"))
    assert before == [Piece("same", "a "), Piece("removed", "b")]
    assert after == [Piece("same", "a "), Piece("added", "c")]
