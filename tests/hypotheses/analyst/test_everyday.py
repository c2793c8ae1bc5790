"""Everyday ways of relating, comparing and counting that both languages have to read alike."""

from __future__ import annotations

import pytest

from hypotheses.analyst.assess import assess, examine

MEASURED = [
    ("en", "Teams that travel score fewer points per possession than when they play at home"),
    ("pt", "Times que viajam marcam menos pontos por posse do que quando jogam em casa"),
    ("en", "Districts with a cable car saw a larger drop in the homicide rate than the others"),
    ("pt", "Eleitores jovens votam em branco em percentual maior do que os idosos"),
    ("en", "Runners with a mask finish the race in fewer seconds than those without one"),
    ("pt", "Corredores com máscara completam a prova em menos segundos que os que não a usam"),
    ("en", "Crossings reduce roadkill (individuals/km) relative to the years before"),
    ("pt", "Passagens de fauna reduzem os atropelamentos (indivíduos/km) em relação a antes"),
    ("en", "The change does not alter the rate of rejected papers"),
    ("pt", "A mudança não altera a taxa de artigos recusados"),
]
UNMEASURED = [
    ("en", "Heat waves harm coral reefs; health will be judged overall, not by live cover (%)"),
    ("pt", "Ondas de calor fazem mal aos recifes; a saúde será avaliada no geral"),
    ("pt", "O desenvolvimento muda, entendido de forma ampla e não pelo PIB per capita"),
]
RELATED = [
    ("en", "BERTimbau reaches a macro F1 at least 3 points above mBERT"),
    ("pt", "O BERTimbau alcança F1 macro pelo menos 3 pontos acima do mBERT"),
    ("en", "What influence does button colour have on purchases"),
    ("en", "Gamification motivates pupils"),
    ("pt", "Gamificação motiva mais os alunos"),
    ("pt", "Sessões de mindfulness deixam os funcionários mais calmos"),
    ("en", "Mindfulness sessions leave employees calmer"),
]
POPULATIONS = [
    ("pt", "Abelhas nativas polinizam melhor que a abelha-europeia", 1),
    ("pt", "Recifes de coral ficam menos saudáveis", 1),
    ("pt", "Peças impressas rompem sob tensão maior, em MPa", 1),
]


@pytest.mark.parametrize(("language", "text"), MEASURED)
def test_a_count_a_rate_or_a_share_measures(language, text):
    assert assess(text, language).score("metrics").score == 2


@pytest.mark.parametrize(("language", "text"), UNMEASURED)
def test_a_general_impression_and_what_is_refused_measure_nothing(language, text):
    assert assess(text, language).score("metrics").score < 2


@pytest.mark.parametrize(("language", "text"), RELATED)
def test_everyday_verbs_and_levels_relate(language, text):
    assert examine(text, language).variables.score == 2


@pytest.mark.parametrize(("language", "text", "score"), POPULATIONS)
def test_a_rival_a_reef_and_a_unit_of_pressure_bound_nothing(language, text, score):
    assert examine(text, language).population.score == score


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Tea may perhaps reduce weight (kg) in men aged 40 to 60 after three months"),
        (
            "pt",
            "Chá poderia, quem sabe, reduzir o peso (kg) de homens de 40 a 60 anos em três meses",
        ),
    ],
)
def test_what_is_hedged_twice_claims_no_direction(language, text):
    assert examine(text, language).testability.direction is None


def test_one_hedge_leaves_the_direction():
    found = examine("Tea may reduce weight in men after three months", "en").testability

    assert found.direction is not None


def test_a_number_in_a_compound_is_what_is_compared_with():
    found = examine("Short ads get more clicks than 30-second ones", "en").testability

    assert found.comparator is not None


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "A personal subject line pulls the open rate up, relative to a generic one"),
        ("pt", "O assunto pessoal puxa a taxa de abertura para cima, em relação ao genérico"),
        ("en", "Reviewed code has half as many defects as code nobody reviewed"),
        ("pt", "Código revisado tem metade dos defeitos do código sem revisão"),
        ("pt", "O plantio direto rende pelo menos tantas sacas quanto o convencional"),
    ],
)
def test_particles_and_multiples_direct(language, text):
    assert examine(text, language).testability.direction is not None


def test_a_particle_without_its_verb_directs_nothing():
    found = examine("Follow up of patients with a mixed diet", "en").testability

    assert found.direction is None


def test_a_count_of_cracks_is_no_place():
    text = "Ligas resfriadas devagar trincam menos, em número de trincas por cm"

    assert assess(text, "pt").score("metrics").score == 2


def test_a_threshold_belongs_to_the_number_right_behind_it():
    text = "Quanto mais horas no Instagram, maior a pontuação no PHQ-9 entre jovens de 13 a 17 anos"

    assert assess(text, "pt").score("metrics").score == 2
