"""`manage.py demo_model`: the whole refinement over the real wire, with a very small model."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.management.base import CommandError

from config.llm import local
from config.llm.local import NoLocalModel
from config.runs import providers
from config.runs.models import LlmCall, Run
from config.runs.rules import only, rules
from hypotheses.management.commands import demo_model
from hypotheses.management.commands.demo_model import IDEA, small
from hypotheses.models import Hypothesis
from tests.hypotheses.helpers import command

pytestmark = pytest.mark.django_db(transaction=True)
OUTCOMES = {"ok", "truncated", "invalid", "unfit", "bad_request"}


@pytest.mark.slow
def test_a_real_model_is_held_to_account(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo_model, "ANSWER_TOKENS", 48)  # it computes here, word by word
    try:
        local.weights()
    except NoLocalModel as missing:
        pytest.skip(str(missing))
    out, log = command("demo_model")

    run = Run.objects.get()
    assert run.status == "done", run.error
    hypothesis = Hypothesis.objects.get()
    decision = hypothesis.decisions.get()
    assert decision.after in ("approved", "rejected")
    assert f"=> {decision.after}" in out
    # Every attempt is accounted for: as many as the server counted, none in the air.
    calls = list(LlmCall.objects.filter(run=run))
    assert {call.outcome for call in calls} <= OUTCOMES
    assert {call.node for call in calls} >= {"orchestrator", "methodologist"}
    assert all(call.tokens_in > 0 and call.tokens_out > 0 and call.seconds > 0 for call in calls)
    assert all(call.raw for call in calls)
    assert out.count(f"| {local.NAME} |") == len(calls)
    assert f"{len(calls)} calls, {sum(c.tokens_in for c in calls)} tokens in" in out
    assert "step orchestrator" in log
    # Nothing is invented: no figure, as the idea holds none; words of others are suggested.
    for version in hypothesis.versions.all():
        assert not re.search(r"\d", version.question)
        for element in version.elements.exclude(origin="suggested"):
            # The author's claim may stand in our question: `To what extent is it true that ...?`
            said, idea = element.text.lower(), IDEA.lower()
            assert said in idea or idea in said


def test_it_says_what_is_missing_and_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "PACKAGES", {"no_such_server": "xllamacpp"})
    with pytest.raises(CommandError, match="xllamacpp: make demo-llm installs them"):
        command("demo_model")
    assert not Run.objects.exists()


def test_in_its_block_no_other_model_is_asked(settings: Any) -> None:
    settings.LLM_BASE_URL, settings.LLM_MODEL = "https://api.openai.com/v1", "dear-1"
    alone = small("http://127.0.0.1:9/v1")
    with only(alone):
        assert providers.configured() == [alone]
        assert rules().hosts == ()
    assert [each.model for each in providers.configured()] == ["dear-1"]
