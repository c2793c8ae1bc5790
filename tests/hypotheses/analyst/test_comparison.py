"""What a claim is held against, and words that only look like it."""

from __future__ import annotations

import pytest

from tests.hypotheses.analyst.support import score

COMPARED = [
    ("en", "To compare sleep in runners and swimmers"),
    ("pt", "Comparar o sono de corredores e nadadores"),
    ("en", "Sleep of runners in relation to swimmers"),
    ("pt", "Sono de corredores em relação a nadadores"),
    ("en", "Pain in the control"),
    ("pt", "Dor no grupo que recebeu massagem e no controle: o controle recebeu repouso"),
]
NOT_COMPARED = [
    ("en", "Case management for the control of blood pressure"),
    ("pt", "Gestão de casos para o controle da pressão arterial"),
    ("pt", "Fisioterapia para o controle postural"),
    ("en", "Babies of an age greater than or equal to 34 weeks"),
    ("pt", "Bebês de idade maior do que ou igual a 34 semanas"),
    ("en", "Scores equal to 3"),
    ("pt", "Pontuação igual a 3"),
    ("en", "In relation to posture, photos were taken"),
    ("pt", "Em relação à postura, fotos foram tiradas"),
    ("pt", "A cicatrização é mais rápida, ou seja, que o escore zero apareça"),
]


@pytest.mark.parametrize(("language", "text"), COMPARED)
def test_another_group_is_a_comparison(language, text):
    assert score("testability", language, text).code in ("", "no_direction")


@pytest.mark.parametrize(("language", "text"), NOT_COMPARED)
def test_a_bound_or_a_subject_is_no_comparison(language, text):
    assert score("testability", language, text).code in ("missing", "no_comparator")
