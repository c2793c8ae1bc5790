"""What the analyst wrote, in the language of who reads it."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import translation

from hypotheses.models import Hypothesis
from hypotheses.services.wording import LANGUAGES, wording
from tests.hypotheses.helpers import FORCED, REFINED, VETOED, refined
from tests.people import person

READER = {"en": "pt-br", "pt": "en"}
OURS = re.compile(
    r'<p(?: class="(?:ask|justification|veto|hint)")?[^>]* lang="(en|pt)"[^>]*>(.*?)</p>', re.DOTALL
)


@pytest.mark.django_db
@pytest.mark.parametrize("language", READER)
@pytest.mark.parametrize("ideas", [REFINED, VETOED, FORCED])
def test_every_sentence_of_the_analyst_is_in_the_language_of_its_reader(language: str, ideas):
    ana = person("ana")
    row = refined(ideas[language], user=ana)
    with translation.override(READER[language]):
        left = [text for text in _written(row) if wording(text, language).language == language]
    assert left == []


def _written(row: Hypothesis) -> set[str]:
    """All that the analyst said of a hypothesis."""
    reviews = [review for version in row.versions.all() for review in version.reviews.all()]
    return {
        *row.gaps.values_list("gap", flat=True),
        *(text for each in reviews for text in each.improvements.values_list("gap", flat=True)),
        *(review.justification for review in reviews),
        *(veto.reason for review in reviews for veto in review.vetoes.all()),
        *row.clarifications.values_list("question", flat=True),
        *row.decisions.values_list("reason", flat=True),
    }


@pytest.mark.django_db
def test_the_page_says_them_and_keeps_the_authors_words():
    ana = person("ana")
    row = refined(FORCED["en"], user=ana)
    client = Client(headers={"accept-language": "pt-br"})
    client.force_login(ana)
    page = client.get(f"/hypotheses/{row.pk}/").text
    told = {found for found, _text in OURS.findall(page)}
    assert told == {"pt", "en"} or told == {"pt"}
    assert "Decisão forçada no limite" in page
    assert row.text in page
    assert "Decided at the limit" not in page


def said(text: str, language: str = "en") -> str:
    reader = READER[language]
    with translation.override(reader):
        return wording(text, language).text


def test_words_of_ours_within_a_sentence_are_translated_and_quotes_stay():
    assert said("The idea can become testable; what is missing: population, metrics.") == (
        "A ideia tem potencial; falta: população, métricas."
    )
    assert "“the tools, measured”" in said(
        "“the tools, measured” stands for nothing that can be observed."
    )


def test_several_sentences_are_each_known():
    told = said(
        "Rejected: “x” is true by its own wording; no observation could contradict it. "
        "“y” puts the claim out of reach of any observation."
    )
    assert told.startswith("Rejeitada: ")
    assert "observation" not in told


@pytest.mark.parametrize("text", ["", "A model's own words.", "population of a town", "{x}"])
def test_any_other_text_stays(text: str):
    assert said(text) == text


def test_in_the_reader_s_own_language_nothing_is_done():
    with translation.override("en"):
        assert wording("population", "en") == ("population", "en")


def test_every_template_comes_back_from_the_other_language():
    from hypotheses.services.wording import _sentences

    sentences = _sentences()
    for one in sentences._templates:
        for own, other in (("en", "pt"), ("pt", "en")):
            names = re.findall(r"\{(\w+)\}", one[own])
            if set(names) != set(re.findall(r"\{(\w+)\}", one[other])):
                continue
            text = one[own].format(**{name: f"the {name}" for name in names})
            assert text == "" or sentences.restated(text, own, other) is not None, text
    assert set(LANGUAGES) == {"en", "pt"}
