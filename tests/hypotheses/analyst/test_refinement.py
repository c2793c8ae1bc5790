"""Whatever the idea, a refinement keeps what the author said and makes no number up."""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hypotheses.analyst.assess import examine
from hypotheses.analyst.text import split
from hypotheses.domain.types import LANGUAGES
from tests.hypotheses.analyst.refining import Idea, faults, ideas, numbers, questions, refined
from tests.hypotheses.analyst.support import texts

every_language = pytest.mark.parametrize("language", LANGUAGES)
# The same examples in every run: a chance find belongs into a test of its own, not into CI.
examples = settings(max_examples=40, deadline=None, derandomize=True)
# Words of an opening or a hedge: they carry nothing of the claim, and a version may drop them.
CARRIERS = ("hedges", "claim_openers", "verb_up", "verb_down", "verb_change", "verb_link")


def kept_terms(text, language):
    """The key terms of a text's variables, without verbs and hedges."""
    findings = examine(text, language)
    reading, relation = findings.reading, findings.variables.relation
    spans = [s for s in (relation.independent, relation.dependent) if s] if relation else []
    hedged = {i for start, end in findings.testability.hedges for i in range(start, end)}
    return {
        reading.words.folds[i]
        for span in spans
        for i in range(*span)
        if reading.is_content(i)
        and i not in hedged
        and not any(reading.starting(category, i) for category in CARRIERS)
    }


@given(ideas())
@examples
def test_every_version_keeps_the_terms_of_the_idea(idea):
    wanted = set(split(f"{idea.factor} {idea.construct}").folds)

    for question in questions(refined(idea.text, idea.language)):
        assert wanted <= set(split(question).folds)


@given(ideas())
@examples
def test_every_version_keeps_each_term_in_one_piece(idea):
    for question in questions(refined(idea.text, idea.language)):
        folded = " ".join(split(question).folds)
        assert " ".join(split(idea.factor).folds) in folded
        assert " ".join(split(idea.construct).folds) in folded


@given(ideas())
@examples
def test_no_version_adds_a_number(idea):
    for question in questions(refined(idea.text, idea.language)):
        assert numbers(question) <= numbers(idea.text)


@given(ideas())
@examples
def test_every_version_is_well_formed(idea):
    for question in questions(refined(idea.text, idea.language)):
        assert faults(question) <= faults(idea.text)


@given(ideas())
@example(Idea("en", "I think grazing seems to raise yield in plots.", "grazing", "yield"))
@example(Idea("pt", "Acho que o sono parece melhorar notas de alunos.", "sono", "notas"))
@examples
def test_the_built_in_structurer_never_drifts(idea):
    assert refined(idea.text, idea.language)["methodologist_output"]["drift"] == []


@given(ideas())
@examples
def test_an_idea_that_names_both_its_variables_is_not_vetoed(idea):
    assert refined(idea.text, idea.language)["methodologist_output"]["vetoes"] == []


@given(ideas())
@examples
def test_what_is_suggested_closes_its_gap(idea):
    state = refined(idea.text, idea.language)
    filled = {e["kind"]: e["aspect"] for e in state["elements"] if e["origin"] == "suggested"}

    for kind in {"population", "metric"} & set(filled):
        assert state["scores"][filled[kind]] == 2


@every_language
def test_the_labelled_ideas_keep_their_key_terms(language):
    lost = [
        (question, missing)
        for text in texts(language)
        for question in questions(refined(text, language))
        if (missing := kept_terms(text, language) - set(split(question).folds))
    ]

    assert lost == []


@every_language
def test_no_version_of_a_labelled_idea_adds_a_number(language):
    added = [
        question
        for text in texts(language)
        for question in questions(refined(text, language))
        if not numbers(question) <= numbers(text)
    ]

    assert added == []


@every_language
def test_every_version_of_a_labelled_idea_is_well_formed(language):
    broken = [
        (question, found)
        for text in texts(language)
        for question in questions(refined(text, language))
        if (found := faults(question) - faults(text))
    ]

    assert broken == []


@every_language
def test_every_question_the_author_is_asked_is_well_formed(language):
    broken = [
        (clarification, found)
        for text in texts(language)
        for clarification in refined(text, language)["methodologist_output"]["improvements"]
        for found in [faults(clarification["suggestion"]) + faults(clarification["gap"])]
        if found - faults(text)
    ]

    assert broken == []


@pytest.mark.parametrize("limit", [0, 1, 2, 5])
@every_language
def test_a_refinement_ends_at_its_limit(language, limit):
    for text in texts(language)[:15]:
        assert len(questions(refined(text, language, limit))) <= limit + 1


@given(st.text(min_size=1, max_size=120), st.sampled_from(LANGUAGES))
@settings(examples, max_examples=80)
def test_any_text_can_be_refined_in_a_forced_language(text, language):
    state = refined(text, language)

    assert state["methodologist_output"]["status"] in ("approved", "rejected")
    assert json.loads(json.dumps(state)) == state
