"""Words are cut into known pieces, and a text into windows."""

from __future__ import annotations

import pytest

from hypotheses.analyst.reader.model import load
from hypotheses.analyst.syntax.encoding import WINDOW, Pieces
from hypotheses.analyst.syntax.tokens import split


def pieces() -> Pieces:
    known = {"<unk>": 0.0, "▁bug": -2.0, "s": -1.0, "b": -5.0, "ug": -5.0, "▁b": -4.0, "▁": -6.0}
    return Pieces.of(list(known), list(known.values()), 0)


def test_the_likeliest_cut_is_taken() -> None:
    assert pieces().numbers(split("bugs")) == [(1, 2)]


def test_a_letter_that_is_not_known_is_one_piece() -> None:
    assert pieces().numbers(split("bugs 漢")) == [(1, 2), (6, 0)]


def test_a_word_behind_a_sign_has_no_blank() -> None:
    assert pieces().numbers(split("(bugs"))[1] == (3, 4, 2)


@pytest.mark.parametrize("word", ["productivity", "produtividade", "questionário"])
def test_the_shipped_pieces_know_common_words(word: str) -> None:
    (cut,) = load().encoding.pieces.numbers(split(word))
    assert load().encoding.pieces.unknown not in cut


@pytest.mark.parametrize("words", [400, 1_600])
def test_a_long_text_is_read_in_windows_that_cover_it_once(words: int) -> None:
    text = split("Coffee makes nurses of one ward more alert. " * (words // 8))
    windows = list(load().encoding.windows(text))
    assert sum(len(window.firsts) for window in windows) == len(text)
    assert len(load().read(text).tags) == len(text)
    sizes = [len(window.numbers) for window in windows]
    assert max(sizes) <= WINDOW + 2
    pieces_of_text = sum(map(len, load().encoding.pieces.numbers(text)))
    assert sum(sizes) == pieces_of_text + 2 * len(sizes)


def test_a_word_longer_than_a_window_is_read() -> None:
    assert len(load().read(split("x" * 2_000)).tags) == 1
