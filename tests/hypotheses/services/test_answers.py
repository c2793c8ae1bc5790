"""The author's answers start a further round."""

from __future__ import annotations

import pytest

from config.desk.refusals import Refusal
from config.runs.execution import execute
from config.runs.models import Run
from hypotheses.models import Hypothesis, Version
from hypotheses.services.answers import answer_clarifications
from hypotheses.services.review import one_more_round
from hypotheses.services.submit import submit_hypothesis
from tests.hypotheses.helpers import FORCED, LANGUAGES, REFINED, refined, stored
from tests.hypotheses.recorded import complete
from tests.queue import told

pytestmark = pytest.mark.django_db
ANSWERS = {
    "en": {
        "exposure": "coffee",
        "outcome": "sleep time",
        "measure": "a sleep diary, in hours",
        "comparator": "those who drink none",
    },
    "pt": {
        "exposure": "café",
        "outcome": "o tempo de sono",
        "measure": "um diário do sono, em horas",
        "comparator": "quem não toma café",
    },
}


def answered(hypothesis: Hypothesis, **answers: str) -> Version:
    """The version that the answers led to."""
    run = answer_clarifications(hypothesis_id=hypothesis.pk, answers=answers, wake=False)
    assert execute(run.pk).status == "done"
    return hypothesis.versions.latest("number")


def origins(version: Version) -> dict[str, str]:
    return dict(version.elements.values_list("kind", "origin"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_empty_words_confirm_what_was_suggested(language: str) -> None:
    hypothesis = refined(REFINED[language])
    before = hypothesis.versions.get(number=2)
    version = answered(hypothesis, comparator="", measure="")
    assert (version.number, version.question) == (3, before.question)
    assert {k: origins(version)[k] for k in ("population", "bound", "metric", "comparator")} == {
        "population": "user", "bound": "suggested", "metric": "confirmed",
        "comparator": "confirmed",
    }  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_choice_of_the_study_is_answered_and_not_confirmed(language: str) -> None:
    hypothesis = refined(REFINED[language])
    with pytest.raises(Refusal, match="population"):
        answer_clarifications(hypothesis_id=hypothesis.pk, answers={"population": ""}, wake=False)
    named = {"en": "of two banks in Porto", "pt": "de dois bancos do Porto"}[language]
    version = answered(hypothesis, population=named)
    assert named in version.question
    assert origins(version)["bound"] == "confirmed"


def test_words_replace_what_was_suggested() -> None:
    hypothesis = refined(REFINED["en"])
    suggested = hypothesis.versions.get(number=2).elements.get(kind="metric").text
    version = answered(hypothesis, metrics="defects per release")
    metric = version.elements.get(kind="metric")
    assert (metric.text, metric.origin) == ("defects per release", "confirmed")
    assert "defects per release" in version.question
    assert suggested not in version.question


@pytest.mark.parametrize("language", LANGUAGES)
def test_answers_turn_a_forced_rejection_into_an_approval(language: str) -> None:
    hypothesis = refined(FORCED[language])
    version = answered(hypothesis, **ANSWERS[language])
    assert version.number == 4
    decision = hypothesis.decisions.get(current=True)
    assert (decision.source, decision.before, decision.after) == ("agent", "rejected", "approved")
    assert decision.version == version
    assert {gap.state for gap in hypothesis.gaps.all()} == {"closed"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_author_s_own_words_are_no_assumption(language: str) -> None:
    version = answered(refined(FORCED[language]), **ANSWERS[language])
    assert "suggested" not in origins(version).values()


@pytest.mark.parametrize(
    ("language", "belief"),
    [("en", "whatever everyone knows is right"), ("pt", "o que todo mundo sabe que é certo")],
)
def test_an_answer_that_states_a_belief_is_asked_about_and_not_approved(language, belief) -> None:
    hypothesis = complete(language=language)
    version = answered(hypothesis, measure=belief)
    assert hypothesis.decisions.get(current=True).after == "rejected"
    (ask,) = version.clarifications.filter(slot="measure")
    assert belief in ask.question


def test_the_questions_keep_their_answers(django_user_model) -> None:
    user = django_user_model.objects.create_user("ana")
    hypothesis = refined(FORCED["en"])
    answer_clarifications(hypothesis_id=hypothesis.pk, answers=ANSWERS["en"], user=user, wake=False)
    rows = hypothesis.clarifications.filter(version__number=3)
    assert rows
    assert all(row.answer == ANSWERS["en"][row.slot] for row in rows)
    assert {row.answered_by for row in rows} == {user}
    assert all(row.answered_at for row in rows)


def test_questions_on_earlier_versions_stay_as_they_were() -> None:
    hypothesis = refined(FORCED["en"])
    answered(hypothesis, **ANSWERS["en"])
    assert not hypothesis.clarifications.filter(version__number=2).exclude(answer="").exists()


def test_a_further_round_refines_once_and_then_decides() -> None:
    hypothesis = refined(FORCED["en"], max_refinements=5)
    version = answered(hypothesis, comparator="those who do not")
    assert version.number == 7
    decision = hypothesis.decisions.get(current=True)
    assert (decision.source, decision.after, decision.version) == ("forced", "rejected", version)


def test_a_round_after_a_round_goes_on_counting() -> None:
    hypothesis = refined(REFINED["en"])
    answered(hypothesis, comparator="")
    version = answered(hypothesis, metrics="")
    assert version.number == 4
    assert {origins(version)[kind] for kind in ("comparator", "metric")} == {"confirmed"}
    assert hypothesis.decisions.filter(current=True).count() == 1


def test_earlier_versions_and_reviews_stay_as_they_were() -> None:
    hypothesis = refined(REFINED["en"])
    before = list(hypothesis.versions.values("number", "question", "reviews__justification"))
    answered(hypothesis, population="nurses of one ward")
    after = list(hypothesis.versions.values("number", "question", "reviews__justification"))
    assert after[: len(before)] == before


def test_a_worker_hears_of_the_round_on_commit(django_capture_on_commit_callbacks) -> None:
    hypothesis = refined(REFINED["en"])
    with django_capture_on_commit_callbacks(execute=True):
        run = answer_clarifications(hypothesis_id=hypothesis.pk, answers={"measure": ""})
    assert told() == [run.pk]


def test_an_answer_is_one_line_in_the_version() -> None:
    version = answered(refined(REFINED["en"]), population=" nurses\n of  one ward ")
    parts = version.elements.filter(aspect="population").values_list("kind", "text")
    assert list(parts) == [("population", "nurses"), ("bound", "of one ward")]
    assert "nurses of one ward" in version.question


BAD = [
    ({}, "nothing is answered"),
    ({"novelty": "much"}, "novelty cannot be answered; there are: population, exposure, outcome"),
    ({"window": ""}, "nothing is suggested for window"),
    ({"population": "a" * 501}, "longer than the 500 characters"),
    ({"population": "nurses\x00"}, "answer to population cannot be taken:.*U.0000"),
    ({"population": "nurses \udcff"}, "not valid UTF-8"),
    ({"population": "nurses 🎉"}, "holds an emoji"),
    ({"population": "<b>nurses</b>"}, "holds HTML"),
    ({"metrics": "a diary", "population": "<b>nurses</b>"}, "holds HTML"),
]


@pytest.mark.parametrize(("answers", "message"), BAD)
def test_an_answer_that_cannot_be_taken_changes_nothing(answers, message: str) -> None:
    hypothesis = refined(REFINED["en"])
    before = stored()
    with pytest.raises(Refusal, match=message):
        answer_clarifications(hypothesis_id=hypothesis.pk, answers=answers)
    assert stored() == before
    assert not hypothesis.clarifications.exclude(answered_at=None).exists()


def test_an_unknown_hypothesis_is_named() -> None:
    with pytest.raises(Refusal, match="^there is no hypothesis 404$"):
        answer_clarifications(hypothesis_id=404, answers={"metrics": "x"})


def test_while_a_run_is_at_work_no_answer_is_taken() -> None:
    submission = submit_hypothesis(text=REFINED["en"])
    with pytest.raises(Refusal, match=f"run {submission.run.pk} of .* is queued: wait for it"):
        answer_clarifications(hypothesis_id=submission.hypothesis.pk, answers={"metrics": "x"})


def test_without_a_version_no_answer_is_taken() -> None:
    submission = submit_hypothesis(text=REFINED["en"])
    Run.objects.all().delete()
    with pytest.raises(Refusal, match="has no version yet"):
        answer_clarifications(hypothesis_id=submission.hypothesis.pk, answers={"metrics": "x"})


def test_a_reviewer_s_further_round_goes_on_counting(django_user_model) -> None:
    user = django_user_model.objects.create_user("bea")
    hypothesis = refined(FORCED["en"])
    run = one_more_round(
        hypothesis_id=hypothesis.pk, guidance=" name X and Y ", user=user, wake=False
    )
    assert (run.created_by, run.params["round"]["guidance"]) == (user, "name X and Y")
    assert execute(run.pk).status == "done"
    assert hypothesis.versions.latest("number").number == 4


@pytest.mark.parametrize(
    ("guidance", "message"),
    [(" ", "needs a reason"), ("a\x00", "control"), ("a" * 5_001, "longer")],
)
def test_a_further_round_needs_words_that_can_be_read(guidance: str, message: str) -> None:
    hypothesis = refined(REFINED["en"])
    before = stored()
    with pytest.raises(Refusal, match=message):
        one_more_round(hypothesis_id=hypothesis.pk, guidance=guidance)
    assert stored() == before


def test_nobody_asks_for_a_further_round_of_their_own(django_user_model) -> None:
    user = django_user_model.objects.create_user("ana")
    hypothesis = refined(REFINED["en"], user=user)
    with pytest.raises(Refusal, match="your own"):
        one_more_round(hypothesis_id=hypothesis.pk, guidance="again", user=user)


def test_a_dropped_suggestion_is_out_and_asked_for() -> None:
    hypothesis = refined(REFINED["en"])
    measure = hypothesis.versions.last().elements.get(kind="metric").text  # type: ignore[union-attr]
    execute(answer_clarifications(hypothesis_id=hypothesis.pk, drops=["metrics"]).pk)
    last = hypothesis.versions.last()
    assert last is not None
    assert measure not in last.question
    assert [ask.slot for ask in last.clarifications.all()] == ["measure"]
    assert hypothesis.gaps.get(slot="measure").state == "reopened"
    decision = hypothesis.decisions.get(current=True)
    assert (decision.source, decision.after) == ("forced", "rejected")


def test_a_dropped_suggestion_is_not_made_again_until_it_is_answered() -> None:
    hypothesis = refined(REFINED["en"])
    measure = hypothesis.versions.last().elements.get(kind="metric").text  # type: ignore[union-attr]
    execute(answer_clarifications(hypothesis_id=hypothesis.pk, drops=["metrics"]).pk)
    execute(answer_clarifications(hypothesis_id=hypothesis.pk, answers={"comparator": ""}).pk)
    assert measure not in hypothesis.versions.last().question  # type: ignore[union-attr]
    words = {"metrics": "the number of failed builds"}
    execute(answer_clarifications(hypothesis_id=hypothesis.pk, answers=words).pk)
    assert "the number of failed builds" in hypothesis.versions.last().question  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("answers", "drops", "said"),
    [
        ({"metrics": ""}, ["metrics"], "measure: answered and dropped at once"),
        ({}, ["exposure"], "nothing is suggested for exposure"),
        ({}, ["window"], "nothing is suggested for window"),
        ({}, ["taste"], "taste cannot be answered"),
    ],
)
def test_what_cannot_be_dropped_is_refused(answers, drops, said: str) -> None:
    hypothesis = refined(REFINED["en"])
    before = stored()
    with pytest.raises(Refusal, match=said):
        answer_clarifications(hypothesis_id=hypothesis.pk, answers=answers, drops=drops)
    assert stored() == before


@pytest.mark.parametrize(
    ("language", "guidance", "named"),
    [
        ("en", "measure it by the number of failed builds per week", "failed builds per week"),
        ("pt", "meça pelo número de builds quebrados por semana", "builds quebrados por semana"),
    ],
)
def test_a_reviewers_guidance_that_names_a_slot_goes_before_a_proposal(
    language: str, guidance: str, named: str
) -> None:
    hypothesis = refined(REFINED[language])
    execute(one_more_round(hypothesis_id=hypothesis.pk, guidance=guidance).pk)
    last = hypothesis.versions.last()
    assert last is not None
    metric = last.elements.get(kind="metric")
    assert named in metric.text
    assert metric.origin == "guidance"
    assert named in last.question


def test_what_a_reviewer_asks_for_waits_for_the_author() -> None:
    """It is a question in the reviewer's words; nothing is approved over it, and no text is made
    of it."""
    hypothesis = refined("Pair programming reduces defects in the developers of a bank")
    execute(one_more_round(hypothesis_id=hypothesis.pk, guidance="name the bank").pk)
    last = hypothesis.versions.last()
    assert last is not None
    assert "name the bank" not in last.question
    assert "in the developers of a bank" in last.question
    ask = last.clarifications.get(slot="population")
    assert ask.question == "A reviewer asks you: “name the bank”"
    assert hypothesis.decisions.get(current=True).after == "rejected"
    waiting = Hypothesis.objects.with_status().in_state("waiting")
    assert waiting.filter(pk=hypothesis.pk).exists()
    version = answered(hypothesis, population="of Banco Sul")
    assert "in the developers of Banco Sul" in version.question
