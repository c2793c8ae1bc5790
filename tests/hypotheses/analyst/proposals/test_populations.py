"""Who is observed, from the author's own words in other parts of the claim."""

import pytest

from hypotheses.analyst.proposals.populations import (
    own_bound,
    own_group,
    own_place,
    own_unit,
    with_eligibility,
)
from hypotheses.analyst.writer import located
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
            None,
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
            None,
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


@pytest.mark.parametrize(
    ("language", "exposure", "outcome", "unit"),
    [
        ("en", "putting the tomatoes in bigger pots", "fruit per plant", "tomatoes"),
        ("en", "a new light", "eggs per hen", "hens"),
        ("pt", "Regar a horta de manhã", "praga", "horta"),
        ("en", "calling customers first", "no-shows", "customers"),
        ("pt", "Estudar com o celular", "concentração na hora da prova", None),
        ("en", "leaving field margins unmown", "bees", None),
    ],
)
def test_what_is_treated_or_has_the_outcome_is_observed(language, exposure, outcome, unit):
    idea = claim(exposure=exposure, outcome=outcome)
    assert own_unit(idea, language, f"{exposure} ... {outcome}") == unit


@pytest.mark.parametrize(
    ("language", "source", "words", "unit"),
    [
        (
            "pt",
            "Colocar preço faz mais gente entrar",
            {"exposure": "Colocar preço", "outcome": "gente entrar", "relation": "faz mais"},
            "gente",
        ),
        ("en", "Rain means pigs eat more", {"exposure": "Rain", "outcome": "pigs eat"}, "pigs"),
        (
            "en",
            "Rain means fewer bugs reach users",
            {"exposure": "Rain", "outcome": "bugs reach users"},
            None,
        ),
    ],
)
def test_who_does_what_the_outcome_says_is_observed(language, source, words, unit):
    assert own_unit(claim(**words), language, source) == unit


@pytest.mark.parametrize(
    ("language", "source", "like", "group"),
    [
        ("en", "Posting daily brings more bookings to my salon", "", "my salon"),
        ("pt", "O desconto traz mais gente para a minha padaria", "", "a minha padaria"),
        ("en", "My salon and my farm do well", "", None),
        ("pt", "Os bugs caíram, mas o time também cresceu", "equipes", "o time"),
        ("en", "The report was late", "teams", None),
    ],
)
def test_the_authors_own_group_is_named_anywhere(language, source, like, group):
    assert own_group(claim(outcome="bookings"), language, source, like) == group


@pytest.mark.parametrize(
    ("language", "exposure", "outcome", "place"),
    [
        ("pt", "usar palha na horta", "água", "horta"),
        ("pt", "tirar o celular", "brigas em casa", "casa"),
        ("en", "music in the shop", "sales", "shop"),
        ("en", "music in the morning", "sales", None),
    ],
)
def test_the_place_where_it_happens_is_observed(language, exposure, outcome, place):
    assert own_place(claim(exposure=exposure, outcome=outcome), language) == place


@pytest.mark.parametrize(
    ("language", "source", "unit", "exposure", "whole"),
    [
        (
            "en",
            "Patients over 65 with asthma who swim cough less",
            "Patients",
            "who swim",
            "Patients over 65 with asthma",
        ),
        (
            "pt",
            "Gestantes com diabetes que caminham dormem mais",
            "Gestantes",
            "que caminham",
            "Gestantes com diabetes",
        ),
        ("en", "Patients sleep less with tea", "Patients", "tea", "Patients"),
    ],
)
def test_what_makes_the_author_take_somebody_in_stays_with_the_unit(
    language, source, unit, exposure, whole
):
    idea = located(claim(unit=unit, exposure=exposure), source)
    found = with_eligibility(idea, language, source).unit
    assert found is not None
    assert found.text == whole


@pytest.mark.parametrize(
    ("language", "source", "words", "unit"),
    [
        ("en", "The night bus is late more often when it rains.",
         {"exposure": "when it rains", "outcome": "night bus is late"}, "night bus"),
        ("en", "Mulch keeps more moisture in the beds in July.",
         {"exposure": "Mulch", "outcome": "moisture"}, "beds"),
        ("pt", "Plantar coentro entre as couves espanta o pulgão.",
         {"exposure": "Plantar coentro entre as couves", "outcome": "pulgão"}, "couves"),
        ("pt", "O preço da passagem é menor na terça.",
         {"exposure": "na terça", "outcome": "preço da passagem"}, "passagem"),
    ],
)  # fmt: skip
def test_the_tree_says_of_whom_an_outcome_is_said(language, source, words, unit):
    assert own_unit(claim(**words), language, source) == unit


@pytest.mark.parametrize(
    ("language", "source", "whole", "words", "bound"),
    [
        ("pt", "Colocar fotos na lanchonete aumenta a venda de suco.", "",
         {"exposure": "Colocar fotos na lanchonete", "outcome": "venda de suco", "unit": "suco"},
         "na lanchonete"),
        ("en", "The oystercatchers feed by the pier when the tide is low.",
         "The oystercatchers feed by the pier when the tide is low. Others use the golf club.",
         {"exposure": "when the tide is low", "outcome": "feed", "unit": "oystercatchers"}, None),
        ("en", "Since we switched to the new ink, more jobs get sent back.",
         "I run a small print shop. Since we switched to the new ink, more jobs get sent back.",
         {"exposure": "switched to the new ink", "outcome": "jobs", "unit": "jobs"},
         "of a small print shop"),
    ],
)  # fmt: skip
def test_the_claims_own_place_bounds_it_and_no_place_beside_it(
    language, source, whole, words, bound
):
    assert own_bound(claim(**words), language, source, whole) == bound


def test_who_thinks_so_is_not_observed():
    source = "minha avó acha que chá de camomila faz dormir melhor"
    idea = claim(exposure="chá de camomila", outcome="dormir")
    assert own_group(idea, "pt", source) is None
