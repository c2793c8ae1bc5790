"""The window in which a claim is checked, and stretches of time that are none."""

from __future__ import annotations

import pytest

from tests.hypotheses.analyst.support import score

WINDOWS = [
    ("en", "Massage relieves pain after the physical therapy session"),
    ("pt", "A massagem alivia a dor após a primeira sessão de fisioterapia"),
    ("en", "Massage relieves pain after 3, 6 and 12 weeks"),
    ("pt", "A massagem alivia a dor após 3, 6 e 12 semanas"),
    ("en", "Massage relieves pain at week 24"),
    ("pt", "A massagem alivia a dor na semana 24"),
]
NO_WINDOWS = [
    ("en", "Massage relieves pain after the meal"),
    ("pt", "A massagem alivia a dor após a refeição"),
    ("en", "Massage lengthens the six-minute walk test"),
    ("en", "Massage relieves pain in babies of 37 weeks gestation"),
    ("pt", "A massagem alivia a dor em bebês de 37 semanas de gestação"),
    ("en", "Massage relieves pain in babies aged 8 months"),
    ("pt", "A massagem alivia a dor em bebês com idade de 8 meses"),
]


@pytest.mark.parametrize(("language", "text"), WINDOWS)
def test_a_time_of_checking_is_a_window(language, text):
    assert score("testability", language, text).score == 2


@pytest.mark.parametrize(("language", "text"), NO_WINDOWS)
def test_an_age_or_an_event_of_the_day_is_no_window(language, text):
    assert score("testability", language, text).code == "no_comparator"
