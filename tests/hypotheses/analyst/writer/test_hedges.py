"""A question loses the hedges that it can lose without losing its grammar."""

from __future__ import annotations

import pytest

from hypotheses.analyst.writer import without_hedges


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
        ("Mayors with degrees may cut taxes", ("may",), "Mayors with degrees may cut taxes"),
        ("May flowers may bloom early", ("may",), "May flowers may bloom early"),
        ("I think perhaps naps help", ("I think", "perhaps"), "Naps help"),
        ("Kids with dogs seem fitter", ("seem",), "Kids with dogs seem fitter"),
        ("Kids with dogs seem to play", ("seem",), "Kids with dogs play"),
        ("Naps help", ("not in the text",), "Naps help"),
        ("Naps seem to", ("seem to",), "Naps seem to"),
    ],
)  # fmt: skip
def test_without_hedges(text: str, hedges: tuple[str, ...], wanted: str) -> None:
    assert without_hedges(text, hedges) == wanted
