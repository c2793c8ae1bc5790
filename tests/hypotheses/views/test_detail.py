"""A hypothesis's page, what is done on it, and comparing its versions."""

from __future__ import annotations

import pytest

from config.runs.execution import execute
from config.runs.models import Run
from hypotheses.models import Decision, Hypothesis
from hypotheses.presentation import version_cards
from hypotheses.services.submit import submit_hypothesis
from hypotheses.views import detail
from tests.hypotheses.helpers import COMPLETE, FORCED, last_run, refined
from tests.hypotheses.recorded import IDEA, TESTERS, conditional, recorded, waiting


@pytest.fixture
def forced(ana) -> Hypothesis:
    return waiting(ana.user, earlier=[TESTERS, TESTERS], notes={"drift": "condition"})


def page(client, hypothesis, tail: str = ""):
    return client.get(f"/hypotheses/{hypothesis.pk}/{tail}")


def decide(client, hypothesis, **told):
    current = hypothesis.decisions.get(current=True).pk
    told = {"outcome": "approved", "reason": "we know X", "expected": current, **told}
    return client.post(f"/hypotheses/{hypothesis.pk}/override/", told)


def test_every_version_is_there_with_its_review(forced, ana):
    text = page(ana, forced).text
    assert [f'id="v{n}"' in text for n in (1, 2, 3)] == [True] * 3
    assert "by-forced" in text
    assert "a condition of the idea is lost" in text


def test_evidence_is_marked_in_the_question(forced, ana):
    review = forced.versions.last().reviews.last()
    for aspect, words in {"population": "software testers", "variables": IDEA}.items():
        review.scores.filter(aspect=aspect).update(evidence=words)
    stretches = page(ana, forced).context["cards"][0].stretches
    assert {a for stretch in stretches for a in stretch.aspects} == {"population", "variables"}
    assert "".join(stretch.text for stretch in stretches) == IDEA


def test_what_the_author_says_beside_the_claim_is_shown_with_its_parts(ana):
    idea = "Runners who stretch get fewer injuries, but it could also be the better shoes."
    text = page(ana, refined(idea, user=ana.user)).text
    parts = text[text.index('id="frame-title"') :]
    assert "Other explanations" in parts
    assert "<q>the better shoes</q>" in parts


def test_a_veto_is_shown_with_its_quote_and_is_the_only_reason(ana):
    veto = {"code": "popular_belief", "quote": "everybody knows", "reason": "a belief"}
    text = page(ana, recorded(user=ana.user, vetoes=[veto])).text
    assert text.count("<b>Why:</b>") == 1
    assert "<q>everybody knows</q>" in text
    assert "<b>Veto:</b>" in text


def test_a_veto_says_its_quote_once(ana):
    veto = {"code": "popular_belief", "quote": "everybody knows",
            "reason": "“everybody knows” offers popular belief as proof"}  # fmt: skip
    shown = page(ana, recorded(user=ana.user, vetoes=[veto])).text
    assert "<q>everybody knows</q>" not in shown.partition('id="versions"')[0]


def test_a_reviewer_overrides_and_all_see_it(forced, ana, rita):
    assert decide(rita, forced).status_code == 302
    text = page(ana, forced).text
    assert "we know X" in text
    assert "by-human" in text
    assert "waived" in text


@pytest.mark.parametrize(
    ("told", "field"), [({"outcome": ""}, "outcome"), ({"reason": " "}, "reason")]
)
def test_a_decision_without_outcome_or_reason_is_kept_as_typed(forced, rita, told, field):
    answer = decide(rita, forced, **told)
    assert answer.status_code == 422
    assert field in answer.context["override"].errors
    assert answer.context["override"]["reason"].value() == told.get("reason", "we know X")
    assert Decision.objects.count() == 1


def test_the_second_of_two_is_told_what_changed_and_may_decide_anew(forced, rita, root):
    seen = forced.decisions.get(current=True).pk
    decide(rita, forced)
    late = decide(root, forced, outcome="rejected", reason="no", expected=seen)
    assert late.status_code == 422
    assert "somebody decided meanwhile: approved by rita" in late.text
    assert late.context["override"]["reason"].value() == "no"
    now = late.context["override"]["expected"].value()
    assert decide(root, forced, outcome="rejected", reason="no", expected=now).status_code == 302
    assert forced.decisions.get(current=True).after == "rejected"


def test_nobody_decides_on_their_own(rita):
    own = waiting(rita.user)
    assert "You cannot decide on your own hypothesis" in page(rita, own).text
    assert "you cannot decide on your own hypothesis" in decide(rita, own).text
    assert own.decisions.get().source == "forced"


def test_a_researcher_overrides_nothing(forced, ana):
    answer = decide(ana, forced)
    assert answer.status_code == 302
    assert "only a reviewer overrides" in page(ana, forced).text
    assert forced.decisions.count() == 1


def test_one_more_round_starts_a_run_with_the_guidance(forced, rita):
    decide(rita, forced, outcome="again", reason="name X")
    assert last_run(forced).params["round"]["guidance"] == "name X"
    assert "one more round" in page(rita, forced).text


def test_an_answer_that_cannot_be_taken_is_kept_as_typed(forced, ana):
    answer = ana.post(
        f"/hypotheses/{forced.pk}/answer/", {"expected": 3, "edit-population": "<b>x</b> lowers y"}
    )
    assert answer.status_code == 422
    assert "the answer to population cannot be taken" in answer.text
    assert "&lt;b&gt;x&lt;/b&gt; lowers y" in answer.text


def test_nothing_answered_is_said(forced, ana):
    answer = ana.post(f"/hypotheses/{forced.pk}/answer/", {"expected": 3})
    assert "nothing is answered" in answer.text


def test_what_is_not_ones_own_is_not_there(forced, eva):
    for tail in ("", "progress/", "compare/", "edit/", "erase/"):
        assert page(eva, forced, tail).status_code == 404
    for tail in ("answer/", "override/", "archive/", "restore/", "erase/"):
        assert eva.post(f"/hypotheses/{forced.pk}/{tail}").status_code == 404


def test_who_is_not_signed_in_is_asked_to(forced, client):
    answer = page(client, forced)
    assert answer.headers["Location"] == f"/sign-in/?next=/hypotheses/{forced.pk}/"


def test_a_run_that_ends_while_the_page_is_made_leaves_no_old_page(ana, monkeypatch):
    submission = submit_hypothesis(text=FORCED["en"], user=ana.user, wake=False)

    def cards_of_before(hypothesis):
        cards = version_cards(hypothesis)
        execute(submission.run.pk)
        return cards

    monkeypatch.setattr(detail, "version_cards", cards_of_before)
    shown = page(ana, submission.hypothesis)
    assert Run.objects.get().status == "done"
    assert shown.context["cards"] == []
    assert "hx-get" in shown.text  # and that reloads it


def test_the_live_part_asks_again_until_the_run_ends(ana):
    hypothesis = submit_hypothesis(text=FORCED["en"], user=ana.user, wake=False).hypothesis
    live = page(ana, hypothesis, "progress/")
    assert "delay:1s" in live.text
    assert "HX-Refresh" not in live.headers
    Run.objects.update(status="failed", error="the disk is full", finished_at="2026-01-01T00:00Z")
    over = page(ana, hypothesis, "progress/")
    assert over.headers["HX-Refresh"] == "true"
    assert "hx-get" not in over.text
    assert "the disk is full" in page(ana, hypothesis).text


def test_a_failed_run_is_taken_up_again(ana):
    hypothesis = submit_hypothesis(text=FORCED["en"], user=ana.user, wake=False).hypothesis
    run = last_run(hypothesis)
    ana.post(f"/hypotheses/{hypothesis.pk}/runs/{run.pk}/cancel/")
    assert last_run(hypothesis).status == "cancelled"
    ana.post(f"/hypotheses/{hypothesis.pk}/runs/{run.pk}/retry/")
    assert last_run(hypothesis).status == "queued"


def test_a_run_of_another_hypothesis_is_not_there(forced, ana):
    other = submit_hypothesis(text=FORCED["pt"], user=ana.user, wake=False)
    answer = ana.post(f"/hypotheses/{forced.pk}/runs/{other.run.pk}/cancel/")
    assert answer.status_code == 404


def test_a_version_by_hand_waits_to_be_assessed(forced, ana):
    assert IDEA in page(ana, forced, "edit/").text
    told = {"question": COMPLETE["en"], "expected": 3}
    assert ana.post(f"/hypotheses/{forced.pk}/edit/", told).status_code == 302
    assert "written by ana" in page(ana, forced).text


def test_a_version_by_hand_that_cannot_be_taken_is_kept_as_typed(forced, ana):
    told = {"question": "<script>alert(1)</script>", "expected": 3}
    answer = ana.post(f"/hypotheses/{forced.pk}/edit/", told)
    assert answer.status_code == 422
    assert "&lt;script&gt;" in answer.text
    assert "<script>alert" not in answer.text


@pytest.mark.parametrize("view", ["unified", "side"])
def test_two_versions_are_compared_by_an_address(ana, view):
    hypothesis = conditional(ana.user)
    shown = ana.get(f"/hypotheses/{hypothesis.pk}/compare/", {"a": 0, "b": 2, "view": view})
    assert "<ins>" in shown.text
    assert ("sides" in shown.text) is (view == "side")


@pytest.mark.parametrize("asked", [{"a": 9}, {"b": "x"}, {"a": "-1"}, {"b": "9" * 30}])
def test_a_version_that_there_is_not_is_not_compared(forced, ana, asked):
    assert ana.get(f"/hypotheses/{forced.pk}/compare/", asked).status_code == 404


def test_archive_restore_and_erase(forced, ana, root):
    at = f"/hypotheses/{forced.pk}/"
    assert ana.post(at + "archive/").headers["Location"] == "/hypotheses/"
    assert "Archived: stored" in page(ana, forced).text
    ana.post(at + "restore/")
    ana.post(at + "erase/")
    assert Hypothesis.objects.get().erased_at is None
    assert "cannot be undone" in root.get(at + "erase/").text
    root.post(at + "erase/")
    assert IDEA not in page(root, forced).text
    assert page(ana, forced).status_code == 404


def test_a_near_duplicate_is_named_to_who_may_see_it(ana, rita):
    other = conditional()
    near = conditional(ana.user)
    Hypothesis.objects.filter(pk=near.pk).update(near_duplicate_of=other)
    link = f'<a href="/hypotheses/{other.pk}/">'
    assert link in page(rita, near).text
    assert "Nearly the same as" not in page(ana, near).text
