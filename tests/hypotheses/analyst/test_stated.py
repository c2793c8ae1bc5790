"""The words that state a claim, without those around them."""

from __future__ import annotations

import numpy as np
import pytest

from hypotheses.analyst.reader import read
from hypotheses.analyst.structurer import first_version
from hypotheses.analyst.syntax.statement import best, stated
from tests.hypotheses.graph.loop import refine


@pytest.mark.parametrize(
    ("language", "text", "question"),
    [
        ("en", "Our hypothesis is that vets with a second job lose more records than other vets.",
         "Do vets with a second job lose more records than other vets?"),
        ("en", "Thus, our main prediction is that hedges reduce wind speed in vineyards.",
         "Do hedges reduce wind speed in vineyards?"),
        ("en", "H2: Longer shifts raise the number of falls in bakeries",
         "Do longer shifts raise the number of falls in bakeries?"),
        ("pt", "Trabalhamos com a hipótese de que a neblina reduz o número de clientes na feira.",
         "A neblina reduz o número de clientes na feira?"),
        ("pt", "Minha hipótese é que a poda aumenta a produção de figos.",
         "A poda aumenta a produção de figos?"),
        ("pt", "A HIPÓTESE É DE QUE O SONO REDUZ OS ERROS DOS PADEIROS",
         "O sono reduz os erros dos padeiros?"),
    ],
)  # fmt: skip
def test_the_question_is_of_what_is_announced(language, text, question):
    made = first_version(text, language).question
    assert made.removesuffix("?").lower().endswith(question.removesuffix("?").lower())
    assert "hip" not in made.lower()
    found = read(text, language)
    assert found.text == text
    assert len(found.statement) == len(text)
    spans = {slot.text.lower(): text[slot.start : slot.end] for _, slot in found.claim.items()}
    assert all(words == quote.lower() for words, quote in spans.items())


@pytest.mark.parametrize(
    ("text", "studied"),
    [
        ("The aim of our little survey was to find out if bakers sleep less than brewers.",
         "bakers sleep less than brewers."),
        ("This thesis aims to examine whether tides change the song of seals",
         "tides change the song of seals"),
        ("Finally, we are interested in how widows cook", "how widows cook"),
        ("Our research question is whether rent differs by floor", "rent differs by floor"),
        ("I wanted to see whether or not noise slows typists", "noise slows typists"),
        ("A teacher wants to know if songs help recall", "songs help recall"),
        ("O objetivo deste trabalho é verificar se a lua altera a pesca", "a lua altera a pesca"),
        ("O presente estudo tem como objetivo analisar a influência do frio na lactação de cabras",
         "a influência do frio na lactação de cabras"),
        ("Esta dissertação busca compreender como parteiras decidem", "como parteiras decidem"),
        ("In our survey, we asked whether tall clerks sit more", "tall clerks sit more"),
        ("A trial was set up to assess the effect of mulch on figs", "the effect of mulch on figs"),
        ("Um ensaio foi conduzido com o objetivo de avaliar o efeito da sombra no figo",
         "o efeito da sombra no figo"),
        ("Por isso, objetivou-se avaliar o sono de carteiros", "o sono de carteiros"),
        ("Deseja-se saber se o adubo verde reduz a erosão", "o adubo verde reduz a erosão"),
        ("Um pesquisador quer investigar o efeito do sal no tomate", "o efeito do sal no tomate"),
    ],
)  # fmt: skip
def test_an_aim_announces_what_is_studied(text, studied):
    assert stated(text).strip() == studied
    found = read(text, "pt" if "ç" in text or " se " in text or " o " in text else "en")
    assert found.statement.strip() == studied
    assert not any("objetivo" in slot.text or "aim" in slot.text for _, slot in found.claim.items())


@pytest.mark.parametrize(
    "text",
    [
        "The aim of a dart player is better after a beer",
        "This study was carried out in a bakery",
        "O objetivo da equipe muda quando o técnico sai",
        "We are curious people and sleep less than others",
        "The hypothesis that sleep helps is widely shared by nurses",
        "Teachers with a theory of learning give longer feedback",
        "A hipótese nula é rejeitada com mais frequência em revistas de psicologia",
        "Ideas of pupils are better in the morning",
        "USA and NATO: spending since 1990",
    ],
)
def test_what_only_names_a_hypothesis_announces_nothing(text):
    assert stated(text) == text


def test_a_text_without_words_states_nothing():
    assert stated("  ") == "  "


def test_the_best_stretch_has_the_greatest_sum():
    scores = np.array(
        [[-30, -40, 0], [1, 30, 0], [1, 0, 0], [1, 0, 40], [-30, 0, -40]], dtype=np.float64
    )
    assert best(scores) == range(1, 4)
    assert best(scores[1:2]) == range(1)


def test_words_at_the_edges_are_left_out_only_where_that_gains_much():
    scores = np.array([[-1, 0, 0], [1, 5, 0], [1, 0, 5], [-1, 0, 0]], dtype=np.float64)
    assert best(scores) == range(4)


def test_an_influence_is_asked_about_with_a_verb():
    text = "O objetivo da pesquisa foi avaliar a influência do frio na lactação de cabras"
    made = refine(text, language="pt")["hypothesis_versions"][-1]["question"]
    assert made.startswith("O frio influencia a lactação")


def test_a_remark_behind_a_story_is_not_what_is_asked():
    text = (
        "Mudei a cama de lugar. Durmo 22 minutos a mais por noite segundo a pulseira, mas também "
        "acabou a obra da rua. Coincidência?"
    )
    assert "Durmo 22 minutos a mais" in first_version(text, "pt").question
