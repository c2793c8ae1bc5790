"""Who is observed, from the author's own words in other parts of the claim."""

import pytest

from hypotheses.analyst.proposals.populations import own_unit
from tests.hypotheses.analyst.proposals.claims import claim


@pytest.mark.parametrize(
    ("language", "source", "words", "unit"),
    [
        (
            "en",
            "Slag lowers the permeability of mortar",
            {"exposure": "Slag", "outcome": "permeability of mortar"},
            "mortar",
        ),
        (
            "en",
            "Music slows a cow’s breathing",
            {"exposure": "Music", "outcome": "a cow’s breathing"},
            "cows",
        ),
        (
            "pt",
            "O sal baixa a durabilidade do asfalto",
            {"exposure": "sal", "outcome": "durabilidade do asfalto"},
            "asfalto",
        ),
        (
            "en",
            "letting nurses choose their own shifts cuts sick days",
            {"exposure": "letting nurses choose their own shifts", "outcome": "sick days"},
            "nurses",
        ),
        (
            "en",
            "Loud music shortens how long guests stay",
            {"exposure": "Loud music", "outcome": "how long guests stay"},
            "guests",
        ),
        (
            "en",
            "Scripts raise customer satisfaction",
            {"exposure": "Scripts", "outcome": "customer satisfaction"},
            "customers",
        ),
        (
            "en",
            "Autoplay makes me stay up",
            {"exposure": "Autoplay", "outcome": "stay up"},
            "people",
        ),
        (
            "pt",
            "A faixa em 3D muda o jeito que o motorista trata o pedestre",
            {"exposure": "faixa em 3D", "outcome": "jeito que o motorista trata o pedestre"},
            "motoristas",
        ),
        (
            "pt",
            "Liberar o atendente aumenta a satisfação do cliente",
            {"exposure": "Liberar o atendente", "outcome": "satisfação do cliente"},
            "clientes",
        ),
        (
            "pt",
            "Papel me faz perder menos o fio",
            {"exposure": "Papel", "outcome": "perder"},
            "pessoas",
        ),
    ],
)
def test_the_unit_stands_in_another_part(language, source, words, unit):
    assert own_unit(claim(**words), language, source) == unit


@pytest.mark.parametrize(
    ("language", "exposure", "outcome", "comparator", "unit"),
    [
        ("en", "Japanese knife", "stays sharp", "German one", "knives"),
        ("en", "Rental bikes at metro stops", "get stolen", "those at bus stops", "bikes"),
        ("pt", "Vela de cera", "pinga", "vela de parafina", "velas"),
    ],
)
def test_two_of_a_kind_are_of_that_kind(language, exposure, outcome, comparator, unit):
    words = {"exposure": exposure, "outcome": outcome, "comparator": comparator}
    found = own_unit(claim("comparative", **words), language, f"{exposure} {outcome}")
    assert found == unit


@pytest.mark.parametrize(
    ("source", "exposure", "outcome"),
    [
        ("Firing the coach changes the bill", "Firing the coach", "bill"),
        ("Fewer visits of the plumber with a strainer", "strainer", "visits of the plumber"),
        ("I think thick curtains lower the bill", "thick curtains", "bill"),
    ],
)
def test_who_is_only_mentioned_is_not_observed(source, exposure, outcome):
    assert own_unit(claim(exposure=exposure, outcome=outcome), "en", source) is None
