"""Advisory notes: never gates, and a null hypothesis that is not the alternative."""

from __future__ import annotations

import pytest

from hypotheses.analyst.advice import notes, two_outcomes
from hypotheses.analyst.assess import examine
from hypotheses.domain.types import LANGUAGES
from tests.hypotheses.analyst.support import texts

CLAIM = {
    "en": "Exercise lowers anxiety in adults",
    "pt": "O exercício reduz a ansiedade em adultos",
}


def said(language, text):
    return {note["kind"]: note["text"] for note in notes(examine(text, language))}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_claim_with_both_variables_gets_its_hypotheses(language):
    found = said(language, CLAIM[language])

    assert {"h0", "h1", "refuted"} <= set(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_null_hypothesis_differs_from_the_alternative(language):
    for text in texts(language):
        found = said(language, text)
        if "h0" in found:
            bare = [found[kind].partition(":")[2].strip() for kind in ("h0", "h1")]
            assert bare[0] != bare[1]


@pytest.mark.parametrize(("language", "text"), [("en", "Z improves W"), ("pt", "Z melhora W")])
def test_without_variables_no_hypotheses_are_drafted(language, text):
    assert not {"h0", "h1", "refuted"} & set(said(language, text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_people_call_for_ethics(language):
    assert "ethical" in said(language, CLAIM[language])


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Code review reduces bugs per KLOC"),
        ("pt", "A revisão de código reduz bugs por KLOC"),
    ],
)
def test_code_calls_for_no_ethics_committee(language, text):
    assert "ethical" not in said(language, text)


@pytest.mark.parametrize(
    ("language", "text", "outcomes"),
    [
        ("en", "Exercise improves sleep and mood", ["sleep", "mood"]),
        ("pt", "O exercício melhora o sono e o humor", ["sono", "humor"]),
    ],
)
def test_two_outcomes_suggest_a_split(language, text, outcomes):
    assert two_outcomes(examine(text, language)) == outcomes
    assert all(outcome in said(language, text)["split"] for outcome in outcomes)


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_outcome_suggests_none(language):
    assert "split" not in said(language, CLAIM[language])


@pytest.mark.parametrize(
    ("language", "claim", "tail"),
    [
        (
            "en",
            "Bugs increase near the end of the sprint",
            ", measured by bugs per KLOC, compared with the start of the sprint",
        ),
        (
            "pt",
            "Os bugs aumentam perto do fim do sprint",
            ", medidos por bugs por KLOC, em comparação com o início do sprint",
        ),
    ],
)
def test_the_null_hypothesis_names_the_variables_of_the_bare_claim(language, claim, tail):
    found = notes(examine(claim + tail, language), (), examine(claim, language))
    null = next(note["text"] for note in found if note["kind"] == "h0")
    assert tail not in null
