"""Sentences in both languages."""

from __future__ import annotations

import string

import pytest

from tests.trading.research.support import aapl, ask, frame_of, material, noise
from trading.research.agents import AGENTS
from trading.research.sentences import Quantity, Text, Words, catalogue, say, written
from trading.research.swarm import focus_for
from trading.research.synthesis import KINDS
from trading.research.types import ResearchError


def variables(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def test_both_languages_have_the_same_keys():
    assert catalogue("en").keys() == catalogue("pt").keys()


def test_both_languages_use_the_same_variables():
    for key, sentence in catalogue("en").items():
        assert variables(sentence) == variables(catalogue("pt")[key]), key


def test_every_kind_has_a_name():
    for kind in KINDS:
        assert catalogue("en")[f"kinds.{kind}"]


@pytest.mark.parametrize(
    ("quantity", "en", "pt"),
    [
        (Quantity(1234.5), "1,234.50", "1.234,50"),
        (Quantity(-0.5), "−0.50", "−0,50"),
        (Quantity(1961, "integer"), "1,961", "1.961"),
        (Quantity(0.0312, "p"), "= 0.031", "= 0,031"),
        (Quantity(1e-9, "p"), "< 0.001", "< 0,001"),
        (Quantity(0.0034, "percent"), "0.34 %", "0,34%"),
        (Quantity(0.00034, "percent"), "0.034 %", "0,034%"),
        (Quantity(0.5, "change"), "+50.00 %", "+50,00%"),
        (Quantity(12.5, "change"), "+1,250.0 %", "+1.250,0%"),
    ],
)
def test_numbers_are_written_as_in_the_language(quantity: Quantity, en: str, pt: str):
    assert written(quantity, "en") == en
    assert written(quantity, "pt") == pt


def test_a_text_within_a_text_is_in_the_same_language():
    words: Words = {"domain": Text("domains.sentiment"), "of": Quantity(5, "integer")}
    assert say(Text("sheet.empty", words), "pt").startswith("Sentimento: nenhum de 5")


def test_braces_of_a_user_are_left_alone():
    words = {"one": "{p} {", "other": "b"}
    assert "{p} {" in say(Text("contradictions.kinds", words), "en")


def test_a_language_without_sentences_is_refused():
    with pytest.raises(ResearchError) as refused:
        catalogue("fr")
    assert refused.value.code == "unknown_language"


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("agent", [agent.name for agent in AGENTS])
def test_findings_say_the_same_in_both_languages(agent: str, number: int):
    """Same numbers and status; every sentence whole, none in the other language."""
    for given in (aapl(), material(frame_of(noise(120)))):
        english = ask(agent, given, focus_for(number), "en")
        portuguese = ask(agent, given, focus_for(number), "pt")
        assert english.keys() == portuguese.keys()
        for name, one in english.items():
            other = portuguese[name]
            assert {**one, "interpretation": ""} == {**other, "interpretation": ""}
            assert one["interpretation"] != other["interpretation"]
            for text in (one["interpretation"], other["interpretation"]):
                assert text[0].isupper()
                assert text.endswith(".")
                assert "{" not in text
