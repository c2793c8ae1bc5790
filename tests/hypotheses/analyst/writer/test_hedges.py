"""A question holds none of the hedges that its author wrote, wherever they stood."""

from __future__ import annotations

import pytest

from hypotheses.analyst.writer import extent, without_hedges


@pytest.mark.parametrize(
    ("text", "hedges", "wanted"),
    [
        ("I suspect that naps help", ("I suspect that",), "Naps help"),
        ("Faço pão. Tenho a impressão de que o fermento natural dura mais.",
         ("Tenho a impressão de que",), "Faço pão. O fermento natural dura mais."),
        ("I own a shop. I suspect that naps help.", ("I suspect",), "I own a shop. Naps help."),
        ("Perhaps that drug works", ("Perhaps",), "That drug works"),
        ("Naps seem to help new hires", ("seem to",), "Naps help new hires"),
        ("Honey seems to last", ("seems to",), "Honey seems to last"),
        ("Sheep might gain weight", ("might",), "Sheep might gain weight"),
        ("Naps help", ("not in the text",), "Naps help"),
        ("Naps seem to", ("seem to",), "Naps seem to"),
    ],
)  # fmt: skip
def test_without_hedges(text: str, hedges: tuple[str, ...], wanted: str) -> None:
    assert without_hedges(text, hedges) == wanted


@pytest.mark.parametrize(
    ("text", "language", "wanted"),
    [
        ("Meditation lowers stress in nurses", "en",
         "To what extent is it so that meditation lowers stress in nurses?"),
    ],
)  # fmt: skip
def test_a_clause_is_no_topic(text: str, language: str, wanted: str) -> None:
    assert extent(text, language, clause=True) == wanted  # type: ignore[arg-type]
    assert extent(text, language).startswith("What is known of")  # type: ignore[arg-type]
