"""Refinements that ask a model, over the real wire: two judges, budgets, replays, estimates."""

from __future__ import annotations

from typing import Any

import pytest

from config.desk.inbox import Need, waiting_for
from config.runs.execution import execute
from config.runs.models import LlmCall, Run
from config.runs.services import retry_run
from hypotheses.models import Hypothesis, Review
from hypotheses.services.answers import answer_clarifications
from hypotheses.services.report import hypothesis_report
from hypotheses.services.submit import estimate_refinement
from tests.config.runs.asking import configure
from tests.hypotheses.helpers import (
    COMPLETE,
    LANGUAGES,
    REFINED,
    VETOED,
    command,
    last_run,
    refined,
)
from tests.hypotheses.model_analyst.talker import talk
from tests.llm.reading import data_of, schema_of
from tests.llm.server import Asked, FaultServer
from tests.people import person

pytestmark = pytest.mark.django_db(transaction=True)


def _scoring(asked: Asked, **told: Any) -> dict[str, Any]:
    """A methodologist who finds the last two words to earn the same score for everything."""
    if schema_of(asked) not in ("AspectAnswer", "TestabilityAnswer"):
        return talk(asked)
    last = " ".join(data_of(asked)["version"].split()[-2:])
    sound = {"unscientific": False, "basis_quote": "", "reason": ""}
    return {"quote": last, **told} | (sound if schema_of(asked) == "TestabilityAnswer" else {})


def lenient(asked: Asked) -> dict[str, Any]:
    """One to whom everything is covered."""
    return _scoring(asked, gap="", suggestion="", score=2)


def strict(asked: Asked) -> dict[str, Any]:
    """One to whom nothing is."""
    return _scoring(asked, gap="This is not said.", suggestion="What is meant by it?", score=1)


def judges(hypothesis: Hypothesis) -> list[tuple[int, str, str, bool, bool]]:
    rows = Review.objects.filter(version__hypothesis=hypothesis).order_by("pk")
    return list(
        rows.values_list("version__number", "judge", "status", "forced", "degraded"),
    )


def report(hypothesis: Hypothesis) -> dict[str, Any]:
    return hypothesis_report(hypothesis_id=hypothesis.pk)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_version_has_both_verdicts_the_model_s_last(settings: Any, language: str) -> None:
    with FaultServer(talk) as server:
        configure(settings, server)
        hypothesis = refined(REFINED[language])

    assert last_run(hypothesis).status == "done", last_run(hypothesis).error
    assert judges(hypothesis) == [
        (1, "builtin", "needs_refinement", False, False),
        (1, "model-1", "needs_refinement", False, False),
        (2, "builtin", "approved", False, False),
        (2, "model-1", "approved", False, False),
    ]
    assert hypothesis.decisions.get().after == "approved"
    told = report(hypothesis)["versions"][-1]["review"]
    assert [each["judge"] for each in told["judges"]] == ["builtin", "model-1"]
    assert told["degraded"] is False


def test_usage_is_what_was_asked_and_what_it_cost(settings: Any) -> None:
    with FaultServer(talk) as server:
        configure(settings, server)
        hypothesis = refined(REFINED["en"])
        made = len(server.asked)

    usage = report(hypothesis)["usage"]
    rows = LlmCall.objects.filter(run=last_run(hypothesis))
    tokens = sum(row.tokens_in + row.tokens_out for row in rows)
    cost = sum(row.tokens_in + 2 * row.tokens_out for row in rows) / 1_000_000
    # The orchestrator, one refinement, four aspects and the whole of each of two versions.
    assert usage["llm_calls"] == made == 12
    assert usage["tokens"] == tokens > 0
    assert usage["cost_usd"] == pytest.approx(cost)
    assert set(rows.values_list("node", flat=True)) == {
        "orchestrator", "structurer", "methodologist",
    }  # fmt: skip


def test_judges_that_disagree_are_shown_counted_and_wait_for_a_reviewer(
    settings: Any, client: Any
) -> None:
    rita = person("rita", "reviewer")
    with FaultServer(strict) as server:
        configure(settings, server)
        hypothesis = refined(COMPLETE["en"], user=person("ana", "researcher"), max_refinements=0)

    assert [row[1:4] for row in judges(hypothesis)] == [
        ("builtin", "approved", False), ("model-1", "needs_refinement", False),
        ("builtin", "approved", True), ("model-1", "rejected", True),
    ]  # fmt: skip
    (item,) = waiting_for(rita)[Need.DISAGREEMENT].items
    assert item.detail == "the judges of V1 disagree"
    assert "disagreement" in {warning["code"] for warning in report(hypothesis)["warnings"]}
    assert Hypothesis.objects.with_counts().get(pk=hypothesis.pk).disputes == 1  # type: ignore[attr-defined]
    client.force_login(rita)
    text = client.get(f"/hypotheses/{hypothesis.pk}/").content.decode()
    assert "The judges disagree" in text
    assert "model-1: needs refinement" in text
    assert "built-in analyst: approved" in text


def test_a_model_does_not_approve_while_a_slot_is_open(settings: Any) -> None:
    with FaultServer(lenient) as server:
        configure(settings, server)
        hypothesis = refined(REFINED["en"], max_refinements=0)

    assert [row[1:4] for row in judges(hypothesis)] == [
        ("builtin", "needs_refinement", False), ("model-1", "needs_refinement", False),
        ("builtin", "rejected", True), ("model-1", "rejected", True),
    ]  # fmt: skip
    assert hypothesis.gaps.filter(state="open").exists()


def test_a_veto_of_the_built_in_analyst_is_not_overruled(settings: Any) -> None:
    with FaultServer(lenient) as server:
        configure(settings, server)
        hypothesis = refined(VETOED["en"])

    assert [row[1:3] for row in judges(hypothesis)] == [
        ("model-1", "needs_refinement"), ("builtin", "rejected"),
    ]  # fmt: skip
    assert hypothesis.decisions.get().after == "rejected"


def test_a_run_that_goes_on_asks_nothing_again(settings: Any) -> None:
    """Without the cache: what was asked stands in the steps, both verdicts in one."""
    with FaultServer(talk) as server:
        configure(settings, server, MAX_CALLS=6, CACHE=False)
        hypothesis = refined(REFINED["en"])
        run = last_run(hypothesis)
        assert (run.status, len(server.asked)) == ("failed", 6)
        assert run.error == (
            "structurer: the budget of 6 model calls is used up; CRIVO_LLM_BUDGET (calls) "
            "raises it, then try the run again (BudgetExceeded)"
        )
        assert not hypothesis.decisions.exists()

        settings.LLM_MAX_CALLS = 100
        assert execute(retry_run(run_id=run.pk, wake=False).pk).status == "done"
        assert len(server.asked) == 12
    assert [row[:2] for row in judges(hypothesis)] == [
        (1, "builtin"), (1, "model-1"), (2, "builtin"), (2, "model-1"),
    ]  # fmt: skip


def test_the_same_idea_again_costs_nothing(settings: Any) -> None:
    with FaultServer(talk) as server:
        configure(settings, server)
        first = refined(REFINED["en"])
        made = len(server.asked)
        second = refined(REFINED["en"])

    assert len(server.asked) == made
    assert judges(second) == judges(first)
    assert report(second)["usage"]["llm_calls"] == 0


def test_where_the_model_fails_the_built_in_analyst_s_stands_marked(settings: Any) -> None:
    plain = refined(REFINED["en"])
    with FaultServer(talk, always="unauthorized") as server:
        configure(settings, server)
        hypothesis = refined(REFINED["en"])

    assert last_run(hypothesis).status == "done"
    assert judges(hypothesis) == [(*row[:4], True) for row in judges(plain)]
    found, expected = report(hypothesis), report(plain)
    assert [v["question"] for v in found["versions"]] == [
        v["question"] for v in expected["versions"]
    ]
    assert found["status"] == expected["status"]
    codes = [warning["code"] for warning in found["warnings"]]
    assert codes.count("degraded") == 2
    # Once for the kind, once for each of four aspects and the whole; then nobody is asked any more.
    assert found["usage"]["llm_calls"] == 6


def test_an_agent_without_a_model_is_the_built_in_one(settings: Any) -> None:
    with FaultServer(talk) as server:
        configure(settings, server, AGENTS=["structurer"])
        hypothesis = refined(REFINED["en"])

    assert {schema_of(asked) for asked in server.asked} == {"DraftAnswer"}
    assert {row[1] for row in judges(hypothesis)} == {"builtin"}
    assert {row[4] for row in judges(hypothesis)} == {False}


def test_models_for_other_agents_change_nothing(settings: Any) -> None:
    with FaultServer(talk) as server:
        configure(settings, server, AGENTS=["leader"])
        hypothesis = refined(REFINED["en"])
        assert server.asked == []
        assert estimate_refinement(text=REFINED["en"], language="en") is None
    assert "judges" not in report(hypothesis)["versions"][0]["review"]


def test_a_further_round_builds_on_the_verdict_that_led_on(settings: Any) -> None:
    with FaultServer(lenient) as server:
        configure(settings, server)
        hypothesis = refined(COMPLETE["en"])
        server.answer = talk
        answers = {"population": "adults of one sleep clinic"}
        run = answer_clarifications(hypothesis_id=hypothesis.pk, answers=answers, wake=False)
        assert execute(run.pk).status == "done", Run.objects.get(pk=run.pk).error

    version = hypothesis.versions.get(number=2)
    assert "of one sleep clinic" in version.question
    assert version.elements.get(kind="population").origin == "confirmed"


# The estimate.


def test_refine_says_what_it_will_take_before_it_starts(settings: Any) -> None:
    with FaultServer(talk) as server:
        configure(settings, server)
        _out, log = command("refine", REFINED["en"], "--json")
    assert log.startswith("up to about 20 calls to the models, 0.0")


def test_the_estimate_is_near_what_the_longest_way_takes(settings: Any) -> None:
    with FaultServer(talk) as server:
        configure(settings, server)
        told = estimate_refinement(text=COMPLETE["pt"], language="pt", max_refinements=0)
        refined(COMPLETE["pt"], max_refinements=0)
    assert told is not None
    usage = LlmCall.objects.all().usage()
    assert usage["llm_calls"] <= told.calls
    each = (usage["tokens_in"] + usage["tokens_out"]) / usage["llm_calls"]
    assert 0.6 < told.tokens / told.calls / each < 1.7


def test_the_page_of_a_new_idea_tells_it_only_with_a_model(settings: Any, client: Any) -> None:
    client.force_login(person("ana", "researcher"))
    assert "to the models" not in client.get("/hypotheses/new/").content.decode()
    from django.core.cache import cache

    cache.clear()
    with FaultServer(talk) as server:
        configure(settings, server)
        assert "up to about 20 calls" in client.get("/hypotheses/new/").content.decode()


def test_without_a_model_nothing_is_told_nor_asked() -> None:
    _out, log = command("refine", REFINED["en"], "--json")
    assert "to the models" not in log
    assert not LlmCall.objects.exists()
