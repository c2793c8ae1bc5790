from typing import Any

import pytest

from hypotheses.domain.analysis import _texts, outcome_scale, plan
from hypotheses.domain.claim import DESIGNS, Claim, Slot


def claim(design, direction="increase", **words):
    slots: dict[str, Any] = {name: Slot(text) for name, text in words.items()}
    return Claim(design, direction, **slots)


SAME = {"unit": "testers", "exposure": "music", "comparator": "the same testers in silence"}


@pytest.mark.parametrize(
    ("idea", "scale", "code"),
    [
        (
            claim("causal", unit="adults", exposure="yoga", comparator="adults without"),
            None,
            "t_independent",
        ),
        (claim("causal", **SAME), None, "t_paired"),
        (
            claim("causal", unit="programadores", comparator="os mesmos programadores"),
            None,
            "t_paired",
        ),
        (claim("causal", unit="adults", comparator="no yoga"), "binary", "logistic"),
        (claim("causal", unit="adults", comparator="no yoga"), "count", "count"),
        (claim("causal", unit="adults", comparator="no yoga"), "time_to_event", "survival"),
        (
            claim(
                "comparative",
                unit="alunos",
                exposure="de escolas com horta",
                comparator="alunos de escolas sem horta",
            ),
            "count",
            "mixed",
        ),
        (claim("correlational", unit="retirees"), None, "correlation"),
        (claim("predictive", exposure="typing speed", outcome="drops out"), None, "prediction"),
        (claim("predictive", outcome="mean rainfall"), None, "prediction_error"),
        (claim("equivalence", "none"), None, "equivalence"),
        (claim("causal", "none", margin="3 points"), None, "equivalence"),
        (claim("non_inferiority", "none", margin="8 points"), None, "non_inferiority"),
        (claim("descriptive", outcome="share of listings"), None, "proportion"),
        (claim("descriptive", outcome="mean rent"), None, "estimate"),
        (claim("qualitative"), None, "thematic"),
        (
            claim(
                "causal",
                unit="stream",
                exposure="beaver dams",
                comparator="the gauge in the next valley",
                window="since 2019",
            ),
            None,
            "baci",
        ),
        (
            claim(
                "causal",
                unit="municípios",
                exposure="passe livre",
                comparator="municípios sem passe livre",
                window="desde 2021",
            ),
            None,
            "did",
        ),
        (claim("unknown"), None, "unknown"),
    ],
)
def test_the_family_fits_design_and_scale(idea, scale, code):
    assert plan(idea, scale).code == code


@pytest.mark.parametrize(
    ("text", "scale"),
    [
        ("the number of falls per year", "count"),
        ("a proporção de aprovados", "proportion"),
        ("the tip as a share of the bill", "continuous"),
        ("a gorjeta como proporção da conta", "continuous"),
        ("hours until merge", "time_to_event"),
        ("o escore no PHQ-9", "continuous"),
        ("the presence of delirium", "binary"),
        ("motivation", None),
    ],
)
def test_the_scale_is_read_from_the_measure(text, scale):
    assert outcome_scale(claim("causal", measure=text)) == scale


@pytest.mark.parametrize("language", ["en", "pt"])
@pytest.mark.parametrize("design", DESIGNS)
def test_every_design_has_a_plan_in_both_languages(design, language):
    found = plan(claim(design), language=language)
    assert found.family
    assert found.assumptions or design == "unknown"


def test_an_association_warns_and_asks_for_confounders():
    idea = claim("correlational", exposure="job autonomy", outcome="volunteering")
    found = plan(idea)
    assert any("no proof of a cause" in text for text in found.warnings)
    assert "“job autonomy”" in found.confounders_question


def test_a_moderator_is_an_interaction():
    idea = claim("causal", exposure="curso noturno", outcome="renda", qualifiers="para mulheres")
    assert "termo de interação para “para mulheres”" in plan(idea, language="pt").family


def test_a_null_claim_without_a_margin_is_warned_of():
    idea = claim("causal", "none", exposure="uniform", outcome="attendance", comparator="none")
    assert any("does not show that there is none" in text for text in plan(idea).warnings)


def test_a_guessed_scale_is_said():
    idea = claim("causal", unit="adults", outcome="motivation", comparator="no yoga")
    assert any("was taken to be" in text for text in plan(idea).warnings)
    assert not any("was taken to be" in text for text in plan(idea, "ordinal").warnings)


def test_every_family_is_in_both_languages():
    for code, family in _texts()["family"].items():
        assert family["en"], code
        assert family["pt"], code
        assert len(family["assume_en"]) == len(family["assume_pt"]), code


TRIAL = "In a randomised trial of 120 adults, does walking lower blood pressure after 12 weeks?"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (TRIAL, "en"),
        ("Vinte turmas, alocadas por sorteio, usam ou não o livro novo.", "pt"),
        ("Metade das mudas, sorteadas, recebe a adubação.", "pt"),
    ],
)
def test_nothing_confounds_what_chance_decides(text, language):
    made = plan(claim("causal", **WALKING), language=language, text=text)
    assert made.confounders_question == ""
    assert made.assumptions[0] == _texts()["randomised"][language]


WALKING = {"unit": "adults", "exposure": "walking", "outcome": "blood pressure",
           "comparator": "no walking", "window": "after 12 weeks"}  # fmt: skip


def test_a_random_sample_is_no_random_assignment():
    made = plan(claim("causal", **WALKING), text="A random sample of adults who walk or do not.")
    assert made.confounders_question


def test_how_long_it_takes_is_no_event():
    assert plan(claim("causal", **WALKING)).code == "t_independent"
    since = {**WALKING, "window": "since the park opened"}
    assert plan(claim("causal", **since)).code == "did"
