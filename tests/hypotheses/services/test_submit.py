"""Taking an idea in: rows, a run, a word to the worker; on an error nothing at all."""

from __future__ import annotations

import pytest

from config.text.language import LanguageError
from config.text.validation import TextError
from hypotheses.domain.refinement import RefinementLimitError
from hypotheses.models import Hypothesis
from hypotheses.services.submit import preview_idea, submit_hypothesis, submit_split
from tests.hypotheses.helpers import LANGUAGES, REFINED, stored
from tests.queue import told

pytestmark = pytest.mark.django_db
TWO = {
    "en": "TDD reduces bugs in small teams. Coffee increases heart rate in adults.",
    "pt": "TDD reduz bugs em equipes pequenas. O café aumenta a frequência cardíaca em adultos.",
}
BAD = [
    ({"text": ""}, TextError),
    ({"text": "  \n "}, TextError),
    ({"text": "a" * 100_000}, TextError),
    ({"text": "TDD\x00 reduces bugs"}, TextError),
    ({"text": "TDD \udcff reduces bugs"}, TextError),
    ({"text": "TDD reduces bugs 🎉"}, TextError),
    ({"text": "<script>alert(1)</script>"}, TextError),
    ({"text": "La casa es muy grande y los chicos son felices"}, LanguageError),
    ({"text": "Кофе лучше чая по утрам"}, LanguageError),
    ({"text": REFINED["en"], "max_refinements": 6}, RefinementLimitError),
    ({"text": REFINED["en"], "max_refinements": -1}, RefinementLimitError),
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_idea_is_kept_as_it_was_written(language: str, django_user_model) -> None:
    user = django_user_model.objects.create_user("ana")
    text = f"  {REFINED[language]}\n"
    hypothesis = submit_hypothesis(text=text, user=user, max_refinements=4).hypothesis
    hypothesis.refresh_from_db()
    assert (hypothesis.text, hypothesis.language) == (REFINED[language], language)
    assert (hypothesis.owner, hypothesis.max_refinements) == (user, 4)


def test_a_forced_language_is_taken_for_what_cannot_be_told() -> None:
    hypothesis = submit_hypothesis(text="Bach", language="pt").hypothesis
    assert hypothesis.language == "pt"


def test_its_run_is_queued_and_a_worker_hears_of_it_on_commit(
    django_capture_on_commit_callbacks, django_user_model
) -> None:
    user = django_user_model.objects.create_user("ana")
    with django_capture_on_commit_callbacks() as callbacks:
        submission = submit_hypothesis(text=REFINED["en"], user=user)
    run, number = submission.run, submission.hypothesis.pk
    assert (run.kind, run.subject_id, run.status) == ("refinement", number, "queued")
    assert run.created_by == user
    assert not told()
    callbacks[0]()
    assert told() == [run.pk]


def test_for_one_s_own_process_no_worker_hears(django_capture_on_commit_callbacks) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        submit_hypothesis(text=REFINED["en"], wake=False)
    assert not told()


@pytest.mark.parametrize("submit", [submit_hypothesis, submit_split])
@pytest.mark.parametrize(("options", "error"), BAD)
def test_on_an_error_nothing_is_written(options, error, submit) -> None:
    with pytest.raises(error):
        submit(**options)
    assert set(stored().values()) == {0}
    assert not told()


def test_a_near_duplicate_is_pointed_out() -> None:
    first = submit_hypothesis(text=REFINED["en"]).hypothesis
    again = submit_hypothesis(text="In small teams, TDD reduces bugs!").hypothesis
    assert again.near_duplicate_of == first


def test_the_newest_of_several_near_duplicates_is_named() -> None:
    _first, second, third = (submit_hypothesis(text=REFINED["en"]).hypothesis for _ in range(3))
    assert third.near_duplicate_of == second


@pytest.mark.parametrize(
    "other", ["Coffee reduces sleep time in adults", "TDD increases motivation in large teams"]
)
def test_another_idea_is_no_near_duplicate(other: str) -> None:
    submit_hypothesis(text=REFINED["en"])
    assert submit_hypothesis(text=other).hypothesis.near_duplicate_of is None


def test_an_idea_in_the_other_language_is_no_near_duplicate() -> None:
    submit_hypothesis(text="TDD", language="en")
    assert submit_hypothesis(text="TDD", language="pt").hypothesis.near_duplicate_of is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_of_two_hypotheses_is_kept_whole_with_a_proposal_to_split(language: str) -> None:
    submission = submit_hypothesis(text=TWO[language])
    assert submission.hypothesis.text == TWO[language]
    assert len(submission.ideas) == 2
    assert all(idea in TWO[language] for idea in submission.ideas)


def test_a_text_of_one_hypothesis_has_no_proposal() -> None:
    assert submit_hypothesis(text=REFINED["en"]).ideas == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_split_makes_a_record_and_a_run_of_each(language: str) -> None:
    submissions = submit_split(text=TWO[language], max_refinements=1)
    assert len(submissions) == 2
    rows = Hypothesis.objects.order_by("pk")
    assert [row.text for row in rows] == [s.hypothesis.text for s in submissions]
    assert {row.split_from for row in rows} == {TWO[language]}
    assert {(row.language, row.max_refinements) for row in rows} == {(language, 1)}
    assert [s.run.subject_id for s in submissions] == [row.pk for row in rows]


def test_splitting_one_hypothesis_keeps_it_as_it_is() -> None:
    (submission,) = submit_split(text=REFINED["en"])
    assert (submission.hypothesis.text, submission.hypothesis.split_from) == (REFINED["en"], "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_preview_tells_of_several_ideas_and_not_of_one(language: str) -> None:
    before = stored()
    assert preview_idea(text=REFINED[language]).ideas == ()
    first, second = preview_idea(text=TWO[language]).ideas
    assert TWO[language] == f"{first} {second}"
    assert stored() == before


def test_a_preview_names_what_is_nearly_the_same() -> None:
    assert preview_idea(text=REFINED["en"]).near is None
    known = submit_hypothesis(text=REFINED["en"], wake=False).hypothesis
    assert preview_idea(text=REFINED["en"]).near == known
