"""A decision on the page: the card, the refusals, what was typed."""

from __future__ import annotations

from typing import Any

import pytest

from config.desk.decisions import put_in_force
from config.runs.models import Run
from tests.trading.helpers import make_developed, make_holdout
from tests.trading.services.test_decide import STATE
from trading.models import Strategy

pytestmark = pytest.mark.django_db


@pytest.fixture
def strategy(ana: Any) -> Strategy:
    made = make_developed(owner=ana.user, max_iterations=1, state=STATE)
    put_in_force(made.decisions, source="forced", after="MAX_ITERATIONS", reason="limit")
    return made


def sent(client: Any, strategy: Strategy, **typed: Any) -> Any:
    current = strategy.decisions.get(current=True).pk
    data = {"outcome": "ABANDONED", "reason": "no", "expected": current} | typed
    return client.post(f"/strategies/{strategy.pk}/decide/", data)


def in_force(strategy: Strategy) -> tuple[str, str]:
    row = strategy.decisions.get(current=True)
    return row.source, row.after


def test_a_reviewer_accepts_a_variant(strategy, rita):
    variant = strategy.variants.get()
    answer = sent(rita, strategy, outcome="ACCEPTED", variant=variant.pk, reason="fine")
    assert answer["Location"] == f"/strategies/{strategy.pk}/"
    row = strategy.decisions.get(current=True)
    assert (row.after, row.variant, row.user) == ("ACCEPTED", variant, rita.user)
    page = rita.get(answer["Location"]).text
    assert "your decision is on record" in page
    assert variant.name in page


def test_who_comes_from_a_variant_finds_it_chosen(strategy, rita):
    variant = strategy.variants.get()
    page = rita.get(f"/strategies/{strategy.pk}/", {"variant": variant.pk})
    assert page.context["decide"].initial["variant"] == variant.pk
    assert page.context["decide"]["outcome"].value() == "ACCEPTED"
    other = rita.get(f"/strategies/{strategy.pk}/", {"variant": "99999"})
    assert other.context["decide"]["outcome"].value() is None


def test_a_reviewer_abandons(strategy, rita):
    sent(rita, strategy)
    assert in_force(strategy) == ("human", "ABANDONED")


def test_sent_back_the_page_says_what_was_read(strategy, rita):
    answer = sent(rita, strategy, outcome="SENT_BACK", reason="momentum, long only")
    assert in_force(strategy) == ("human", "SENT_BACK")
    assert Run.objects.get(subject_id=strategy.pk).params["guidance"] == ["momentum, long only"]
    page = rita.get(answer["Location"]).text
    assert "long only" in page
    assert "Read from your words: wants " in page


def test_guidance_that_names_nothing_is_said_to(strategy, rita):
    answer = sent(rita, strategy, outcome="SENT_BACK", reason="do better")
    assert "the numbers decide" in rita.get(answer["Location"]).text


def test_limits_are_raised(strategy, rita):
    sent(rita, strategy, outcome="EXTENDED", max_iterations="4")
    assert in_force(strategy) == ("human", "EXTENDED")
    assert Strategy.objects.get(pk=strategy.pk).max_iterations == 4


@pytest.mark.parametrize(
    ("typed", "field", "said"),
    [
        ({"outcome": ""}, "outcome", "choose an outcome"),
        ({"outcome": "great"}, "outcome", "great"),
        ({"reason": " "}, "reason", "needs a reason"),
        ({"reason": "x" * 5_001}, "reason", "5000"),
        ({"outcome": "ACCEPTED"}, "variant", "choose the variant"),
        ({"outcome": "ACCEPTED", "variant": "999"}, "variant", "999"),
        ({"outcome": "EXTENDED"}, "max_iterations", "limit to raise"),
        ({"outcome": "EXTENDED", "max_iterations": "500"}, "max_iterations", "100"),
        ({"outcome": "EXTENDED", "max_iterations": "1"}, "__all__", "raise them further"),
    ],
)
def test_what_is_wrong_is_said_and_kept(strategy, rita, typed, field, said):
    answer = sent(rita, strategy, **typed)
    assert answer.status_code == 422
    form = answer.context["decide"]
    assert said in " ".join(form.errors[field])
    assert {name: form[name].value() for name in typed} == typed
    assert in_force(strategy) == ("forced", "MAX_ITERATIONS")


def test_who_is_late_reads_what_changed_and_may_decide_anew(strategy, rita, root):
    seen = strategy.decisions.get(current=True).pk
    sent(root, strategy, reason="I was first")
    late = sent(rita, strategy, reason="me too", expected=seen)
    assert late.status_code == 422
    assert "I was first" in late.text
    assert "me too" in late.text
    again = {"reason": "me too", "expected": late.context["decide"]["expected"].value()}
    assert sent(rita, strategy, **again).status_code == 302
    assert strategy.decisions.count() == 3


def test_a_researcher_is_sent_back_with_the_reason(strategy, ana, eva):
    answer = sent(ana, strategy)
    assert "only a reviewer decides" in ana.get(answer["Location"]).text
    assert sent(eva, strategy).status_code == 404
    assert in_force(strategy) == ("forced", "MAX_ITERATIONS")


def test_nobody_decides_on_their_own(strategy, rita):
    Strategy.objects.update(owner=rita.user)
    assert "your own strategy" in sent(rita, strategy).text
    assert "You cannot decide on your own strategy" in rita.get(f"/strategies/{strategy.pk}/").text


def test_the_card_offers_what_can_be_done(strategy, rita):
    def offered() -> list[str]:
        page = rita.get(f"/strategies/{strategy.pk}/")
        return [
            one for one in ("ACCEPTED", "ABANDONED", "SENT_BACK", "EXTENDED")
            if f'type="radio" name="outcome" value="{one}"' in page.text
        ]  # fmt: skip

    assert offered() == ["ACCEPTED", "ABANDONED", "SENT_BACK", "EXTENDED"]
    make_holdout(strategy.variants.get())
    assert offered() == ["ACCEPTED", "ABANDONED"]
    assert f"/strategies/new/?fork={strategy.pk}" in rita.get(f"/strategies/{strategy.pk}/").text
    Run.objects.create(kind="development", subject_id=strategy.pk)
    assert offered() == []


def test_it_is_only_posted(strategy, rita):
    assert rita.get(f"/strategies/{strategy.pk}/decide/").status_code == 405


def test_reasons_are_shown_as_text(strategy, rita):
    sent(rita, strategy, reason="<script>alert(1)</script>")
    assert "<script>alert" not in rita.get(f"/strategies/{strategy.pk}/").text
