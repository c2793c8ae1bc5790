"""The comparison that the grammar of an exposure implies."""

import pytest

from hypotheses.analyst.proposals.alternatives import (
    alternative,
    kinds_asked,
    levels_asked,
    with_article,
)
from tests.hypotheses.analyst.proposals.claims import claim


def compared(language, source, exposure, *, design="causal", direction="decrease", **words):
    found = alternative(claim(design, direction, exposure=exposure, **words), language, source)
    return found[0] if found else None


@pytest.mark.parametrize(
    ("language", "exposure", "other"),
    [
        ("en", "Paying in cash", "not paying in cash"),
        ("en", "letting nurses choose their shifts", "not letting nurses choose their shifts"),
        ("en", "being thanked by name", "not being thanked by name"),
        ("pt", "Pagar em dinheiro vivo", "não pagar em dinheiro vivo"),
        ("en", "crushed eggshells", "no crushed eggshells"),
        ("en", "bit of vinegar in the rinse", "no vinegar in the rinse"),
        ("en", "short subject lines", "long subject lines"),
        ("pt", "bilhete no travesseiro", "a ausência de bilhete no travesseiro"),
        ("en", "giving kids a break every 20 minutes", "not giving kids a break"),
        ("pt", "molhar a planta a cada 3 dias", "não molhar a planta"),
        ("pt", "presença de guardas na praia", "a ausência de guardas na praia"),
    ],
)
def test_an_act_is_not_done_and_a_thing_is_not_there(language, exposure, other):
    assert compared(language, f"{exposure} ...", exposure) == other


@pytest.mark.parametrize(
    ("language", "source", "exposure", "other"),
    [
        ("en", "Fewer rows since lines were cut", "lines were cut", "the period before that"),
        ("pt", "Menos briga desde que pintaram faixas", "pintaram faixas", "o período anterior"),
        ("pt", "Caiu depois que a prefeitura pôs radar e pintou faixas",
         "prefeitura pôs radar e pintou faixas", "o período anterior"),
        ("en", "They brake where the road is red", "the road is red", "where the road is not red"),
        ("en", "They made us turn off mail until noon", "turn off mail", "when this is not so"),
        ("en", "Fewer jams when the air is dry", "the air is dry", "when the air is not dry"),
        ("en", "Cats hide more when guests have dogs", "when guests have dogs",
         "when guests do not"),
        ("en", "Bread rises less if the oven was opened", "if the oven was opened",
         "if the oven was not opened"),
        ("en", "Sheep eat less when a drone has passed", "when a drone has passed",
         "when a drone has not"),
        ("en", "We sell more whenever it rains", "whenever it rains", "when it does not"),
        ("pt", "Vendo mais quando chove", "quando chove", "quando não chove"),
        ("pt", "Ela tosse menos quando não fuma", "quando não fuma", "quando fuma"),
    ],
)  # fmt: skip
def test_a_clause_is_compared_with_when_it_does_not_hold(language, source, exposure, other):
    assert compared(language, source, exposure) == other


@pytest.mark.parametrize(
    ("language", "exposure"),
    [
        ("en", "which bait"),
        ("en", "type of music"),
        ("en", "colour of the walls"),
        ("en", "heel height"),
        ("en", "how many presents there are"),
        ("en", "Picking a week later"),
        ("en", "evening without a screen"),
        ("pt", "tom de voz do professor"),
        ("pt", "altura do balcão"),
        ("pt", "noite sem tela"),
    ],
)
def test_one_of_several_or_a_degree_is_asked_about(language, exposure):
    assert compared(language, f"{exposure} ...", exposure) is None


def test_whether_a_thing_matters_says_not_that_it_can_be_absent():
    source = "Do window seats matter?"
    assert compared("en", source, "window blinds", direction="difference") is None


def test_what_somebody_did_once_with_a_thing_is_not_its_absence():
    source = "The credit he gave people shot up before every closure"
    assert compared("en", source, "credit he gave") is None
    assert compared("en", "Free samples make people spend more", "free samples") is not None


def test_the_authors_article_comes_along():
    found = with_article("shoppers without free sample", "free sample", "Hand them a free sample")
    assert found == "shoppers without a free sample"


@pytest.mark.parametrize(
    ("language", "unit", "exposure", "other"),
    [
        ("en", "sailors", "tired", "sailors who are not tired"),
        ("en", "engines", "dirty", "engines that are not dirty"),
        ("pt", "goleiros", "cansados", "goleiros não cansados"),
    ],
)
def test_what_only_describes_a_kind_is_set_against_the_rest(language, unit, exposure, other):
    source = f"{unit} {exposure} ..." if language == "pt" else f"{exposure} {unit} ..."
    made = compared(language, source, exposure, unit=unit)
    assert made == other
    assert "no " not in made


@pytest.mark.parametrize(
    ("language", "exposure", "asked"),
    [
        ("en", "humidity", "which levels of humidity are compared"),
        ("en", "the depth of the furrow", "which levels of depth of the furrow are compared"),
        ("pt", "a reputação da escola", "que níveis, casos ou períodos se comparam"),
        ("pt", "a reforma da praça", "que níveis, casos ou períodos se comparam"),
        ("en", "the humidity and age", "which levels, cases or periods are compared"),
        ("en", "different kinds of bait", "which kinds of bait are compared"),
        ("pt", "tipo de isca", "quais tipos de isca se comparam"),
        ("en", "moon phase", "which moon phases are compared"),
        ("pt", "horário de verão", ""),
        ("en", "a garden", ""),
        ("en", "watering at night", ""),
    ],
)
def test_what_is_never_absent_is_compared_by_levels_or_kinds(language, exposure, asked):
    assert levels_asked(claim("causal", "difference", exposure=exposure), language) == asked


def test_groups_differ_by_when_something_holds():
    source = "Referees give fewer cards when the stadium is full"
    words = {"unit": "Referees", "exposure": "when the stadium is full", "outcome": "cards"}
    made = compared("en", source, design="comparative", **words)
    assert made == "when the stadium is not full"


def test_what_a_portuguese_adjective_denies_agrees():
    source = "Gato castrado engorda mais"
    words = {"unit": "Gato", "exposure": "castrado", "outcome": "engorda"}
    assert compared("pt", source, design="comparative", **words) == "gatos não castrados"


@pytest.mark.parametrize(
    ("language", "source", "exposure", "asked"),
    [
        ("en", "Which valleys flood most often?", "valleys", "which valleys are compared"),
        ("pt", "Que bairros alagam mais?", "bairros", "quais bairros se comparam"),
        ("en", "Valleys flood more often.", "Valleys", ""),
    ],
)
def test_an_author_who_asks_which_ones_compares_them_with_each_other(
    language, source, exposure, asked
):
    assert kinds_asked(claim("comparative", exposure=exposure), language, source) == asked


def test_a_gerund_with_its_object_is_an_act_not_done():
    source = "Does quitting alcohol reduce anxiety?"
    assert compared("en", source, exposure="quitting alcohol", outcome="anxiety") == (
        "not quitting alcohol"
    )
