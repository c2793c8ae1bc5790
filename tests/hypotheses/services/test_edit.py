"""A person's own wording: a new version, assessed as it stands."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from config.desk.refusals import Conflict, Refusal
from config.runs.execution import execute
from config.runs.models import Run
from config.text.validation import TextError
from hypotheses.models import Hypothesis, Veto
from hypotheses.services.answers import answer_clarifications, edit_idea, edit_question
from hypotheses.services.submit import submit_hypothesis
from tests.hypotheses.helpers import COMPLETE, FORCED, LANGUAGES, REFINED, VETOED, refined, stored
from tests.hypotheses.recorded import complete

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_become_the_next_version_as_they_are(language: str) -> None:
    hypothesis = refined(FORCED[language])
    ana = User.objects.create_user("ana")
    run = edit_question(hypothesis_id=hypothesis.pk, question=COMPLETE[language], user=ana)
    assert execute(run.pk).status == Run.Status.DONE
    last = hypothesis.versions.last()
    assert last is not None
    assert (last.number, last.question, last.origin) == (4, COMPLETE[language], "user")
    assert (last.author, last.run_id) == (ana, run.pk)
    assert last.reviews.get().status == "approved"
    assert hypothesis.decisions.get(current=True).after == "approved"


def test_what_is_still_missing_is_listed_and_not_rewritten() -> None:
    hypothesis = complete()
    run = edit_question(hypothesis_id=hypothesis.pk, question=REFINED["en"])
    execute(run.pk)
    last = hypothesis.versions.last()
    assert last is not None
    assert (last.number, last.question) == (2, REFINED["en"])
    assert [review.forced for review in last.reviews.all()] == [False, True]
    assert hypothesis.decisions.get(current=True).after == "rejected"
    marks = {gap.slot: (gap.state, gap.mark) for gap in hypothesis.gaps.all()}
    assert marks["comparator"] == ("open", "regression")
    assert marks["population"] == ("open", "regression")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_veto_is_not_laundered_by_an_edit_nor_by_an_answer_after_it(language: str) -> None:
    hypothesis = complete(language=language)
    execute(edit_question(hypothesis_id=hypothesis.pk, question=VETOED[language]).pk)
    edited = hypothesis.versions.latest("number")
    (quote,) = edited.reviews.get().vetoes.values_list("quote", flat=True)
    assert quote in VETOED[language]
    answers = {"population": "nurses of one ward", "measure": "cups per day"}
    execute(answer_clarifications(hypothesis_id=hypothesis.pk, answers=answers).pk)
    decision = hypothesis.decisions.get(current=True)
    assert (decision.source, decision.after) == ("agent", "rejected")
    execute(edit_question(hypothesis_id=hypothesis.pk, question=COMPLETE[language]).pk)
    mended = hypothesis.versions.latest("number")
    assert not Veto.objects.filter(review__version=mended).exists()


def test_the_gaps_it_closes_are_closed_by_its_words() -> None:
    hypothesis = refined(FORCED["en"])
    question = "Eight weeks of yoga reduce the Insomnia Severity Index in adults aged 18-40"
    execute(edit_question(hypothesis_id=hypothesis.pk, question=question).pk)
    gap = hypothesis.gaps.get(slot="measure")
    assert (gap.state, gap.closed_in) == ("closed", 4)
    assert gap.closed_by in question


def test_the_same_words_again_are_refused() -> None:
    hypothesis = refined(COMPLETE["en"])
    before = stored()
    with pytest.raises(Refusal, match="this is V1 word for word"):
        edit_question(hypothesis_id=hypothesis.pk, question=COMPLETE["en"])
    assert stored() == before


def test_words_that_no_version_may_hold_are_refused() -> None:
    hypothesis = refined(COMPLETE["en"])
    before = stored()
    for text in ("", "  ", "<b>x</b> lowers y", "x\x00y", "a" * 6_000):
        with pytest.raises(TextError):
            edit_question(hypothesis_id=hypothesis.pk, question=text)
    assert stored() == before


def test_an_edit_of_a_version_that_is_no_longer_the_last_is_refused() -> None:
    hypothesis = refined(FORCED["en"])
    with pytest.raises(Conflict, match="V2 is no longer the last version, V3 is"):
        edit_question(hypothesis_id=hypothesis.pk, question=REFINED["en"], expected=2)


def test_an_idea_can_be_reworded_before_its_run() -> None:
    hypothesis = submit_hypothesis(text=FORCED["en"], wake=False).hypothesis
    edited = edit_idea(hypothesis_id=hypothesis.pk, text=REFINED["pt"])
    assert (edited.text, edited.language) == (REFINED["pt"], "pt")
    assert edited.key_terms == refined(REFINED["pt"]).key_terms


def test_an_idea_is_not_reworded_once_its_run_began() -> None:
    hypothesis = refined(FORCED["en"])
    with pytest.raises(Conflict, match="edit its question instead"):
        edit_idea(hypothesis_id=hypothesis.pk, text=REFINED["en"])
    assert Hypothesis.objects.get().text == FORCED["en"]
