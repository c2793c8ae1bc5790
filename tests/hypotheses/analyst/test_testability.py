"""Testability: a direction or an equivalence, and a comparison or a time window to check it by."""

from __future__ import annotations

import pytest

from tests.hypotheses.analyst.support import score


def found_in(language, text):
    return score("testability", language, text)


COMPARED = [
    ("en", "Naps improve memory compared with no nap"),
    ("pt", "Cochilos melhoram a memória em comparação com não cochilar"),
    ("en", "Statins lower mortality versus placebo"),
    ("pt", "Estatinas reduzem a mortalidade versus placebo"),
    ("en", "Rust code has fewer crashes than C code"),
    ("pt", "Código em Rust tem menos falhas que código em C"),
    ("en", "Yield is higher in irrigated plots than in dry plots"),
    ("pt", "A produtividade é maior em parcelas irrigadas do que em parcelas secas"),
    ("en", "Teams that use TDD have fewer bugs than teams that do not"),
    ("pt", "Equipes que usam TDD têm menos bugs do que as que não usam"),
    ("en", "Exercise lowers anxiety more than usual care"),
    ("pt", "O exercício reduz a ansiedade mais que o cuidado usual"),
    ("en", "Index funds outperform active funds"),
    ("pt", "Fundos de índice superam fundos ativos"),
    ("en", "Instead of grades, feedback raises motivation"),
    ("pt", "Em vez de notas, o feedback aumenta a motivação"),
]
TIMED = [
    ("en", "Phonics raises fluency over one school year"),
    ("pt", "O método fônico aumenta a fluência ao longo de um ano letivo"),
    ("en", "Strength rises after 12 weeks of training"),
    ("pt", "A força aumenta após 12 semanas de treino"),
    ("en", "Liming raises fertility within six months"),
    ("pt", "A calagem aumenta a fertilidade em seis meses"),
    ("en", "A new bus lane cuts delays within a year"),
    ("pt", "Uma nova faixa de ônibus reduz atrasos em um ano"),
    ("en", "Prices rose from 2015 to 2019"),
    ("pt", "Os preços subiram de 2015 a 2019"),
]
EQUIVALENT = [
    ("en", "Generic drugs are not inferior to brand drugs"),
    ("pt", "Medicamentos genéricos não são inferiores aos de marca"),
    ("en", "Generic drugs are non-inferior to brand drugs"),
    ("pt", "O ensino online é equivalente ao presencial"),
    ("en", "Online teaching is equivalent to classroom teaching"),
    ("en", "Online teaching is as effective as classroom teaching"),
    ("pt", "O ensino online é tão eficaz quanto o presencial"),
    ("en", "There is no difference in recall between paper and screen"),
    ("pt", "Não há diferença na memória entre papel e tela"),
]


@pytest.mark.parametrize(("language", "text"), COMPARED)
def test_a_direction_with_a_comparison_is_covered(language, text):
    assert found_in(language, text).score == 2


@pytest.mark.parametrize(("language", "text"), TIMED)
def test_a_direction_with_a_time_window_is_covered(language, text):
    assert found_in(language, text).score == 2


@pytest.mark.parametrize(("language", "text"), EQUIVALENT)
def test_equivalence_to_something_is_covered(language, text):
    assert found_in(language, text).score == 2


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Fertilizer raises fertility"),
        ("pt", "O adubo aumenta a fertilidade"),
        ("en", "Inflation lowers investment"),
        ("pt", "A inflação reduz o investimento"),
        ("en", "Pair programming reduces bugs"),
        ("pt", "A programação em par reduz bugs"),
        ("en", "In children, screen time is positively correlated with anxiety"),
        ("pt", "O tempo de tela correlaciona-se positivamente com a ansiedade"),
    ],
)
def test_a_direction_alone_is_half(language, text):
    found = found_in(language, text)

    assert (found.score, found.code) == (1, "no_comparator")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Fertilizer affects fertility within six months"),
        ("pt", "O adubo afeta a fertilidade em seis meses"),
        ("en", "Music affects sales compared with silence"),
        ("pt", "A música afeta as vendas em comparação com o silêncio"),
    ],
)
def test_a_comparison_or_window_without_direction_is_half(language, text):
    found = found_in(language, text)

    assert (found.score, found.code) == (1, "no_direction")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Fertilizer affects fertility"),
        ("pt", "O adubo afeta a fertilidade"),
        ("en", "There is a relationship between sleep and grades"),
        ("pt", "Existe relação entre sono e notas"),
        ("en", "Is screen time associated with anxiety?"),
        ("pt", "O tempo de tela está associado à ansiedade?"),
        ("en", "Music influences sales"),
        ("en", "Fertilizer affects growth"),
        ("pt", "O adubo afeta o crescimento"),
        ("en", "Effect of fertilizer on yield"),
        ("pt", "Efeito do adubo na produtividade"),
        ("pt", "A música influencia as vendas"),
    ],
)
def test_neither_is_a_gap(language, text):
    found = found_in(language, text)

    assert (found.score, found.code, found.evidence) == (0, "missing", None)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Coffee raises alertness in people aged 20 to 30 years"),
        ("en", "Coffee raises alertness in people over 60 years old"),
        ("en", "Coffee raises alertness in teachers with more than 10 years of experience"),
        ("pt", "O café aumenta a atenção de pessoas de 20 a 30 anos"),
        ("pt", "O café aumenta a atenção de pessoas com mais de 60 anos"),
        ("pt", "O café aumenta a atenção de professores com mais de 10 anos de experiência"),
        ("en", "Running 30 minutes a day lowers anxiety"),
        ("pt", "Correr 30 minutos por dia reduz a ansiedade"),
    ],
)
def test_an_age_or_a_dose_is_no_time_window(language, text):
    found = found_in(language, text)

    assert (found.score, found.code) == (1, "no_comparator")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Coffee affects sleep in adults older than 60"),
        ("pt", "O café afeta o sono de adultos com mais de 60 anos"),
    ],
)
def test_a_bound_says_no_direction(language, text):
    assert found_in(language, text).score == 0


@pytest.mark.parametrize(
    ("language", "text", "quote"),
    [
        ("en", "Statins lower mortality versus placebo", "versus"),
        ("pt", "A força aumenta após 12 semanas de treino", "após 12 semanas"),
        ("en", "Inflation lowers investment", "lowers"),
    ],
)
def test_the_evidence_shows_what_the_claim_is_held_against(language, text, quote):
    assert quote in (found_in(language, text).evidence or "")
