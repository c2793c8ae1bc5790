"""Rules in plain words, in both languages."""

from __future__ import annotations

import re
import string

import numpy as np
import pytest

from tests.trading.strategies.random_spec import random_spec
from trading.strategies.description import PHRASES, SERIES, describe, series_words
from trading.strategies.indicators import KINDS
from trading.strategies.mutate import with_stops, with_volatility_target
from trading.strategies.templates import TEMPLATES, template

languages = pytest.mark.parametrize("language", ["en", "pt"])
SPEC = with_stops(
    with_volatility_target(
        template("zscore_reversion").make().with_parameters(length=35, far=2.0, near=0.25), 0.125
    ),
    stop_loss=0.075,
    time_stop=1,
)


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_both_languages_say_the_same_things():
    for one, other in (
        (SERIES["en"], SERIES["pt"]),
        (PHRASES["en"], PHRASES["pt"]),
    ):
        assert one.keys() == other.keys()
        for key, text in one.items():
            singular = {"bars": "length"}  # English says "20-bar" where Portuguese counts bars
            said, sagt = ({singular.get(x, x) for x in places(t)} for t in (text, other[key]))
            assert said == sagt, key


def test_every_output_has_a_name():
    for kind in KINDS.values():
        for output in kind.outputs:
            assert f"{kind.name}.{output}" in SERIES["en"]


def test_english():
    said = describe(SPEC, "en")

    assert said == [
        "Buys when the 35-bar z-score of the close is below -2.",
        "Sells what it bought when the 35-bar z-score of the close is above -0.25.",
        "Sells short when the 35-bar z-score of the close is above 2.",
        "Buys back what it sold short when the 35-bar z-score of the close is below 0.25.",
        "A signal for the other side turns an open position around.",
        (
            "Each position is sized for an annual volatility of 12.5%, measured over 20 bars, and "
            "never takes more than all of the equity."
        ),
        "Closes a position that has lost 7.5% since the close that decided it.",
        "Closes a position after 1 bar at most.",
        "Decides at the close of a bar and trades at the next open.",
    ]


def test_portuguese():
    said = describe(SPEC, "pt")

    assert said[0] == "Compra quando o escore z de 35 barras do fechamento está abaixo de -2."
    assert said[6] == "Fecha a posição que perdeu 7,5% desde o fechamento que a decidiu."
    assert said[7] == "Fecha a posição depois de no máximo 1 barra."
    assert describe(template("high_52_weeks").make(), "pt")[0] == (
        "Compra quando o fechamento dividido pelo maior valor em 252 barras da máxima "
        "está acima de 0,95."
    )


@languages
def test_all_that_specs_can_say_is_said_in_whole_sentences(language: str):
    specs = [found.make() for found in TEMPLATES]
    specs += [random_spec(np.random.default_rng(seed)) for seed in range(200)]
    for spec in specs:
        for sentence in describe(spec, language):
            assert sentence[0].isupper()
            assert sentence.endswith(".")
            assert not re.search(r"[{}$_]|\bde [oa]s?\b|\b1 bars|\b1 barras|  ", sentence), sentence


@languages
def test_nothing_that_a_user_wrote_is_said(language: str):
    spec = SPEC.model_copy(update={"name": "SECRET", "description": "SECRET"})

    assert "SECRET" not in " ".join(describe(spec, language))


def test_another_language_is_an_error():
    with pytest.raises(KeyError):
        describe(SPEC, "de")


@languages
def test_every_output_of_every_indicator_has_a_noun(language: str) -> None:
    for kind in KINDS.values():
        words = series_words(kind, language)
        assert set(words) == set(kind.outputs)
        assert all(said and "{" not in said for said in words.values())


def test_a_noun_has_the_default_numbers() -> None:
    assert series_words(KINDS["sma"], "en") == {
        "value": "the 20-bar simple moving average of the close"
    }
    assert series_words(KINDS["lag"], "pt") == {"value": "o valor, 1 barra antes, do fechamento"}
