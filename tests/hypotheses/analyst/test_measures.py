"""Which measures tell an outcome, and which words that look like one do not."""

from __future__ import annotations

import pytest

from tests.hypotheses.analyst.support import score

MEASURED = [
    ("en", "Massage and sleep. Improvement. Verified by half of the devices"),
    ("pt", "Massagem e sono. Melhora. Verificada por meio dos aparelhos"),
    ("en", "Massage and sleep. Monitoring by measuring the ankle over six months"),
    ("pt", "Massagem e sono. Acompanhamento medido por dois testes"),
    ("en", "Massage and labour. Pain control by visual analog scale, from none to the worst"),
    ("pt", "Massagem e parto. Controle da dor pela escala visual analógica, de nenhuma à pior"),
    ("en", "Massage lowers the frequency of falls"),
    ("pt", "A massagem reduz a frequência das quedas"),
    ("en", "Dolls and sleep. Wound: the area will be recorded by photographs"),
    ("pt", "Bonecas e sono. Ferida: a área será registrada por fotografias"),
    ("en", "Whitening interferes in no group assessed, verified by spectrophotometry"),
    (
        "pt",
        "O clareamento não interfere em nenhum grupo avaliado, verificado por espectrofotometria",
    ),
]
NOT_MEASURED = [
    ("en", "Effects of massage after 48 hours of rest"),
    ("pt", "Efeitos da massagem após 48 horas de repouso"),
    ("en", "Effects of massage three times per week"),
    ("pt", "Efeitos da massagem três vezes por semana"),
    ("en", "Effects of massage in second line treatment"),
    ("pt", "Efeitos da massagem em dias distintos"),
]


@pytest.mark.parametrize(("language", "text"), MEASURED)
def test_an_instrument_or_a_rate_measures(language, text):
    assert score("metrics", language, text).score == 2


@pytest.mark.parametrize(("language", "text"), NOT_MEASURED)
def test_a_dose_or_a_place_does_not(language, text):
    assert score("metrics", language, text).score < 2


def test_a_portuguese_mean_is_no_verb():
    text = "A pressão média de enfermeiros"
    assert score("variables", "pt", text).code != ""
