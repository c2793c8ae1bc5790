import re

import pytest

from hypotheses.analyst.proposals import propose
from hypotheses.analyst.proposals.measures import _rows, constructs_in, measures_of
from hypotheses.analyst.proposals.units import _nouns, kind_of
from hypotheses.domain.claim import is_choice
from tests.hypotheses.analyst.proposals.claims import claim


def measures(language, **words):
    found = propose(claim(**words), language).get("measure", ())
    return [each.text for each in found if not is_choice(each.text)]


@pytest.mark.parametrize(
    ("language", "unit", "exposure", "outcome", "measure"),
    [
        ("en", "programmers", "Coffee", "productive", "tasks completed per developer"),
        ("pt", "programadores", "Café", "produtivos", "tarefas concluídas por desenvolvedor"),
        ("en", "soybean plots", "Biochar", "productivity", "kilograms per hectare"),
        ("pt", "lavouras de soja", "Biochar", "produtividade", "quilogramas por hectare"),
        ("en", "software testers", "Background music", "miss defects", "seeded defects"),
        ("en", "nurses", "napping on duty", "anxiety", "GAD-7"),
        ("pt", "enfermeiras", "o cochilo", "ansiedade", "GAD-7"),
        ("en", "pupils", "homework", "anxiety", "Children's Anxiety"),
        ("en", "prisoners", "a reading club", "recidivism", "reconvicted"),
        ("pt", "egressos", "o curso", "reincidência", "condenados de novo"),
        ("pt", "processos", "a mediação", "tempo de tramitação", "distribuição e a sentença"),
        ("en", "hotels", "a pool", "occupancy", "rooms sold per night"),
        ("en", "households", "smart meters", "electricity consumption", "utility's meter"),
        ("en", "street", "trees", "noise", "dB(A)"),
        ("pt", "bairros", "ciclovias", "qualidade do ar", "PM2,5"),
        ("en", "customers", "a points app", "loyalty", "buy again"),
        ("pt", "clientes", "o app de pontos", "fidelidade", "voltam a comprar"),
        ("en", "second-graders", "tutoring", "reading fluency", "words read correctly per minute"),
        ("pt", "Alunos", "de escolas com horta", "hortaliças", "a partir de fotografias"),
        ("en", "patients", "a phone call", "readmission", "readmitted"),
        ("en", "older people", "tai chi", "falls", "number of falls"),
        ("en", "shelter dogs", "classical music", "stress", "cortisol"),
        ("en", "frogs", "street lighting", "calling activity", "vocalisations per minute"),
        ("en", "Couples", "shared chores", "argue", "arguments per week"),
        ("pt", "Casais", "a divisão das tarefas", "brigam", "brigas por semana"),
        ("en", "Laying hens", "music", "lay eggs", "eggs per hen per week"),
        ("pt", "galinhas", "música", "botam ovos", "ovos por galinha por semana"),
    ],
)
def test_it_measures_the_outcome_in_its_own_kind_of_unit(
    language, unit, exposure, outcome, measure
):
    found = measures(language, unit=unit, exposure=exposure, outcome=outcome)
    assert any(measure in text for text in found), found


@pytest.mark.parametrize(
    ("language", "unit", "outcome"),
    [
        ("en", "hospitals", "anxiety"),
        ("en", "employees", "customer satisfaction"),
        ("pt", "hospitais", "ansiedade"),
        ("en", "newspaper articles", "tone"),
        ("en", "rivers", "course"),
        ("en", "firms", "depression"),
        ("pt", "investidores", "apetite"),
        ("en", "cyclists", "feel safer"),
        ("en", "the glimmers", "productivity"),
        ("en", "programmers", "heart health"),
    ],
)
def test_what_does_not_fit_is_not_proposed(language, unit, outcome):
    assert measures(language, unit=unit, exposure="a new rule", outcome=outcome) == []


def test_a_measure_of_another_field_is_not_proposed():
    text = " ".join(measures("en", unit="programmers", exposure="Coffee", outcome="productive"))
    assert "hectare" not in text


def test_the_exposures_own_construct_gives_no_measure():
    words = {"unit": "people", "exposure": "poor sleep", "outcome": "sleep"}
    assert measures("en", **words) == []
    assert measures("en", **{**words, "exposure": "noise"})


def test_a_counted_outcome_needs_no_measure():
    found = propose(
        claim(unit="teams", exposure="TDD", outcome="number of bugs per sprint", counted=True), "en"
    )
    assert "measure" not in found


def test_two_constructs_that_share_a_word_are_asked_about():
    assert measures("en", unit="employees", exposure="music", outcome="delays") == []


def test_at_most_three_are_proposed_best_first():
    found = propose(claim(unit="squads", exposure="TDD", outcome="productivity"), "en")["measure"]
    fits = [each.fit for each in found]
    assert 1 <= len(found) <= 3
    assert fits == sorted(fits, reverse=True)
    assert all(isinstance(fit, int) and 80 <= fit <= 100 for fit in fits)


def test_every_row_of_the_catalogue_is_whole_and_known():
    constructs = {row["id"] for row in _rows("constructs.csv")}
    classes = {kind for language in ("en", "pt") for kind in _known_classes(language)}
    for row in _rows("measures.csv"):
        assert all(row.values()), row
        assert row["construct"] in constructs, row
        assert set(row["units"].split()) <= classes | {"adult", "person"}, row
    assert len(_rows("measures.csv")) >= 300


def _known_classes(language):
    return {kind.name for kind in _nouns(language).values()}


@pytest.mark.parametrize(
    ("language", "noun", "name"),
    [
        ("pt", "Músicas", "song"),  # one stem, two kinds
        ("pt", "Músicos", "musician"),
        ("en", "potato chips", "food"),
        ("en", "pump bearings", "part"),
        ("en", "graphics chip", "part"),
        ("en", "steel bridges", "structure"),
        ("pt", "pontes de aço", "structure"),
    ],
)
def test_a_noun_is_of_the_kind_that_lists_it_as_it_is(language, noun, name):
    found = kind_of(noun, language)
    assert found is not None
    assert found.name == name


def test_the_catalogue_invents_no_numbers():
    # Digits stand only in names of instruments, gases and units.
    names = r"GAD-7|PHQ-9|SF-36|WHO-5|BREQ-3|KIDSCREEN-10|GHQ-12|QSG-12|PSQ-18|d2|F1|PM2[.,]5|CO2|"
    names += r"24-hour|24 horas|HbA1c|mm³"
    for row in _rows("measures.csv"):
        for language in ("en", "pt"):
            assert not re.search(r"\d", re.sub(names, "", row[language])), row[language]


@pytest.mark.parametrize("language", ["en", "pt"])
def test_every_term_names_its_own_construct(language):
    for row in _rows("constructs.csv"):
        for term in row[language].split(";"):
            named = {match.construct for match in constructs_in(term, language) if match.fit == 100}
            assert row["id"] in named, (row["id"], term)


def test_both_languages_have_the_same_measures():
    for row in _rows("constructs.csv"):
        english, portuguese = measures_of(row["id"], "en"), measures_of(row["id"], "pt")
        assert [each.classes for each in english] == [each.classes for each in portuguese]


@pytest.mark.parametrize(
    ("language", "relation", "outcome", "counted"),
    [
        (
            "en",
            "have fewer",
            "ankle injuries",
            ["the number of ankle injuries per keeper in a given period"],
        ),
        (
            "pt",
            "têm menos",
            "lesões no tornozelo",
            ["o número de lesões no tornozelo por keeper em um dado período"],
        ),
        ("en", "have better", "ankle injuries", []),  # no number is compared
        ("en", "have less", "ankle stiffness", []),
        (
            "pt",
            "menos",
            "pais aparecem na reunião",
            ["a proporção de pais que aparecem na reunião"],
        ),
    ],
)
def test_what_the_author_compares_by_number_is_counted(language, relation, outcome, counted):
    words = claim(unit="keepers", exposure="who warm up", outcome=outcome, relation=relation)
    found = propose(words, language).get("measure", ())
    assert [each.text for each in found if not is_choice(each.text)] == counted


def test_the_efficacy_of_a_treatment_is_no_self_efficacy():
    assert "self_efficacy" not in {match.construct for match in constructs_in("efficacy", "en")}
