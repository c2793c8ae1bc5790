"""Metrics: 2 with a measure of the outcome, 1 with a construct alone, 0 with neither."""

from __future__ import annotations

import pytest

from tests.hypotheses.analyst.support import score


def metrics(language, text):
    return score("metrics", language, text)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Exercise lowers anxiety, measured by the STAI"),
        ("pt", "O exercício reduz a ansiedade, medida pelo IDATE"),
        ("en", "TDD lowers the number of bugs per KLOC"),
        ("pt", "TDD reduz o número de bugs por KLOC"),
        ("en", "Momentum raises the Sharpe ratio of funds"),
        ("pt", "O momentum aumenta o índice de Sharpe dos fundos"),
        ("en", "Exercise lowers HbA1c"),
        ("pt", "O exercício reduz a HbA1c"),
        ("en", "Code review shortens time to merge in hours"),
        ("pt", "A revisão de código encurta o tempo até o merge em horas"),
        ("en", "Irrigation raises yield in kg per hectare"),
        ("pt", "A irrigação aumenta a produtividade em kg por hectare"),
        ("en", "Discounts raise the conversion rate"),
        ("pt", "Descontos aumentam a taxa de conversão"),
        ("en", "Fasting lowers body weight in kg"),
        ("pt", "O jejum reduz o peso corporal em kg"),
        ("en", "The unemployment rate should fall below 5% within a year"),
        ("pt", "A taxa de desemprego deve cair abaixo de 5% em um ano"),
        ("en", "Coaching improves well-being, assessed with a validated questionnaire"),
        ("pt", "O coaching melhora o bem-estar, avaliado com um questionário validado"),
    ],
)
def test_a_measured_outcome_is_covered(language, text):
    assert metrics(language, text).score == 2


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Remote work raises productivity"),
        ("pt", "O trabalho remoto aumenta a produtividade"),
        ("en", "Tutoring improves learning"),
        ("pt", "A tutoria melhora a aprendizagem"),
        ("en", "Yoga improves well-being"),
        ("pt", "A ioga melhora o bem-estar"),
        ("en", "Pair programming improves code quality"),
        ("pt", "A programação em par melhora a qualidade do código"),
        ("en", "Sponsorship raises trust in the brand"),
        ("pt", "O patrocínio aumenta a confiança na marca"),
        ("en", "Fertilizer raises growth in plants"),
        ("en", "Fertilizer raises yield in plants"),
        ("en", "Training reduces weight in dogs"),
        ("pt", "O adubo aumenta o crescimento das plantas"),
    ],
)
def test_a_construct_alone_is_half(language, text):
    found = metrics(language, text)

    assert (found.score, found.code) == (1, "construct_only")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Z improves W"),
        ("pt", "Z melhora W"),
        ("en", "Meditation increases Y"),
        ("pt", "A meditação aumenta Y"),
        ("en", "Adults aged 18-40"),
        ("pt", "Adultos de 18 a 40 anos"),
    ],
)
def test_no_outcome_is_a_gap(language, text):
    found = metrics(language, text)

    assert (found.score, found.code, found.evidence) == (0, "missing", None)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Meditation lowers stress, not measured by any scale"),
        ("en", "Meditation lowers stress, never assessed with a questionnaire"),
        ("en", "Meditation lowers stress, without being measured by any questionnaire"),
        ("pt", "A meditação reduz o estresse, não medido por nenhuma escala"),
        ("pt", "A meditação reduz o estresse, sem ser medido por questionário"),
        ("pt", "A meditação reduz o estresse, que não será avaliado por nenhum questionário"),
    ],
)
def test_a_negated_cue_does_not_count(language, text):
    found = metrics(language, text)

    assert (found.score, found.code) == (1, "negated")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "400 mg of caffeine improves mood"),
        ("pt", "400 mg de cafeína melhoram o humor"),
        ("en", "A dose of 20 mg improves mood"),
        ("pt", "Uma dose de 20 mg melhora o humor"),
        ("en", "Nitrogen at 100 kg per hectare improves flavour"),
        ("pt", "Nitrogênio a 100 kg por hectare melhora o sabor"),
    ],
)
def test_the_unit_of_a_dose_is_no_measure(language, text):
    assert metrics(language, text).score == 1


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Fasting lowers body weight by 3 kg"),
        ("pt", "O jejum reduz o peso corporal em 3 kg"),
        ("en", "Sleep loss slows reactions by 40 ms"),
        ("pt", "A privação de sono retarda a reação em 40 ms"),
    ],
)
def test_the_unit_of_the_outcome_is_a_measure(language, text):
    assert metrics(language, text).score == 2


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Coaching improves mood in adults with a BMI above 30"),
        ("pt", "O coaching melhora o humor de adultos com IMC acima de 30"),
    ],
)
def test_a_measure_that_selects_who_is_included_is_none_of_the_outcome(language, text):
    assert metrics(language, text).score == 1


@pytest.mark.parametrize(
    ("language", "text", "quote"),
    [
        ("en", "Exercise lowers anxiety, measured by the STAI", "measured by the STAI"),
        ("pt", "O exercício reduz a ansiedade, medida pelo IDATE", "medida pelo IDATE"),
        ("en", "Remote work raises productivity", "productivity"),
        ("pt", "O trabalho remoto aumenta a produtividade", "produtividade"),
        ("en", "Zorbing improves glimmers", "glimmers"),
        ("pt", "Zorbing melhora glifos", "glifos"),
    ],
)
def test_the_evidence_shows_the_measure_or_the_construct(language, text, quote):
    assert metrics(language, text).evidence == quote


@pytest.mark.parametrize(
    ("language", "text", "construct"),
    [
        ("en", "Remote work raises productivity", "productivity"),
        ("pt", "O trabalho remoto aumenta a produtividade", "produtividade"),
    ],
)
def test_the_gap_speaks_of_the_construct(language, text, construct):
    assert construct in metrics(language, text).gap
