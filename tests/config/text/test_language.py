"""The language of a text, without any vocabulary of a field."""

from __future__ import annotations

import pytest

from config.text.language import LanguageError, detect


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The price kept rising after a rise, with a t of 2.1 on 1,200 bars.", "en"),
        ("O preço seguiu subindo depois de uma alta, com t de 2,1 em 1.200 barras.", "pt"),
        ("Momentum carries the signal; volume adds nothing to it.", "en"),
        ("O momentum carrega o sinal; o volume não acrescenta nada.", "pt"),
    ],
)
def test_sentences_are_told(text: str, language: str) -> None:
    assert detect(text) == language


def test_another_language_is_none_of_ours() -> None:
    with pytest.raises(LanguageError, match="looks like German"):
        detect("Der Preis ist nach der Meldung gestiegen und das Volumen auch")


def test_what_gives_no_clue_is_said() -> None:
    with pytest.raises(LanguageError, match="no clue"):
        detect("xyz qwe")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Social media causes depression", "en"),
        ("Turmas maiores diminuem as notas", "pt"),
        ("Doped athletes deserve no medal and no respect", "en"),
        ("Observei X", "pt"),
        ("Larger classes lower grades", "en"),
        ("Queimadas pioram asma infantil", "pt"),
    ],
)
def test_short_texts_are_told_by_their_words(text: str, language: str) -> None:
    assert detect(text) == language
