"""Lessons in the browser: found, read with their lineage, pinned, retired, reworded."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.trading.helpers import HOLDOUT_SHARPE, make_developed, make_holdout, make_strategy
from trading.memory import recall, remember
from trading.models import Lesson
from trading.services.lessons import edit_lesson, pin_lesson, retire_lesson

LIST = "/memory/"
ASKED: dict[str, Any] = {"ticker": "AAPL", "frequency": "1d", "language": "en", "objective": "x"}


@pytest.fixture
def lessons(ana):
    """A finding, a strategy, a cause of failure: of Ana."""
    strategy = make_developed(owner=ana.user)
    make_holdout(strategy.variants.get())
    return remember(strategy=strategy, state={})


def shown(client: Client, **asked: str) -> list[str]:
    page = client.get(LIST, asked)
    assert page.status_code == 200
    return [row.code for row in page.context["page"]]


def test_the_newest_first_to_those_who_may(lessons, ana, eva, rita):
    codes = [lesson.code for lesson in lessons][::-1]
    assert shown(ana) == shown(rita) == codes == ["drawdown", "missed", "finding"]
    assert shown(eva) == []
    assert "Nothing learned yet" in eva.get(LIST).text


@pytest.mark.parametrize(
    ("asked", "codes"),
    [
        ({"q": "oposto"}, []),
        ({"q": "opposite"}, ["finding"]),
        ({"q": "DRAWDOWN fáils"}, ["drawdown"]),
        ({"q": "rsi revers"}, ["drawdown", "missed"]),
        ({"q": "reversão"}, ["drawdown", "missed"]),
        ({"q": '" OR *'}, []),
        ({"ticker": "aapl", "kind": "strategy"}, ["missed"]),
        ({"ticker": "IBM"}, []),
        ({"approach": "mean_reversion"}, ["drawdown", "missed"]),
        ({"frequency": "1d"}, ["drawdown", "missed", "finding"]),
        ({"pinned": "yes"}, ["missed"]),
        ({"pinned": "no"}, ["finding"]),
        ({"retired": "only"}, ["drawdown"]),
        ({"retired": "all"}, ["drawdown", "missed", "finding"]),
        ({"archived": "only"}, ["finding"]),
        ({"archived": "all"}, ["drawdown", "missed", "finding"]),
        ({"archived": ""}, ["drawdown", "missed"]),
    ],
)
def test_it_is_narrowed(lessons, rita, asked, codes):
    if "pinned" in asked or "retired" in asked:
        pin_lesson(lesson_id=lessons[1].pk, user=rita.user)
        retire_lesson(lesson_id=lessons[2].pk, user=rita.user)
    if "archived" in asked:
        Lesson.objects.filter(pk=lessons[0].pk).update(archived_at=lessons[0].created_at)
    assert shown(rita, **asked) == codes


def test_a_number_finds_the_lesson(lessons, ana):
    assert shown(ana, q=str(lessons[1].pk)) == [lessons[1].code]


@pytest.mark.parametrize(
    ("name", "value"), [("kind", "tale"), ("approach", "luck"), ("pinned", "maybe")]
)
def test_a_value_that_no_filter_takes_is_said(lessons, ana, name, value):
    page = ana.get(LIST, {name: value})
    assert value in " ".join(page.context["form"].errors[name])
    assert list(page.context["page"]) == []


def test_a_lesson_with_what_it_rests_on(lessons, ana):
    text = ana.get(f"{LIST}{lessons[1].pk}/").text
    for said in ("RSI reversion missed its gates", "Sharpe ratio", "0.42", "34.0%",
                 "gate score",
                 "RSI reversion 1.0", "One bar tends to be followed by its opposite", "momentum",
                 "1,961 observations"):  # fmt: skip
        assert said in text, said
    assert f"{HOLDOUT_SHARPE:.2f}" not in text


def test_who_recalled_it(lessons, ana, eva):
    own = make_strategy(owner=ana.user, memory=recall(**ASKED))
    make_strategy(owner=eva.user, memory=recall(**ASKED))
    page = ana.get(f"{LIST}{lessons[0].pk}/")
    assert list(page.context["recalled"]) == [own]
    fresh = remember(strategy=make_developed(owner=ana.user, ticker="IBM"), state={})
    page = ana.get(f"{LIST}{fresh[0].pk}/")
    assert list(page.context["recalled"]) == []
    assert "has recalled it yet" in page.text


def test_a_reviewer_curates(lessons, rita):
    lesson = lessons[0]
    for act, said in (("pin", "pinned: every later"), ("unpin", "no longer pinned"),
                      ("retire", "recalled no more"), ("restore", "recalled again")):  # fmt: skip
        answer = rita.post(f"{LIST}{lesson.pk}/{act}/", follow=True)
        assert said in answer.text
        assert 'class="message success"' in answer.text
    answer = rita.post(f"{LIST}{lesson.pk}/restore/", follow=True)
    assert f"lesson {lesson.pk} is not retired" in answer.text


def test_an_archived_lesson_says_so_and_is_restored(lessons, rita):
    Lesson.objects.filter(pk=lessons[0].pk).update(archived_at=lessons[0].created_at)
    address = f"{LIST}{lessons[0].pk}/"
    assert "as no development recalled it for long" in rita.get(address).text
    assert "What none recalled for 90 days is archived." in rita.get(LIST).text
    answer = rita.post(f"{address}restore/", follow=True)
    assert "recalled again" in answer.text
    assert "as no development recalled it" not in answer.text


def test_a_researcher_does_not(lessons, ana):
    lesson = lessons[0]
    assert 'data-key="p"' not in ana.get(f"{LIST}{lesson.pk}/").text
    for act in ("pin", "retire"):
        answer = ana.post(f"{LIST}{lesson.pk}/{act}/", follow=True)
        assert "only a reviewer or an admin" in answer.text
    answer = ana.post(f"{LIST}{lesson.pk}/edit/", {"text": "mine"}, follow=True)
    assert "only a reviewer or an admin" in answer.text
    lesson.refresh_from_db()
    assert (lesson.pinned, lesson.retired_at) == (False, None)
    assert not lesson.edits.exists()


def test_what_one_may_not_see_is_not_there(lessons, eva):
    address = f"{LIST}{lessons[0].pk}/"
    assert eva.get(address).status_code == 404
    for act in ("pin", "edit", "unpin", "retire", "restore"):
        assert eva.post(f"{address}{act}/").status_code == 404


def test_an_act_that_there_is_not(lessons, rita):
    assert rita.post(f"{LIST}{lessons[0].pk}/praise/").status_code == 404
    assert rita.get(f"{LIST}{lessons[0].pk}/pin/").status_code == 405


def test_a_reviewer_rewords(lessons, rita, ana):
    address = f"{LIST}{lessons[0].pk}/"
    answer = rita.post(f"{address}edit/", {"text": "Turns back <b>", "expected": "0"}, follow=True)
    assert "reworded: later developments" in answer.text
    text = ana.get(address).text
    assert "Turns back &lt;b&gt;" in text
    assert "<del>" in text
    assert "rita" in text
    assert shown(ana, q="turns") == ["finding"]
    assert "reworded" in ana.get(LIST).text


@pytest.mark.parametrize("text", ["", "x" * 1_001])
def test_words_that_are_refused_are_kept(lessons, rita, text):
    page = rita.post(f"{LIST}{lessons[0].pk}/edit/", {"text": text, "expected": "0"})
    assert page.status_code == 422
    assert "text" in page.context["form"].errors
    assert page.context["form"]["text"].value() == text
    assert not lessons[0].edits.exists()


def test_a_rewording_that_came_first_is_shown_before_another(lessons, rita, root):
    pk = lessons[0].pk
    edit_lesson(lesson_id=pk, text="The admin's words", user=root.user)
    page = rita.post(f"{LIST}{pk}/edit/", {"text": "Rita's words", "expected": "0"})
    assert page.status_code == 422
    assert "meanwhile" in page.text
    assert "The admin&#x27;s words" in page.text
    expected = page.context["form"]["expected"].value()
    again = rita.post(f"{LIST}{pk}/edit/", {"text": "Rita's words", "expected": expected})
    assert again.status_code == 302
    assert Lesson.objects.get(pk=pk).text == "Rita's words"


@pytest.mark.parametrize("path", ["", "1/"])
def test_who_is_not_signed_in_sees_nothing(client, db, path):
    assert client.get(f"{LIST}{path}").url.startswith("/sign-in/")
