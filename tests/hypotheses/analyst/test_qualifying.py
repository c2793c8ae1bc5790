"""Words of change and comparison that say no direction where they stand, and those that do."""

from __future__ import annotations

import pytest

from tests.hypotheses.analyst.support import score

NO_DIRECTION = [
    ("en", "Effect of coffee on sleep in adults aged equal to or more than sixty"),
    ("pt", "Efeito do café no sono de adultos com idade igual ou superior a sessenta anos"),
    ("pt", "Efeito do café no sono em internações de tempo inferior a sete dias"),
    ("en", "Effect of training on the lower limbs"),
    ("pt", "Efeito do treino sobre o membro superior afetado"),
    ("en", "Speech changes produced by dental splints"),
    ("pt", "Mudanças da fala produzidas por placas dentárias"),
    ("pt", "Efeito da ventilação mecânica prolongada sobre a fala"),
    ("pt", "Efeito do escitalopram mais um ansiolítico sobre o sono"),
    ("pt", "Efeito do café por mais 6 meses sobre o sono"),
    ("pt", "Efeito do café sobre a pior dor imaginável"),
    ("pt", "Efeito do café sobre a postura mais frequente"),
    ("en", "Effect of coffee on weight loss"),
    ("pt", "Efeito do café na perda de peso"),
]
DIRECTED = [
    ("en", "Efficacy of nursing in preventing falls"),
    ("pt", "Eficácia da enfermagem na prevenção de quedas"),
    ("en", "Effect of coffee on the reduction of pain"),
    ("pt", "Efeito do café na redução da dor"),
    ("en", "Outcome: - Reduced pain"),
    ("pt", "Desfecho: - Redução da dor"),
    ("en", "Massage for pain relief"),
    ("pt", "Massagem para alívio da dor"),
    ("pt", "Os alunos dormem mais que os professores"),
    ("pt", "A massagem tem desempenho superior ao do repouso"),
    ("pt", "A massagem tem melhor desempenho"),
    ("pt", "O curso não é inferior a dez aulas"),
]


@pytest.mark.parametrize(("language", "text"), NO_DIRECTION)
def test_a_bound_or_a_qualifier_is_no_direction(language, text):
    assert score("testability", language, text).code in ("missing", "no_direction")


@pytest.mark.parametrize(("language", "text"), DIRECTED)
def test_what_changes_an_outcome_is_a_direction(language, text):
    assert score("testability", language, text).code in ("", "no_comparator")
