"""The page of a development: what it says in each state."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from config.runs.models import Run, Step
from tests.people import person
from tests.trading.desk import abandoned, asked, at_limit, recorded, succeeded
from tests.trading.helpers import make_strategy
from tests.trading.views.people import client_of, text_of, window
from trading.models import ErrorEntry, FactSheet, Finding, GateOutcome, Iteration, Strategy

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> User:
    return person("ana")


def page(user: User, strategy: Strategy, query: str = "") -> str:
    answer = client_of(user).get(f"/strategies/{strategy.pk}/{query}")
    assert answer.status_code == 200
    return text_of(answer)


def run_of(strategy: Strategy) -> Run:
    return Run.objects.get(kind="development", subject_id=strategy.pk)


def test_one_that_ended_tells_what_was_asked_and_the_verdict(ana: User):
    strategy = at_limit(ana, objective="momentum with low drawdown")
    shown = page(ana, strategy)
    assert "momentum with low drawdown" in shown
    assert strategy.dataset.sha256[:12] in shown
    assert "No strategy for WALK within the limits" in shown
    assert "research tool, not investment advice" in shown
    assert "limit reached" in shown
    assert shown.count('data-label="decided"') == 3
    assert "Nothing in this development has seen the last fifth" in shown


def test_the_highest_gate_score_says_whether_it_passes(ana: User):
    assert 'does not pass <span class="soft">(iteration' in page(ana, at_limit(ana))
    assert ', passes <span class="soft">(iteration' in page(ana, succeeded(ana))


def test_what_a_stopped_run_never_came_to_is_not_waiting(ana: User):
    strategy = asked(ana).strategy
    assert "</span> waiting" in page(ana, strategy)
    Run.objects.filter(subject_id=strategy.pk).update(
        status="cancelled", finished_at=timezone.now()
    )
    shown = page(ana, strategy)
    assert "not reached" in shown
    assert "</span> waiting" not in shown


def test_a_success_tells_of_its_holdout(ana: User):
    shown = page(ana, succeeded(ana))
    assert "A strategy for EDGE was found" in shown
    assert "It held:" in shown
    assert 'id="recorded"' not in shown  # why it counts is not folded away
    assert "0 openings of these bars before." in shown


def test_one_that_was_abandoned_says_why(ana: User):
    strategy = abandoned(ana)
    shown = page(ana, strategy)
    assert f"abandoned (iterations: {strategy.state['current_iteration']}" in shown
    assert "nothing to be found" in shown


def test_what_passed_its_gates_and_failed_on_the_sealed_bars_says_so_unfolded(ana: User):
    strategy = recorded(ana, final_message="The sealed holdout did not bear it out.")
    GateOutcome.objects.update(passed=True, score=1.0)
    shown = page(ana, strategy)
    assert "The sealed holdout did not bear it out." in shown
    assert 'id="recorded"' not in shown


def test_findings_have_their_p_values_before_and_after_correction(ana: User):
    strategy = recorded(ana)
    finding = {"agent": "momentum", "name": "autocorrelation_1", "p_adjusted": 0.0123}
    Step.objects.filter(item="agent momentum").update(output={"findings": [finding]})
    cells = re.findall(r'data-label="(p|adjusted p)">([^<]+)<', page(ana, strategy))
    assert cells == [("p", "&lt; 0.001"), ("adjusted p", "0.012")]


def test_one_that_waits_is_looked_at_again_and_can_be_stopped(ana: User):
    waiting = asked(ana)
    shown = page(ana, waiting.strategy)
    assert "It waits for a worker." in shown
    assert f'hx-get="/strategies/{waiting.strategy.pk}/live/' in shown
    assert f'action="/strategies/{waiting.strategy.pk}/runs/{waiting.run.pk}/cancel/"' in shown
    assert f'<noscript><a class="button" href="/strategies/{waiting.strategy.pk}/">' in shown


def test_one_that_ended_is_not_looked_at_again(ana: User):
    shown = page(ana, recorded(ana))
    assert "hx-get" not in shown
    assert "htmx" not in re.sub(r'name="htmx-config"', "", shown)


def test_a_run_that_failed_says_why_and_can_be_taken_up(ana: User):
    waiting = asked(ana)
    Run.objects.filter(pk=waiting.run.pk).update(
        status="failed", error="strategy_dev: no luck (ValueError)", finished_at=timezone.now()
    )
    shown = page(ana, waiting.strategy)
    assert "strategy_dev: no luck (ValueError)" in shown
    assert "ended before there was a verdict" in shown
    assert f'action="/strategies/{waiting.strategy.pk}/runs/{waiting.run.pk}/retry/"' in shown


def test_a_run_that_nobody_takes_up_says_what_to_do(ana: User):
    waiting = asked(ana)
    Run.objects.update(queued_at=timezone.now() - timedelta(hours=1))
    assert "Start one with `manage.py work`" in page(ana, waiting.strategy)


def test_one_without_a_run_says_so(ana: User):
    assert "No run has begun yet." in page(ana, make_strategy(owner=ana))


def test_an_earlier_round_of_research_has_an_address(ana: User):
    strategy = recorded(ana)
    FactSheet.objects.create(strategy=strategy, research_iteration=2, domain="technical",
                             with_data=5, of=5, text="t")  # fmt: skip
    assert '<a class="button quiet" href="?research=1#findings" aria-current="true">1</a>' in page(
        ana, strategy, "?research=1"
    )
    for odd in ("0", "99", "x", "-1", "9" * 50):
        page(ana, strategy, f"?research={odd}")


def test_what_models_and_people_wrote_is_text(ana: User):
    strategy = recorded(ana, rounds=1, objective="<script>x</script>")
    evil = '"><img src=x onerror=alert(1)>'
    Iteration.objects.update(reasoning=evil, failure={"cause": evil, "specific_actions": [evil]})
    Finding.objects.update(interpretation=evil, name=evil, data_ref={"columns": [evil]})
    strategy.variants.update(name=evil)
    ErrorEntry.objects.update(message=evil)
    shown = page(ana, strategy)
    assert "<img" not in shown.replace('<img src="/static/crivo.svg"', "")
    assert "<script>x" not in shown


def test_the_page_holds_nothing_that_its_policy_refuses(ana: User):
    shown = page(ana, recorded(ana))
    assert " style=" not in shown
    assert "<style" not in shown
    assert not re.search(r"<script(?![^>]* src=)", shown)
    assert not re.search(r"\son[a-z]+=", shown)


def test_the_development_keeps_its_language_on_a_page_in_another(ana: User):
    strategy = recorded(ana, language="pt", final_message="Nenhuma estratégia para AAPL.")
    assert '<p class="sentence" lang="pt">Nenhuma' in page(ana, strategy)


@pytest.mark.parametrize("act", ["", "live/", "report/", "experiments.jsonl"])
def test_only_who_may_see_it_gets_it(ana: User, act: str):
    url = f"/strategies/{recorded(ana).pk}/{act}"
    assert window("eva").get(url).status_code == 404
    assert window("rita", "reviewer").get(url).status_code == 200
    assert window("root", "admin").get(url).status_code == 200
    assert window("eva2").get("/strategies/99999/" + act).status_code == 404


@pytest.mark.parametrize("act", ["", "report/", "experiments.jsonl"])
def test_who_is_not_signed_in_is_sent_to_sign_in(client, act: str):
    answer = client.get(f"/strategies/{make_strategy().pk}/{act}")
    assert answer.status_code == 302
    assert answer["Location"].startswith("/sign-in/")
