"""`manage.py answer` and `manage.py decide`: what a person adds to a hypothesis."""

from __future__ import annotations

import getpass
import json

import pytest
from django.core.management import CommandError

from hypotheses.models import Hypothesis
from hypotheses.services.submit import submit_hypothesis
from tests.hypotheses.helpers import REFINED, command, stored
from tests.hypotheses.recorded import TESTERS, conditional, waiting

pytestmark = pytest.mark.django_db


@pytest.fixture
def hypothesis() -> Hypothesis:
    return conditional()


def test_an_answer_leads_to_a_further_version(hypothesis) -> None:
    out, log = command("answer", hypothesis.pk, "population=nurses of one ward")
    assert "V3  " in out
    assert "nurses of one ward" in out
    assert "step structurer 1" in log


def test_several_answers_and_confirmations_are_taken_at_once(hypothesis) -> None:
    out, _log = command(
        "answer", hypothesis.pk, "population=nurses of one ward", "metrics=defects a release",
        "--confirm", "comparator", "--json",
    )  # fmt: skip
    elements = json.loads(out)["versions"][-1]["elements"]
    confirmed = {e["kind"]: e["text"] for e in elements if e["origin"] == "confirmed"}
    assert confirmed == {
        "population": "nurses",
        "bound": "of one ward",
        "metric": "defects a release",
        "comparator": "the same testers working in silence",
    }


def test_an_answer_may_hold_an_equals_sign(hypothesis) -> None:
    out, _log = command("answer", hypothesis.pk, "metrics=defects where severity = high", "--json")
    texts = [element["text"] for element in json.loads(out)["versions"][-1]["elements"]]
    assert "defects where severity = high" in texts


def test_approving_is_on_record_with_its_reason() -> None:
    claim = TESTERS.with_slot("measure", None).with_slot("comparator", None)
    hypothesis = waiting(claim=claim)
    out, _log = command("decide", hypothesis.pk, "approve", "--reason", "we know X", "--json")
    found = json.loads(out)
    assert (found["status"], found["forced"], found["open_gaps"]) == ("approved", False, [])
    decision = hypothesis.decisions.get(current=True)
    assert (decision.source, decision.reason) == ("human", "we know X")
    assert (decision.user, decision.actor) == (None, getpass.getuser())


def test_rejecting_as_an_account(hypothesis, django_user_model) -> None:
    user = django_user_model.objects.create_user("bea")
    out, _log = command("decide", hypothesis.pk, "reject", "--reason", "old news", "--user", "bea")
    assert "=> rejected. old news" in out
    assert (hypothesis.decisions.get(current=True).user, user.username) == (user, "bea")


def test_one_more_round() -> None:
    hypothesis = waiting(earlier=[TESTERS, TESTERS])
    out, log = command("decide", hypothesis.pk, "again", "--reason", "name X", "--json")
    assert len(json.loads(out)["versions"]) == 4
    assert "step structurer 1" in log


BAD = {
    "no answer": (("answer", "{id}"), "nothing is answered"),
    "no sign": (("answer", "{id}", "population"), "'population': expected ASPECT=WORDS"),
    "no words": (("answer", "{id}", "population="), "'population=': expected ASPECT=WORDS"),
    "no such aspect": (("answer", "{id}", "novelty=much"), "novelty cannot be answered; there are"),
    "nothing to confirm": (("answer", "{id}", "--confirm", "window"), "nothing is suggested for"),
    "a bad confirmation": (("answer", "{id}", "--confirm", "novelty"), "invalid choice: 'novelty'"),
    "invalid UTF-8": (("answer", "{id}", "metrics=\udcff"), "not valid UTF-8"),
    "a control sign": (("answer", "{id}", "metrics=a\x07"), "control character"),
    "an unknown id": (("answer", "404", "metrics=x"), "there is no hypothesis 404"),
    "an id that is none": (("answer", "first", "metrics=x"), "invalid int value: 'first'"),
    "no reason": (("decide", "{id}", "approve"), "required: --reason"),
    "an empty reason": (("decide", "{id}", "approve", "--reason", " "), "needs a reason"),
    "a reason in no UTF-8": (("decide", "{id}", "reject", "--reason", "\udcff"), "not valid UTF-8"),
    "no such outcome": (("decide", "{id}", "maybe", "--reason", "x"), "invalid choice: 'maybe'"),
    "an unknown hypothesis": (("decide", "404", "reject", "--reason", "x"), "no hypothesis 404"),
    "an id out of range": (("decide", "9" * 20, "reject", "--reason", "x"), "no hypothesis 999"),
    "an unknown user": (
        ("decide", "{id}", "reject", "--reason", "x", "--user", "nobody"),
        "there is no user 'nobody'",
    ),
    "a round without words": (("decide", "{id}", "again", "--reason", ""), "needs a reason"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_done_is_one_line_and_nothing_is_written(hypothesis, name: str) -> None:
    arguments, message = BAD[name]
    before = stored()
    with pytest.raises(CommandError, match=message) as caught:
        command(*(each.format(id=hypothesis.pk) for each in arguments))
    assert "\n" not in str(caught.value)
    assert stored() == before
    assert hypothesis.decisions.get(current=True).source == "agent"


@pytest.mark.parametrize("arguments", [("answer", "metrics=x"), ("decide", "reject", "--reason=x")])
def test_while_a_run_waits_nothing_is_taken(arguments: tuple[str, ...]) -> None:
    name, *rest = arguments
    submission = submit_hypothesis(text=REFINED["en"])
    with pytest.raises(CommandError, match=f"run {submission.run.pk} of hypothesis .* is queued"):
        command(name, submission.hypothesis.pk, *rest)


def test_one_s_own_hypothesis_is_refused(django_user_model) -> None:
    user = django_user_model.objects.create_user("ana")
    hypothesis = conditional(user)
    with pytest.raises(CommandError, match="you cannot decide on your own hypothesis"):
        command("decide", hypothesis.pk, "reject", "--reason", "x", "--user", "ana")
