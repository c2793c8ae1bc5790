import pytest

from hypotheses.analyst.proposals import misfits
from tests.hypotheses.analyst.proposals.claims import claim


@pytest.mark.parametrize(
    ("language", "words", "code"),
    [
        ("en", {"unit": "hospitals", "measure": "score on an anxiety inventory"}, "unit_measure"),
        (
            "pt",
            {"unit": "hospitais", "measure": "escore em um inventário de ansiedade"},
            "unit_measure",
        ),
        ("en", {"unit": "firms", "measure": "PHQ-9"}, "unit_measure"),
        ("en", {"unit": "warehouses", "outcome": "burnout"}, "unit_measure"),
        ("pt", {"unit": "hotéis", "outcome": "ansiedade"}, "unit_measure"),
        ("en", {"unit": "programmers", "measure": "grain yield in kg/ha"}, "unit_measure"),
        ("en", {"unit": "nurses", "outcome": "absenteeism", "measure": "PHQ-9"}, "outcome_measure"),
        ("pt", {"unit": "alunos", "outcome": "evasão", "measure": "GAD-7"}, "outcome_measure"),
        ("en", {"exposure": "Larger classes", "comparator": "larger classes"}, "same_comparator"),
        ("pt", {"exposure": "O café", "comparator": "café"}, "same_comparator"),
        (
            "en",
            {"unit": "employees", "exposure": "remote work", "comparator": "untreated plots"},
            "other_kind",
        ),
        ("en", {"outcome": "cure at day 28", "window": "over two weeks"}, "window_short"),
        ("pt", {"outcome": "cura após 6 meses", "window": "por 12 semanas"}, "window_short"),
        (
            "en",
            {"design": "predictive", "exposure": "third-year grades", "outcome": "first-year exit"},
            "order",
        ),
    ],
)
def test_slots_that_clash_are_asked_about(language, words, code):
    (found,) = misfits(claim(**words), language)
    assert found.code == code
    assert found.question.endswith("?")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", {"unit": "hospitals", "outcome": "depression", "measure": "PHQ-9 of the nurses"}),
        ("pt", {"unit": "hospitais", "outcome": "depressão", "measure": "PHQ-9 das enfermeiras"}),
        ("en", {"unit": "farmers", "outcome": "productivity", "measure": "kg/ha"}),
        ("en", {"unit": "nurses", "outcome": "stress", "measure": "STAI"}),
        ("en", {"unit": "nurses", "outcome": "score", "measure": "PHQ-9"}),
        ("pt", {"unit": "crianças", "exposure": "menino", "comparator": "menina"}),
        ("en", {"unit": "pupils", "exposure": "in large classes", "comparator": "pupils in small"}),
        ("en", {"outcome": "cure at day 14", "window": "over 12 weeks"}),
        ("en", {"design": "predictive", "exposure": "first-year grades", "outcome": "dropout"}),
        ("en", {"unit": "the glimmers", "measure": "PHQ-9"}),
        (
            "en",
            {"unit": "cashiers", "exposure": "typing by hand", "comparator": "on a tablet"},
        ),
        ("pt", {"unit": "alunos", "exposure": "ler em voz alta", "comparator": "no celular"}),
        ("en", {}),
    ],
)
def test_what_may_go_together_is_left_alone(language, words):
    assert misfits(claim(**words), language) == ()


def test_the_question_names_the_people_of_the_place():
    (found,) = misfits(claim(unit="hospitals", measure="score on an anxiety inventory"), "en")
    assert "the staff or the patients" in found.question
    assert found.slots == ("unit", "measure")
