"""Variables: 2 when two distinct phrases are related, 1 when one is wanting, 0 with none."""

from __future__ import annotations

import pytest

from tests.hypotheses.analyst.support import score


def variables(language, text):
    return score("variables", language, text)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Pair programming reduces bugs"),
        ("pt", "A programação em par reduz bugs"),
        ("en", "There is a relationship between sleep and grades"),
        ("pt", "Existe relação entre sono e notas"),
        ("en", "Effect of fertilizer on growth"),
        ("pt", "Efeito do adubo no crescimento"),
        ("en", "When temperature rises, sales of ice cream fall"),
        ("pt", "Quando a temperatura sobe, as vendas de sorvete caem"),
        ("en", "The more sleep, the better the grades"),
        ("pt", "Quanto mais sono, melhores as notas"),
        ("en", "Screen time is associated with anxiety"),
        ("pt", "O tempo de tela está associado à ansiedade"),
        ("en", "Inflation lowers investment"),
        ("pt", "A inflação reduz o investimento"),
        ("en", "Does caffeine shorten reaction time?"),
        ("pt", "A cafeína encurta o tempo de reação?"),
        ("en", "Incremental method is faster"),
        ("pt", "Método incremental é mais rápido"),
    ],
)
def test_two_related_phrases_are_covered(language, text):
    assert variables(language, text).score == 2


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Z improves W"),
        ("pt", "Z melhora W"),
        ("en", "X increases productivity"),
        ("pt", "X aumenta a produtividade"),
        ("en", "Meditation increases Y"),
        ("pt", "A meditação aumenta Y"),
        ("en", "X affects Y in teams"),
        ("pt", "X afeta Y em equipes"),
    ],
)
def test_placeholders_are_half(language, text):
    found = variables(language, text)

    assert (found.score, found.code) == (1, "placeholder")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Vitamin D lowers the risk of falls"),
        ("en", "Hepatitis B reduces appetite"),
        ("en", "Generation Z distrusts brands and reduces spending"),
        ("pt", "A vitamina D reduz o risco de quedas"),
        ("pt", "A geração Z reduz o consumo"),
    ],
)
def test_a_letter_in_a_name_is_no_placeholder(language, text):
    assert variables(language, text).code != "placeholder"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Certain factors improve productivity"),
        ("pt", "Certos fatores melhoram a produtividade"),
        ("en", "Some factors influence sales"),
        ("pt", "Alguns fatores influenciam as vendas"),
        ("en", "Technology improves learning"),
        ("pt", "A tecnologia melhora a aprendizagem"),
        ("en", "The type of training affects strength"),
        ("pt", "O tipo de treino afeta a força"),
    ],
)
def test_an_independent_variable_without_levels_is_half(language, text):
    found = variables(language, text)

    assert (found.score, found.code) == (1, "vague_iv")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Bugs increase"),
        ("pt", "Os bugs aumentam"),
        ("en", "Anxiety in students"),
        ("pt", "Ansiedade em estudantes"),
        ("en", "The biodiversity of the river"),
        ("pt", "A biodiversidade do rio"),
    ],
)
def test_one_side_is_half(language, text):
    found = variables(language, text)

    assert (found.score, found.code) == (1, "one_side")


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "Adults aged 18-40"), ("pt", "Adultos de 18 a 40 anos"), ("en", "A is B")],
)
def test_no_relation_is_a_gap(language, text):
    found = variables(language, text)

    assert (found.score, found.code, found.evidence) == (0, "missing", None)


@pytest.mark.parametrize(
    ("language", "text", "both"),
    [
        ("en", "Pair programming reduces bugs", ("Pair programming", "bugs")),
        ("pt", "A cafeína encurta o tempo de reação?", ("cafeína", "tempo de reação")),
    ],
)
def test_the_evidence_runs_from_one_variable_to_the_other(language, text, both):
    evidence = variables(language, text).evidence or ""

    assert evidence.startswith(both[0])
    assert evidence.endswith(both[1])


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Sensation of the lower limb"),
        ("pt", "Sensação do membro superior"),
        ("en", "Recovery of at least 80 nurses"),
        ("pt", "Recuperação de pelo menos 80 enfermeiros"),
    ],
)
def test_a_bound_or_a_place_relates_nothing(language, text):
    assert score("variables", language, text).score < 2
