"""Population: 2 with a unit and a bound, 1 with a unit, 0 with neither."""

from __future__ import annotations

import pytest

from tests.hypotheses.analyst.support import score


def population(language, text):
    return score("population", language, text)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Exercise lowers anxiety in adults aged 18-40"),
        ("pt", "O exercício reduz a ansiedade em adultos de 18 a 40 anos"),
        ("en", "Standups reduce delays in software teams of a single company"),
        ("pt", "Reuniões diárias reduzem atrasos em equipes de software de uma mesma empresa"),
        ("en", "AAPL daily prices 2000-2013"),
        ("pt", "Preços diários da AAPL de 2000 a 2013"),
        ("en", "Liming raises the pH of soil samples from the Cerrado"),
        ("pt", "A calagem eleva o pH de amostras de solo do Cerrado"),
        ("en", "Exercise lowers glucose in patients with type 2 diabetes"),
        ("pt", "O exercício reduz a glicose em pacientes com diabetes tipo 2"),
        ("en", "Pair programming reduces bugs in the teams of one bank"),
        ("pt", "A programação em par reduz bugs nas equipes de um mesmo banco"),
        ("en", "Momentum raises returns in stocks listed on B3"),
        ("pt", "O momentum aumenta os retornos de ações listadas na B3"),
        ("en", "Fine-tuning raises accuracy on the ImageNet test set"),
        ("pt", "O ajuste fino aumenta a acurácia no conjunto de teste do ImageNet"),
        ("en", "Phonics raises reading scores in children enrolled in public schools of Recife"),
        ("pt", "O método fônico melhora a leitura de crianças matriculadas em escolas de Recife"),
        ("en", "Drip irrigation raises growth in tomato plants grown in greenhouses"),
        ("pt", "O gotejamento aumenta o crescimento de tomateiros cultivados em estufa"),
    ],
)
def test_a_unit_with_a_bound_is_covered(language, text):
    assert population(language, text).score == 2


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Homework raises grades in students"),
        ("pt", "A lição de casa aumenta as notas dos alunos"),
        ("en", "Exercise lowers anxiety in patients"),
        ("pt", "O exercício reduz a ansiedade em pacientes"),
        ("en", "Fertilizer raises growth in plants"),
        ("pt", "O adubo aumenta o crescimento das plantas"),
        ("en", "Discounts raise sales in stores"),
        ("pt", "Descontos aumentam as vendas das lojas"),
        ("en", "Pair programming reduces bugs in teams"),
        ("pt", "A programação em par reduz bugs em equipes"),
    ],
)
def test_a_unit_alone_is_half(language, text):
    found = population(language, text)

    assert (found.score, found.code) == (1, "no_bound")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Exercise lowers anxiety"),
        ("pt", "O exercício reduz a ansiedade"),
        ("en", "TDD reduces bugs"),
        ("pt", "TDD reduz bugs"),
        ("en", "Inflation lowers investment"),
        ("pt", "A inflação reduz o investimento"),
        ("en", "Incremental method is faster"),
        ("pt", "Método incremental é mais rápido"),
    ],
)
def test_nothing_studied_is_a_gap(language, text):
    found = population(language, text)

    assert (found.score, found.code, found.evidence) == (0, "missing", None)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Coffee lowers anxiety in people over 60"),
        ("en", "Coffee lowers anxiety in women aged 30 to 45 years"),
        ("en", "Coffee lowers anxiety in men between 18 and 40 years old"),
        ("pt", "O café reduz a ansiedade em pessoas com mais de 60 anos"),
        ("pt", "O café reduz a ansiedade em mulheres de 30 a 45 anos"),
        ("pt", "O café reduz a ansiedade em homens com idade entre 18 e 40 anos"),
    ],
)
def test_an_age_bounds_persons(language, text):
    assert population(language, text).score == 2


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Coffee lowers anxiety over 12 weeks in patients"),
        ("pt", "O café reduz a ansiedade ao longo de 12 semanas em pacientes"),
        ("en", "After 10 years, coffee lowers anxiety in patients"),
        ("pt", "Após 10 anos, o café reduz a ansiedade em pacientes"),
    ],
)
def test_a_time_window_bounds_no_population(language, text):
    assert population(language, text).score == 1


@pytest.mark.parametrize(
    ("language", "text", "quote"),
    [
        ("en", "Homework raises grades in students", "students"),
        ("pt", "A lição de casa aumenta as notas dos alunos", "alunos"),
        ("en", "Code review reduces bugs in teams", "teams"),
        ("pt", "A revisão de código reduz bugs em equipes", "equipes"),
        ("en", "Exercise lowers anxiety in adults living in Lisbon", "adults living in Lisbon"),
        ("pt", "O café ajuda adultos residentes em Lisboa", "adultos residentes em Lisboa"),
        ("en", "Exercise lowers anxiety in adults aged 40-60, within a year", "adults aged 40-60"),
    ],
)
def test_the_evidence_is_the_whole_phrase(language, text, quote):
    assert population(language, text).evidence == quote


@pytest.mark.parametrize(
    ("language", "text", "unit"),
    [
        ("en", "Homework raises grades in students", "students"),
        ("pt", "A lição de casa aumenta as notas dos alunos", "alunos"),
    ],
)
def test_the_gap_speaks_of_the_unit(language, text, unit):
    assert unit in population(language, text).gap


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Brazilian teams with more women deliver faster"),
        ("pt", "Equipes brasileiras com mais mulheres entregam mais rápido"),
    ],
)
def test_a_demonym_bounds(language, text):
    assert population(language, text).score == 2


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Exercise improves balance in the elderly"),
        ("pt", "O exercício melhora o equilíbrio em idosos"),
    ],
)
def test_a_unit_that_says_an_age_has_no_bound_by_itself(language, text):
    assert population(language, text).code == "no_bound"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (
            "en",
            "Physiotherapy and back pain. Patients report anxiety and pain. The method of Godoy.",
        ),
        (
            "pt",
            "Fisioterapia e dor lombar. Pacientes relatam ansiedade e dor. É o método de Godoy.",
        ),
    ],
)
def test_a_unit_of_another_field_is_none_behind_a_heading(language, text):
    assert population(language, text).score < 2


@pytest.mark.parametrize(
    ("language", "text", "quote"),
    [
        ("en", "Massage relieves pain in fibromyalgia patients", "fibromyalgia patients"),
        ("pt", "A massagem alivia a dor de pacientes fibromiálgicos", "pacientes fibromiálgicos"),
        ("en", "Salt raises blood pressure in healthy subjects", "healthy subjects"),
        ("pt", "O sal aumenta a pressão de indivíduos saudáveis", "indivíduos saudáveis"),
        ("pt", "O sal aumenta a pressão de pessoas com diabetes", "pessoas com diabetes"),
        ("en", "Salt raises blood pressure in hemodialysis patients", "hemodialysis patients"),
        ("pt", "O sal aumenta a pressão em portadores de asma", "portadores de"),
        ("pt", "A massagem alivia a dor de mulheres no climatério", "mulheres no climatério"),
    ],
)
def test_a_state_of_persons_bounds_them(language, text, quote):
    assert population(language, text).evidence == quote


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Exercise improves balance in elderly women"),
        ("pt", "O exercício melhora o equilíbrio de mulheres idosas"),
        ("en", "Exercise improves balance in older patients"),
        ("pt", "O exercício melhora o equilíbrio em pacientes idosos"),
    ],
)
def test_an_age_in_words_bounds_nobody(language, text):
    assert population(language, text).score < 2


@pytest.mark.parametrize(
    "text",
    [
        "Avaliação clínica da massagem",
        "Fatores associados à dor",
        "A massagem melhora a habilidade motora",
        "Comparação das técnicas de massagem",
    ],
)
def test_a_portuguese_adjective_is_no_unit(text):
    assert population("pt", text).code == "missing"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Salt and sleep. Anxiety and pain. Reduction of pain in hemodialysis patients."),
        ("pt", "Sal e sono. Ansiedade e dor. Redução da dor de pacientes em hemodiálise."),
    ],
)
def test_persons_count_whatever_the_text_is_about(language, text):
    assert population(language, text).score == 2


@pytest.mark.parametrize(
    ("language", "text", "quote"),
    [
        ("en", "How does X impact Y in adults aged 18-40?", "adults aged 18-40"),
        ("pt", "Como X impacta Y em adultos de 18 a 40 anos?", "adultos de 18 a 40 anos"),
    ],
)
def test_the_evidence_is_the_unit_with_its_bound(language, text, quote):
    assert population(language, text).evidence == quote
