"""Wordings of a relation, a comparison or a level that both languages have to read alike."""

from __future__ import annotations

import pytest

from hypotheses.analyst.assess import assess, examine
from hypotheses.analyst.language import detect

LINKED = [
    ("en", "Tenure correlates negatively with the turnover rate of nurses", "Tenure", "turnover"),
    ("pt", "O tempo de casa associa-se positivamente ao retorno dos fundos", "tempo", "retorno"),
    ("pt", "A altura correlaciona-se fortemente com o peso de recém-nascidos", "altura", "peso"),
]
HELD_AGAINST = [
    ("en", "The alloy shows a hardness at least 30 HV above that of the cast alloy"),
    ("pt", "A liga apresenta dureza pelo menos 30 HV acima da liga bruta"),
    ("en", "Treated patients have the same length of stay as untreated ones"),
    ("pt", "Pacientes tratados têm o mesmo tempo de internação que os não tratados"),
    ("en", "Effect of drills on accuracy in learners: a comparison with free writing"),
    ("pt", "Efeito de exercícios na acurácia de aprendizes: comparação com escrita livre"),
]
MEASURED = [
    ("en", "The smaller the grain size of copper sheets, the greater their Vickers hardness"),
    ("pt", "Quanto menor o tamanho de grão das chapas de cobre, maior a dureza Vickers"),
    ("en", "The click-through rate of ads with a face exceeds that of ads without one"),
    ("pt", "A taxa de cliques de anúncios com rosto supera a de anúncios sem rosto"),
]
UNDIRECTED = [
    "O consumo dos 50 aplicativos mais baixados depende da biblioteca",
    "A rotina dos bairros mais afetados muda com a obra",
]


@pytest.mark.parametrize(("language", "text", "cause", "outcome"), LINKED)
def test_an_adverb_may_stand_in_a_link(language, text, cause, outcome):
    found = examine(text, language)
    relation = found.variables.relation

    assert found.variables.score == 2
    assert relation is not None
    assert relation.independent is not None
    assert relation.dependent is not None
    assert cause in found.reading.quote(relation.independent)
    assert outcome in found.reading.quote(relation.dependent)


@pytest.mark.parametrize(("language", "text"), HELD_AGAINST)
def test_a_level_of_others_and_sameness_compare(language, text):
    assert examine(text, language).testability.comparator is not None


@pytest.mark.parametrize(("language", "text"), MEASURED)
def test_a_measure_of_what_is_compared_measures_the_outcome(language, text):
    assert assess(text, language).score("metrics").score == 2


@pytest.mark.parametrize("text", UNDIRECTED)
def test_which_ones_are_meant_is_no_direction(text):
    assert examine(text, "pt").testability.direction is None


def test_a_comparison_of_participles_is_a_direction():
    text = "Os alunos ficam mais motivados que os do grupo controle"

    assert examine(text, "pt").testability.direction is not None


def test_an_aside_between_commas_is_not_the_subject():
    found = examine("Weekly training volume, in kilometres, lowers resting pulse", "en")

    relation = found.variables.relation
    assert relation is not None
    assert relation.independent is not None
    assert "volume" in found.reading.quote(relation.independent)


def test_a_reflexive_opens_no_condition():
    found = examine("Corvos que se sentem observados escondem menos comida por hora", "pt")

    relation = found.variables.relation
    assert relation is not None
    assert relation.form != "conditional"


def test_words_of_both_languages_do_not_mix_a_text():
    text = (
        "Talvez jatear as chapas de titânio do nosso laboratório mude a força de adesão, "
        "na comparação com as chapas do mesmo lote."
    )

    assert detect(text) == "pt"


def test_a_mixed_text_is_still_told():
    text = "The teams that test more have fewer bugs. As equipes que testam mais têm menos bugs."

    with pytest.raises(Exception, match="mixed|mixes"):
        detect(text)
