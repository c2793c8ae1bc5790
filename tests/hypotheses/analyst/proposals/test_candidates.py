from dataclasses import replace

import pytest

from hypotheses.analyst.proposals import propose
from hypotheses.domain.claim import Slot, is_choice
from tests.hypotheses.analyst.proposals.claims import claim

SPECIFIED = [
    ("pt", {"design": "comparative", "exposure": "Método incremental", "outcome": "rápido"}),
    ("pt", {"exposure": "perto do fim do sprint", "outcome": "bugs"}),
    ("pt", {"design": "comparative", "exposure": "métodos ágeis", "outcome": "funcionar"}),
    ("pt", {"design": "comparative", "exposure": "métodos ágeis", "relation": "funcionar melhor"}),
    ("pt", {"unit": "equipes pequenas", "exposure": "TDD", "outcome": "bugs"}),
    ("en", {"design": "comparative", "exposure": "The incremental method", "outcome": "faster"}),
    ("en", {"exposure": "near the end of the sprint", "outcome": "bugs"}),
    ("en", {"design": "comparative", "exposure": "agile methods", "outcome": "work"}),
    ("en", {"design": "comparative", "exposure": "agile methods", "relation": "work better"}),
    ("en", {"unit": "small teams", "exposure": "TDD", "outcome": "bugs"}),
]


@pytest.mark.parametrize(("language", "words"), SPECIFIED)
def test_the_specified_ideas_end_with_all_slots_proposed(language, words):
    idea = claim(**words)
    found = propose(idea, language)
    assert set(found) == set(idea.missing)
    for name, proposals in found.items():
        idea = idea.with_slot(name, Slot(proposals[0].text, "suggested"))
    assert idea.missing == ()


@pytest.mark.parametrize(
    "words",
    [
        {"exposure": "Z", "outcome": "W"},
        {"exposure": "X", "outcome": "Y", "unit": "teams"},
        {"exposure": "Método X", "outcome": "rápido"},
    ],
)
def test_placeholders_get_nothing(words):
    assert propose(claim(**words), "pt") == {}


def test_only_open_slots_are_proposed():
    idea = claim(unit="programmers", bound="of Acme", exposure="Coffee", outcome="productivity")
    assert set(propose(idea, "en")) == {"measure", "comparator"}


def test_a_margin_is_never_proposed():
    idea = claim(
        design="equivalence", direction="none", unit="adults", exposure="yoga", outcome="back pain"
    )
    assert "margin" in idea.missing
    assert "margin" not in propose(idea, "en")


@pytest.mark.parametrize(
    ("words", "language", "units"),
    [
        # Shops, firms, stalls: only the author can tell.
        ({"exposure": "rain", "outcome": "sales"}, "en", []),
        ({"exposure": "night work", "outcome": "readmission"}, "en", ["patients"]),
        ({"exposure": "rain", "outcome": "trust in the mayor"}, "en", []),
        # Of patients, customers or riders: nobody said.
        ({"exposure": "hora marcada", "outcome": "fila"}, "pt", []),
    ],
)
def test_a_unit_is_that_in_which_the_outcome_is_measured(words, language, units):
    found = propose(claim(**words), language).get("unit", ())
    assert [each.text for each in found] == units


def test_people_are_not_proposed_where_the_exposure_is_of_things():
    assert "unit" not in propose(claim(exposure="biochar", outcome="stress"), "en")


@pytest.mark.parametrize(
    ("language", "unit", "left"),
    [
        ("en", "programmers", "of which company"),
        ("pt", "parcelas de milho", "onde, quando"),
        ("en", "cities", "where, when"),
        ("pt", "municípios", "onde, quando"),
        ("en", "glimmers", "where, when"),
    ],
)
def test_what_bounds_a_unit_is_a_choice_and_no_guess(language, unit, left):
    (only,) = propose(claim(unit=unit, exposure="x-rays"), language)["bound"]
    assert is_choice(only.text)
    assert left in only.text


@pytest.mark.parametrize("language", ["en", "pt"])
def test_what_measures_a_claim_that_is_whole_without_it_is_a_choice(language):
    words = {"unit": "glimmers", "bound": "Recife", "exposure": "x", "outcome": "glow"}
    solid = claim(comparator="dark", **words)
    (found,) = propose(solid, language)["measure"]
    assert is_choice(found.text)


def test_a_unit_that_the_author_names_in_another_slot_is_told():
    words = {"exposure": "glimmers kept in the dark", "outcome": "glow", "comparator": "dark"}
    idea = claim("comparative", unit="glimmers", bound="Recife", **words)
    idea = idea.with_slot("unit", Slot("glimmers", "suggested"))
    assert is_choice(propose(idea, "en")["measure"][0].text)


@pytest.mark.parametrize(
    "change",
    [
        {"direction": "unspecified"},
        {"unit": Slot("glimmers", "suggested")},
        {"direction": "none"},
        {"outcome": None},
        {"outcome": Slot("glow", sure=False)},
    ],
)
def test_what_measures_a_claim_that_says_too_little_is_asked(change):
    words = {"unit": "glimmers", "bound": "Recife", "exposure": "magic", "outcome": "glow"}
    doubtful = replace(claim(comparator="dark", **words), **change)
    assert "measure" not in propose(doubtful, "en")


@pytest.mark.parametrize(
    "change",
    [
        {"unit": None},
        {"doubts": ("direction",)},
        {"exposure": Slot("magic", sure=False)},
    ],
)
def test_what_is_asked_before_it_leaves_the_measure_to_be_named(change):
    words = {"unit": "glimmers", "bound": "Recife", "exposure": "magic", "outcome": "glow"}
    doubtful = replace(claim(comparator="dark", **words), **change)
    assert is_choice(propose(doubtful, "en")["measure"][0].text)


def test_nothing_is_compared_with_what_may_not_vary():
    known = claim(unit="pupils", bound="Recife", exposure="homework", outcome="grades")
    assert "comparator" in propose(known, "en")
    doubted = known.with_slot("exposure", Slot("homework", sure=False))
    assert "comparator" not in propose(doubted, "en")


def test_documents_of_the_past_that_are_named_are_read_and_no_others():
    source = "How did parish registers between 1640 and 1670 record the deaths of infants?"
    idea = claim("qualitative", unit="parish registers", outcome="record the deaths of infants")
    assert {
        each.text.rpartition(" of ")[2] for each in propose(idea, "en", source)["approach"]
    } == {"the texts"}


def test_a_qualitative_claim_gets_an_approach_alone():
    idea = claim(design="qualitative", unit="pescadores", bound="de Arraial", outcome="a reserva")
    found = propose(idea, "pt")
    assert set(found) == {"approach"}
    assert found["approach"][0].source == "Braun & Clarke 2006"


def test_texts_are_analysed_not_interviewed():
    idea = claim(design="qualitative", unit="newspaper articles", bound="of 1880", outcome="tone")
    assert all("interview" not in each.text for each in propose(idea, "en")["approach"])


@pytest.mark.parametrize(("language", "unit"), [("en", "bees"), ("pt", "pães")])
def test_what_cannot_answer_is_not_interviewed(language, unit):
    idea = claim(design="qualitative", direction="unspecified", unit=unit, outcome="collapse")
    assert "approach" not in propose(idea, language)


def test_an_unknown_kind_is_interviewed_unless_its_reason_is_asked():
    idea = claim(design="qualitative", direction="unspecified", unit="zlorps", outcome="cope")
    assert "approach" in propose(idea, "en", "How do zlorps cope?")
    assert "approach" not in propose(idea, "en", "Why do zlorps cope?")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", {"exposure": "garlic", "outcome": "mosquitoes"}),
        ("pt", {"exposure": "irrigar o café de noite", "outcome": "água"}),
        ("pt", {"exposure": "meditação", "outcome": "ansiedade", "qualifiers": "mulheres",
                "comparator": "homens"}),
    ],
)  # fmt: skip
def test_a_unit_that_does_not_fit_the_rest_is_not_proposed(language, words):
    assert "unit" not in propose(claim(**words), language)


def test_groups_that_are_compared_are_measured_as_what_they_are():
    words = {"exposure": "meditação", "outcome": "ansiedade", "qualifiers": "mulheres"}
    found = propose(claim(**words, comparator="homens"), "pt")
    assert found["measure"]


@pytest.mark.parametrize(
    ("language", "unit", "whole", "said"),
    [
        ("en", "players", "Im a physio in a noisy lab. Players who nap play longer.",
         "(you say: “Im a physio in a noisy lab”)"),
        ("pt", "pacientes", "sou enfermeira de noite e acho que pacientes dormem pouco",
         "(você diz: “sou enfermeira de noite”)"),
        ("pt", "atletas", "Trabalho com reabilitação e acho que atletas dormem pouco",
         "(você diz: “Trabalho com reabilitação”)"),
        ("en", "players", "I think players who nap play longer.", ""),
        ("pt", "alunos", "A hipótese deste trabalho é que alunos que leem escrevem melhor.", ""),
        ("pt", "pacientes", "Estudo sobre o sono: pacientes que leem dormem melhor.", ""),
        ("pt", "mulheres", "Mulheres pulam mais as perguntas sobre trabalho manual.", ""),
    ],
)  # fmt: skip
def test_what_a_speaker_says_of_himself_stays_with_the_open_bound(language, unit, whole, said):
    bound = propose(claim(unit=unit), language, whole=whole)["bound"][0].text
    assert is_choice(bound)
    assert bound.endswith(said) if said else "(" not in bound


def test_a_correlation_gets_no_comparator():
    idea = claim(design="correlational", unit="employees", exposure="coffee", outcome="stress")
    assert "comparator" not in propose(idea, "en")


def test_an_outcome_is_proposed_only_for_what_works_better_in_a_field():
    assert "outcome" not in propose(claim(exposure="trabalhar em pé", relation="ajuda"), "pt")
    assert "outcome" not in propose(claim(exposure="Refactoring", relation="reduces"), "en")


def test_a_unit_of_another_field_is_never_proposed():
    assert "unit" not in propose(claim(exposure="Storytelling", outcome="engagement"), "en")
    found = propose(claim(exposure="TDD", outcome="productivity"), "en")["unit"]
    assert all("software" in each.text for each in found)


def test_an_unknown_design_with_no_relation_gets_nothing():
    assert propose(claim(design="unknown", unit="pupils"), "en") == {}


@pytest.mark.parametrize("language", ["en", "pt"])
def test_what_is_proposed_holds_no_digit(language):
    for each_language, words in SPECIFIED:
        if each_language == language:
            for proposals in propose(claim(**words), language).values():
                assert not any(char.isdigit() for each in proposals for char in each.text)


def test_odd_words_never_break_it():
    for text in ("", " ", "?!", "ø", "a" * 5_000, "the " * 1_000, "e\u0301tude", "🙂"):
        for language in ("en", "pt"):
            propose(claim(unit=text, exposure=text, outcome=text), language)
            propose(claim(exposure=text), language)


@pytest.mark.parametrize(
    ("language", "unit", "whole", "bound"),
    [
        ("en", "members", "The gym put mirrors up. Members stay longer.", "of the gym"),
        ("en", "books", "Our library moved the box. Fewer books come late.", "of our library"),
        (
            "pt",
            "bebês",
            "Trabalho numa creche. Bebês que dormem de lado têm otite.",
            "de uma creche",
        ),
        ("pt", "clientes", "Na minha padaria os clientes voltam.", "da minha padaria"),
    ],
)
def test_the_place_that_the_author_names_bounds_the_unit(language, unit, whole, bound):
    idea = claim(unit=unit, exposure="mirrors", outcome="visits")
    assert propose(idea, language, whole=whole)["bound"][0].text == bound


def test_of_two_places_none_is_taken():
    idea = claim(unit="members", exposure="mirrors", outcome="visits")
    found = propose(idea, "en", whole="The gym and the library put mirrors up.")
    assert not {each.text for each in found.get("bound", ())} & {"of the gym", "of the library"}


def test_a_unit_that_the_exposure_names_has_its_own_form():
    idea = claim(
        direction="decrease",
        exposure="Mudar o paciente de posição a cada 2 horas",
        outcome="lesões por pressão",
    )
    assert propose(idea, "pt")["unit"][0].text == "paciente"


def test_whoever_does_something_is_for_the_study_to_name():
    source = "Quem senta perto da janela vai pior no simulado."
    idea = claim("comparative", exposure="senta perto da janela", outcome="simulado")
    assert propose(idea, "pt", source)["unit"][0].text == "a indicar: quem são essas pessoas"


def test_what_is_felt_is_measured_behind_its_verb():
    idea = claim("comparative", "decrease", unit="idosos", bound="na praça",
                 exposure="que jogam dominó", outcome="se sentem menos sozinhos")  # fmt: skip
    assert "Solidão" in propose(idea, "pt")["measure"][0].text


def test_a_word_of_the_catalogue_that_means_something_else_here_measures_nothing():
    words = {"unit": "pupils", "exposure": "the trombone", "outcome": "at hearing"}
    heard = "Does the trombone make pupils better at hearing when a chord is off?"
    found = propose(claim(relation="make better", **words), "en", heard)["measure"]
    assert is_choice(found[0].text)
    words = {"unit": "caminhoneiros", "exposure": "que dormem em posto", "relation": "menos"}
    source = "Caminhoneiros que dormem em posto gastam menos com energético"
    idea = claim("comparative", outcome="gastam menos com energético", **words)
    assert "dinheiro" in propose(idea, "pt", source)["measure"][0].text


def test_a_measure_of_another_period_than_the_authors_is_not_proposed():
    words = {"unit": "customers", "exposure": "who get a card", "outcome": "come back"}
    source = "Customers who get a card come back within a year more often"
    idea = claim("comparative", relation="more often", window="within a year", **words)
    assert "month" not in propose(idea, "en", source)["measure"][0].text
    bare = claim("comparative", relation="more often", **words)
    assert "month" in propose(bare, "en", source)["measure"][0].text
