"""Two things that are set against each other by name."""

from __future__ import annotations

import pytest

from hypotheses.analyst.reader import read
from tests.hypotheses.graph.loop import last, refine


@pytest.mark.parametrize(
    ("language", "text", "one", "other", "asked"),
    [
        ("en", "Chalk vs markers in class - which keeps pupils quiet longer?", "Chalk", "markers",
         "Which keeps pupils quiet longer, chalk or markers in class"),
        ("en", "postcard or text message, which brings more patients back", "postcard",
         "text message", "Which brings more patients back, postcard or text message"),
        ("pt", "Lona ou palha: qual deixa o morango maior?", "Lona", "palha",
         "Qual deixa o morango maior, lona ou palha"),
        ("pt", "cartaz x rádio, o que traz mais doador?", "cartaz", "rádio",
         "O que traz mais doador, cartaz ou rádio"),
    ],
)  # fmt: skip
def test_which_of_two_it_is_is_asked_with_the_verb_first(language, text, one, other, asked):
    claim = read(text, language).claim
    assert claim.design == "comparative"
    assert claim.direction == "difference"
    assert claim.exposure is not None
    assert claim.comparator is not None
    assert (claim.exposure.text, claim.comparator.text) == (one, other)
    assert claim.exposure.sure
    assert claim.comparator.sure
    assert last(text, language)["question"].startswith(asked)


@pytest.mark.parametrize(
    ("language", "text", "null", "alternative"),
    [
        ("en", "postcard or text message, which brings more patients back",
         "Neither postcard nor text message brings more patients back.",
         "One of the two, postcard or text message, brings more patients back."),
        ("pt", "Lona ou palha: qual deixa o morango maior?",
         "Nem lona nem palha deixa o morango maior",
         "Um dos dois, lona ou palha, deixa o morango maior"),
    ],
)  # fmt: skip
def test_its_hypotheses_name_neither_and_one_of_them(language, text, null, alternative):
    found = last(text, language)
    assert found["null"].startswith(null.rstrip("."))
    assert found["alternative"].startswith(alternative.rstrip("."))


@pytest.mark.parametrize(
    ("language", "text", "what", "one", "other"),
    [
        ("en", "Rust on gates, paint vs galvanising", "Rust on gates", "paint", "galvanising"),
        ("en", "discount code vs no code: basket size", "basket size", "discount code", "no code"),
        ("pt", "Nota em redação, aula de manhã vs aula à tarde", "Nota em redação",
         "aula de manhã", "aula à tarde"),
    ],
)  # fmt: skip
def test_a_title_names_in_what_two_things_differ(language, text, what, one, other):
    claim = read(text, language).claim
    slots = (claim.outcome, claim.exposure, claim.comparator)
    assert [slot.text if slot else None for slot in slots] == [what, one, other]
    made = last(text, language)["question"]
    assert made.startswith(("Is there a difference in", "Há diferença n", "Do", "Among", "Entre"))
    assert " vs " not in made


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Do nurses prefer paper or tablets for notes, which they carry all day?"),
        ("en", "Wages and strikes: which came first in the mills?"),
        ("pt", "Chuva ou não, o que importa é que o ônibus atrasa"),
    ],
)
def test_other_sentences_with_or_and_which_are_no_choice_of_two(language, text):
    claim = read(text, language).claim
    assert claim.exposure is None or " or " not in claim.exposure.text
    made = last(text, language)["question"]
    assert not made.startswith(("Which they", "Which came first in the mills, ", "O que importa"))


def test_what_is_asked_of_whom_keeps_its_own_order():
    found = last("paper or tablet, which one do second graders read better on?", "en")
    assert found["question"].startswith("Which one do second graders read better on, paper or tab")
    assert not found["null"].startswith("Neither")


@pytest.mark.parametrize(
    ("language", "text", "what"),
    [
        ("en", "Cupping vs. heat for shoulder pain in bricklayers, pain score after a month",
         "shoulder pain"),
        ("pt", "Crochê x dança na dor lombar de viúvas, medindo a dor por diário", "dor lombar"),
    ],
)  # fmt: skip
def test_two_things_that_name_what_they_are_for_are_no_such_title(language, text, what):
    claim = read(text, language).claim
    assert claim.outcome is not None
    assert claim.outcome.text == what


@pytest.mark.parametrize(
    ("language", "text", "who"),
    [
        ("en", "postcard or text message, which brings more patients back", "patients"),
    ],
)
def test_whom_a_review_offers_is_in_the_next_version(language, text, who):
    state = refine(text, language=language)
    assert state["claim"]["unit"]["text"] == who
    assert state["methodologist_output"]["status"] == "approved"


def test_nobody_is_taken_from_another_claim_of_the_sentence():
    text = "Quero saber se a horta melhora a frequência e se as merendeiras gostam da cozinha."
    unit = refine(text, language="pt")["claim"]["unit"]
    assert unit is None or "merendeiras" not in unit["text"]
