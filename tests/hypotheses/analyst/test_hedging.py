"""A hedge is taken out without a change to the claim."""

from __future__ import annotations

import pytest

from hypotheses.analyst.assess import examine
from hypotheses.analyst.hedging import unhedged
from hypotheses.analyst.inflect import portuguese_present


def said(language, text):
    findings = examine(text, language)
    return unhedged(findings.reading, findings.testability.hedges)


@pytest.mark.parametrize(
    ("language", "hedged", "plain"),
    [
        ("en", "Agile methods seem to work better", "Agile methods work better"),
        ("en", "TDD may reduce bugs", "TDD reduces bugs"),
        ("en", "Naps might improve memory", "Naps improve memory"),
        ("en", "Coffee perhaps lowers anxiety", "Coffee lowers anxiety"),
        ("en", "Exercise appears to reduce stress", "Exercise reduces stress"),
        ("pt", "Métodos ágeis parecem funcionar melhor", "Métodos ágeis funcionam melhor"),
        ("pt", "O café pode reduzir o estresse", "O café reduz o estresse"),
        ("pt", "Exercícios podem melhorar a memória", "Exercícios melhoram a memória"),
        ("pt", "A leitura parece ser melhor", "A leitura é melhor"),
        ("pt", "A meditação possivelmente diminui a dor", "A meditação diminui a dor"),
        ("pt", "O sono afeta o humor de alguma forma", "O sono afeta o humor"),
    ],
)
def test_a_hedge_is_taken_out(language, hedged, plain):
    assert said(language, hedged) == plain


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "TDD reduces bugs"), ("pt", "TDD reduz bugs")],
)
def test_a_plain_claim_stays_as_it_is(language, text):
    assert said(language, text) == text


@pytest.mark.parametrize(
    ("hedged", "plain"),
    [
        ("O sono talvez melhore a memória", "O sono melhora a memória"),
        ("Talvez o sono reduza o estresse", "o sono reduz o estresse"),
    ],
)
def test_no_subjunctive_is_left_behind(hedged, plain):
    assert said("pt", hedged) in (plain, plain.capitalize(), None)


def test_a_hedge_that_no_rule_takes_out_is_left_to_the_author():
    assert said("en", "Sleep could be better") is None


@pytest.mark.parametrize(
    ("infinitive", "one", "many"),
    [
        ("funcionar", "funciona", "funcionam"),
        ("crescer", "cresce", "crescem"),
        ("reduzir", "reduz", "reduzem"),
        ("diminuir", "diminui", "diminuem"),
        ("atrair", "atrai", "atraem"),
        ("bloquear", "bloqueia", "bloqueiam"),
        ("ser", "é", "são"),
        ("ter", "tem", "têm"),
        ("subir", "sobe", "sobem"),
    ],
)
def test_the_portuguese_present_agrees_in_number(infinitive, one, many):
    assert portuguese_present(infinitive, plural=False) == one
    assert portuguese_present(infinitive, plural=True) == many


def test_what_is_no_infinitive_has_no_present():
    assert portuguese_present("melhor", plural=False) is None
