"""A new idea: kept as typed on an error; near-duplicates and splits are said before it is taken."""

from __future__ import annotations

import pytest

from hypotheses.models import Hypothesis
from hypotheses.services import assess
from hypotheses.services.submit import submit_hypothesis
from tests.hypotheses.helpers import COMPLETE, REFINED, stored

NEW = "/hypotheses/new/"
TWO = "TDD reduces bugs in teams; coffee improves memory in students"


def send(client, text: str, **more):
    return client.post(NEW, {"text": text, "language": "auto", "max_refinements": 2, **more})


def test_an_idea_is_taken_in_and_its_run_waits_for_a_worker(ana):
    answer = send(ana, REFINED["pt"], max_refinements=3)
    hypothesis = Hypothesis.objects.get()
    assert answer.headers["Location"] == f"/hypotheses/{hypothesis.pk}/"
    assert (hypothesis.owner, hypothesis.language, hypothesis.max_refinements) == (
        ana.user, "pt", 3,
    )  # fmt: skip
    page = ana.get(answer.headers["Location"])
    assert "waits for a worker" in page.text
    assert "hx-get" in page.text


@pytest.mark.parametrize(
    ("text", "more", "said"),
    [
        ("", {}, "required"),
        ("   ", {}, "the text is empty"),
        ("a" * 5_001, {}, "longer than the 5000 characters"),
        ("tea \u2615\ufe0f lowers stress", {}, "emoji"),
        ("<b>TDD</b> reduces bugs", {}, "HTML"),
        ("TDD\x00 reduces bugs", {}, "ull characters"),
        ("TDD\x07 reduces bugs", {}, "control character"),
        ("Die Katze schläft gern auf dem Sofa und frisst", {}, "choose"),
        (REFINED["en"], {"max_refinements": 9}, "less than or equal to 5"),
        (REFINED["en"], {"max_refinements": "x"}, "whole number"),
        (REFINED["en"], {"language": "fr"}, "fr"),
    ],
)
def test_bad_input_is_said_kept_and_not_stored(ana, text, more, said):
    before = stored()
    page = send(ana, text, **more)
    assert page.status_code == 422
    errors = " ".join(" ".join(held) for held in page.context["form"].errors.values())
    assert said in errors or said in page.text
    assert page.context["form"]["text"].value() == text
    assert stored() == before


def test_a_near_duplicate_is_pointed_out_once(ana):
    send(ana, REFINED["en"])
    again = REFINED["en"] + "."
    page = send(ana, again)
    assert "Nearly the same is here already" in page.text
    assert Hypothesis.objects.count() == 1
    assert send(ana, again, told=again, choice="one").status_code == 302
    assert Hypothesis.objects.first().near_duplicate_of is not None  # type: ignore[union-attr]


def test_a_near_duplicate_that_one_may_not_see_is_not_told(ana, eva):
    submit_hypothesis(text=REFINED["en"], user=ana.user, wake=False)
    assert send(eva, REFINED["en"]).status_code == 302
    assert Hypothesis.objects.first().near_duplicate_of is None  # type: ignore[union-attr]


@pytest.mark.parametrize(("choice", "count"), [("split", 2), ("one", 1)])
def test_a_split_is_proposed_and_the_person_chooses(ana, choice, count):
    page = send(ana, TWO)
    assert "This text holds 2 independent hypotheses" in page.text
    assert not Hypothesis.objects.exists()
    assert send(ana, TWO, told=TWO, choice=choice).status_code == 302
    assert Hypothesis.objects.count() == count


def test_a_choice_made_for_another_text_does_not_count(ana):
    assert send(ana, TWO, told=COMPLETE["en"], choice="one").status_code == 200
    assert not Hypothesis.objects.exists()


def test_a_quota_that_is_used_up_is_said(ana, settings):
    settings.RUNS_PER_DAY = 0
    page = send(ana, REFINED["en"])
    assert page.status_code == 422
    assert "your quota of 0 runs" in page.text
    assert not Hypothesis.objects.exists()


def test_who_has_a_text_read_waits_with_the_next(ana, monkeypatch):
    monkeypatch.setattr(assess, "PATIENCE", 0.01)
    before = stored()
    with assess.reader_for(ana.user):
        page = send(ana, REFINED["en"])
    assert page.status_code == 429
    assert "another text of yours is being read" in page.text
    assert page.context["form"]["text"].value() == REFINED["en"]
    assert stored() == before
