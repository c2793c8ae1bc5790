"""Who is observed, from the author's own words in other parts of the claim."""

import pytest

from hypotheses.analyst.proposals import propose
from hypotheses.analyst.proposals.populations import own_group, own_unit, with_eligibility
from hypotheses.analyst.writer import located
from hypotheses.domain.claim import is_choice
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
            "pt",
            "O sal baixa a durabilidade do asfalto",
            {"exposure": "sal", "outcome": "durabilidade do asfalto"},
            "asfalto",
        ),
        (
            "en",
            "Loud music shortens how long guests stay",
            {"exposure": "Loud music", "outcome": "how long guests stay"},
            "guests",
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
    ("language", "source", "words", "unit"),
    [
        ("en", "Do left-handed and right-handed pitchers differ in spin rate?",
         {"exposure": "left-handed", "comparator": "right-handed pitchers",
          "outcome": "spin rate"}, "pitchers"),
        ("pt", "Bancos de dados SQL e NoSQL diferem em latência?",
         {"exposure": "Bancos de dados SQL", "comparator": "NoSQL", "outcome": "latência"},
         "bancos de dados"),
        ("en", "Do suicide rates differ between men and women?",
         {"exposure": "men", "comparator": "women", "outcome": "suicide rates"}, "men and women"),
        ("pt", "A expectativa de vida difere entre homens e mulheres?",
         {"exposure": "homens", "comparator": "mulheres", "outcome": "expectativa de vida"},
         "homens e mulheres"),
        ("en", "Species richness is higher in shallow seas than in deep ones",
         {"exposure": "in shallow seas", "comparator": "deep ones",
          "outcome": "Species richness"}, "seas"),
        ("pt", "Escolas nas regiões Norte e Leste faltam mais do que as regiões Sul e Oeste",
         {"exposure": "Escolas nas regiões Norte e Leste", "comparator": "regiões Sul e Oeste",
          "outcome": "faltam"}, "escolas"),
        ("en", "People who received the leaflet did better than people who did not",
         {"exposure": "people who received the leaflet",
          "comparator": "people who did not"}, "people"),
    ],
)  # fmt: skip
def test_what_two_groups_share_is_observed(language, source, words, unit):
    assert own_unit(claim(design="comparative", **words), language, source) == unit


@pytest.mark.parametrize(
    ("language", "source", "words", "unit"),
    [
        ("en", "How does growth in each county affect rents?",
         {"exposure": "growth in each county", "outcome": "rents"}, "counties"),
        ("pt", "A taxa de juros altera o lucro de cada loja?",
         {"exposure": "taxa de juros", "outcome": "lucro de cada loja"}, "lojas"),
        ("pt", "Cada método altera a latência?",
         {"exposure": "Cada método", "outcome": "latência"}, None),
        ("en", "Confronting historians with objects can influence their selection",
         {"exposure": "Confronting historians with objects", "outcome": "their selection"},
         "historians"),
    ],
)  # fmt: skip
def test_each_one_and_they_tell_who_is_observed(language, source, words, unit):
    assert own_unit(claim(**words), language, source) == unit


@pytest.mark.parametrize(
    ("language", "source", "outcome", "unit"),
    [
        ("en", "Did the number of films that pass the test increase?",
         "number of films that pass the test", "films"),
        ("pt", "Qual é a prevalência de mulheres que fumam?",
         "prevalência de mulheres que fumam", "mulheres"),
        ("pt", "A proporção de acidentes fatais está caindo?",
         "proporção de acidentes fatais", "acidentes fatais"),
        ("en", "What are the differences in how clearly listeners hear it?",
         "differences in how clearly listeners hear it", "listeners"),
        ("en", "What does the network between bee species and their pollen look like?",
         "network between bee species and their pollen", "bee species"),
        ("en", "How has the sum of delays changed?", "sum of delays", None),
    ],
)  # fmt: skip
def test_a_description_names_whom_it_observes(language, source, outcome, unit):
    assert own_unit(claim(design="descriptive", outcome=outcome), language, source) == unit


@pytest.mark.parametrize(
    ("language", "source", "outcome", "unit"),
    [
        ("en", "What helps older adults trust it?", "What helps older adults trust it",
         "older adults"),
        ("pt", "Como é a história do cinema na cidade?", "história do cinema", None),
    ],
)  # fmt: skip
def test_somebody_lives_an_experience(language, source, outcome, unit):
    assert own_unit(claim(design="qualitative", outcome=outcome), language, source) == unit


def test_a_description_is_given_its_unit():
    outcome = "share of films that pass the test"
    idea = claim(design="descriptive", outcome=outcome)
    found = propose(idea, "en", f"What is the {outcome}?")
    assert found["unit"][0].text == "films"
    assert is_choice(found["bound"][0].text)


@pytest.mark.parametrize(
    ("language", "source", "words"),
    [
        ("en", "This repo holds my final project, in which I ask if delaying care lowers votes",
         {"exposure": "delaying care", "outcome": "votes"}),
        ("pt", "A presença de resenhas escritas altera a nota",
         {"exposure": "presença de resenhas escritas", "outcome": "nota"}),
        ("en", "GDP of the countries goes with happiness",
         {"exposure": "GDP of the countries", "outcome": "happiness"}),
    ],
)  # fmt: skip
def test_nobody_is_invented(language, source, words):
    found = propose(claim(**words), language, source).get("unit", ())
    assert not {each.text for each in found} & {"my final project", "alunos", "adults"}


@pytest.mark.parametrize(
    ("language", "exposure", "outcome", "comparator", "unit"),
    [
        ("en", "A Japanese knife", "stays sharp", "German one", "knives"),
        ("en", "Rental bikes at metro stops", "get stolen", "those at bus stops", "rental bikes"),
        ("pt", "Vela de cera", "pinga", "vela de parafina", "vela"),
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
        ("I think thick curtains lower the bill", "thick curtains", "bill"),
    ],
)
def test_who_is_only_mentioned_is_not_observed(source, exposure, outcome):
    assert own_unit(claim(exposure=exposure, outcome=outcome), "en", source) is None


@pytest.mark.parametrize(
    ("language", "exposure", "outcome", "unit"),
    [
        ("en", "putting the tomatoes in bigger pots", "fruit per plant", "tomatoes"),
        ("en", "calling customers first", "no-shows", "customers"),
        ("pt", "Estudar com o celular", "concentração na hora da prova", None),
    ],
)
def test_what_is_treated_or_has_the_outcome_is_observed(language, exposure, outcome, unit):
    idea = claim(exposure=exposure, outcome=outcome)
    assert own_unit(idea, language, f"{exposure} ... {outcome}") == unit


@pytest.mark.parametrize(
    ("language", "source", "words", "unit"),
    [
        ("en", "Rain means pigs eat more", {"exposure": "Rain", "outcome": "pigs eat"}, "pigs"),
    ],
)
def test_who_does_what_the_outcome_says_is_observed(language, source, words, unit):
    assert own_unit(claim(**words), language, source) == unit


@pytest.mark.parametrize(
    ("language", "source", "like", "group"),
    [
        ("en", "Posting daily brings more bookings to my salon", "", "my salon"),
        ("pt", "O desconto traz mais gente para a minha padaria", "", "minha padaria"),
        ("en", "My salon and my farm do well", "", None),
        ("pt", "Os bugs caíram, mas o time também cresceu", "equipes", "o time"),
        ("en", "The report was late", "teams", None),
    ],
)
def test_the_authors_own_group_is_named_anywhere(language, source, like, group):
    assert own_group(claim(outcome="bookings"), language, source, like) == group


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
        ("en", "Mulch keeps more moisture in the beds in July.",
         {"exposure": "Mulch", "outcome": "moisture"}, "beds"),
    ],
)  # fmt: skip
def test_the_tree_says_of_whom_an_outcome_is_said(language, source, words, unit):
    assert own_unit(claim(**words), language, source) == unit


def test_who_thinks_so_is_not_observed():
    source = "minha avó acha que chá de camomila faz dormir melhor"
    idea = claim(exposure="chá de camomila", outcome="dormir")
    assert own_group(idea, "pt", source) is None


@pytest.mark.parametrize(
    ("language", "source", "exposure", "outcome", "unit"),
    [
        ("en", "Giving truckers a free gym pass would cut their sick days.",
         "Giving truckers a free gym pass", "sick days", "truckers"),
        ("en", "Paying the apprentices weekly makes them stay longer.",
         "Paying the apprentices weekly", "stay", "apprentices"),
        ("en", "Letting call centre staff choose their breaks changes how often they hang up.",
         "Letting call centre staff choose their breaks", "how often they hang up",
         "call centre staff"),
        ("en", "I have 22 hens behind the shed. I hung a lamp there in May. They lay more now.",
         "I hung a lamp there", "lay", "22 hens"),
        ("en", "My mutt barks at wheels. A neighbour put up a screen. She barks less.",
         "A neighbour put up a screen", "barks less", "my mutt"),
        ("pt", "Vacinar os bezerros na sombra diminui o estresse deles.",
         "Vacinar os bezerros na sombra", "estresse", "bezerros"),
        ("pt", "Minha cadela late para tudo. O vizinho botou uma tela. Ela late menos.",
         "O vizinho botou uma tela", "late menos", "minha cadela"),
    ],
)  # fmt: skip
def test_a_pronoun_of_the_outcome_means_who_is_observed(language, source, exposure, outcome, unit):
    assert own_unit(claim(exposure=exposure, outcome=outcome), language, source) == unit


def test_the_antecedent_may_stand_in_what_was_told_before():
    clause = "In the new shed they ate more."
    idea = claim(exposure="In the new shed", outcome="they ate")
    told = f"We milk forty cows near the river. The vet came in May. {clause}"
    assert own_unit(idea, "en", clause, told) == "forty cows"


@pytest.mark.parametrize(
    ("language", "source", "exposure", "outcome", "unit"),
    [
        ("pt", "Técnica de enfermagem que pega dois plantões lava menos a mão.",
         "Técnica de enfermagem que pega dois plantões", "a mão", "técnicas de enfermagem"),
        ("pt", "Técnica de enfermagem que pega dois plantões lava menos a mão.",
         "Técnica de enfermagem que pega dois plantões lava", "a mão", "técnicas de enfermagem"),
        ("pt", "Restaurante com balança escondida vende mais carne.",
         "Restaurante com balança escondida", "carne", "restaurante"),
        ("en", "The new rule lowered the number of hotfixes.", "rule", "number of hotfixes", None),
    ],
)  # fmt: skip
def test_who_does_it_is_observed_and_no_cause(language, source, exposure, outcome, unit):
    assert own_unit(claim(exposure=exposure, outcome=outcome), language, source) == unit


@pytest.mark.parametrize(
    ("language", "source", "words", "unit"),
    [
        ("en", "Recycled paper jams more often than new paper.",
         {"exposure": "Recycled paper", "outcome": "jams", "comparator": "new paper"}, "paper"),
        ("pt", "Argila barata trinca mais que argila cara.",
         {"exposure": "Argila barata", "outcome": "trinca", "comparator": "argila cara"},
         "argila"),
    ],
)  # fmt: skip
def test_what_its_author_names_as_one_stays_one(language, source, words, unit):
    assert own_unit(claim("comparative", **words), language, source) == unit


@pytest.mark.parametrize("text", ["My father never did. Rain helps.", "My mother says so."])
def test_a_single_relative_is_no_population(text):
    assert own_group(claim(outcome="carrots"), "en", text) is None


@pytest.mark.parametrize(
    ("language", "source", "exposure", "comparator", "outcome", "unit"),
    [
        ("en", "Are nurses more likely to retire early than porters?", "nurses", "porters",
         "retire early", "nurses and porters"),
        ("pt", "Será que meninas e meninos leem as mesmas revistas?", "meninas", "meninos",
         "leem as mesmas revistas", "meninas e meninos"),
        ("en", "Do older nurses retire earlier than younger nurses?", "older nurses",
         "younger nurses", "retire earlier", "nurses"),
    ],
)  # fmt: skip
def test_those_observed_are_both_of_the_groups_compared(
    language, source, exposure, comparator, outcome, unit
):
    words = {"exposure": exposure, "comparator": comparator, "outcome": outcome}
    assert own_unit(claim("comparative", **words), language, source) == unit


def test_the_plain_opposite_of_a_group_is_observed_too():
    idea = claim("comparative", exposure="vegetarians", outcome="get ill")
    assert own_unit(idea, "en", "Are vegetarians more likely to get ill?") == (
        "vegetarians and meat eaters"
    )


def test_what_varies_is_no_case():
    source = "Tenho a hipótese de que o prazo seja longo por conta de um erro contábil."
    idea = claim(exposure="erro contábil", outcome="prazo")
    assert own_unit(idea, "pt", source) is None
