"""Every quirk of the table through a refinement, a development and `check_model`."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from config.runs.models import LlmCall
from tests.config.runs.asking import configure
from tests.llm.faults.graphs import GRAPHS, Graph
from tests.llm.faults.leaks import KEY, database
from tests.llm.faults.test_sweep import is_degraded

from .quirks import ERRORS, QUIRKS, STOOD_IN, USED, Quirk, once, respond_to
from .server import FaultServer

pytestmark = pytest.mark.django_db(transaction=True)
CALLS = {"refinement": 10, "development": 11}
SETTINGS = {"KEY_ENV": "PLANTED_API_KEY", "MAX_CALLS": 500, "MAX_TOKENS": 10_000_000,
            "MAX_ANSWER_TOKENS": 2_000}  # fmt: skip


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLANTED_API_KEY", KEY)


def played(graph: Graph, quirk: Quirk, settings: Any) -> list[LlmCall]:
    """The calls of a run on a server with a quirk, once it ended as it should."""
    with FaultServer(graph.answer) as server:
        respond_to(quirk, server)
        configure(settings, server, **SETTINGS)
        ended = graph.play()
        asked = len(server.asked)

    calls = list(LlmCall.objects.order_by("pk"))
    outcomes = [call.outcome for call in calls]
    assert ended.run.status == "done", ended.run.error
    assert ended.outcome in graph.outcomes
    assert len(calls) == asked
    assert is_degraded(ended) == (quirk.becomes == STOOD_IN), [call.error for call in calls]
    assert set(outcomes) <= quirk.outcomes
    assert ("ok" in outcomes) or quirk.becomes == STOOD_IN
    return calls


@pytest.mark.parametrize("name", QUIRKS)
def test_a_refinement_uses_what_can_be_used(settings: Any, name: str) -> None:
    quirk = QUIRKS[name]
    calls = played(GRAPHS["refinement"], quirk, settings)

    if quirk.said:
        assert any(quirk.said in call.error for call in calls), [call.error for call in calls]
    for call in calls:
        if call.outcome == "ok" and quirk.mended:
            assert quirk.mended in call.mended
    if quirk.refused_once:
        assert once([call.outcome for call in calls])
        assert len(calls) <= CALLS["refinement"] + 6
    assert all(KEY not in row for row in database())


@pytest.mark.parametrize("name", ERRORS)
def test_a_development_goes_on(settings: Any, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.trading.services.inline import InlinePool

    monkeypatch.setattr("trading.backtest.pool.Pool", InlinePool)
    played(GRAPHS["development"], QUIRKS[name], settings)


@pytest.mark.parametrize("language", ["en", "pt-br"])
@pytest.mark.parametrize("name", QUIRKS)
def test_check_model_says_whether_it_is_of_use(settings: Any, name: str, language: str) -> None:
    """In the reader's language, on one line for an error, and never by a traceback."""
    quirk = QUIRKS[name]
    out = io.StringIO()
    with FaultServer({"language": "en", "words": 10}) as server, translation.override(language):
        respond_to(quirk, server)
        configure(settings, server, **SETTINGS)
        try:
            call_command("check_model", stdout=out, stderr=io.StringIO())
            fit = True
        except CommandError:
            fit = False

    said = out.getvalue()
    # One attempt is made: what passes with time is told, not waited for; words need no language.
    passing = {"429 in a 200", "Retry-After", "retry-after-ms", "an odd Retry-After",
               "a wait in words", "overloaded", "no number",
               "another language", "half a character", "capitals"}  # fmt: skip
    if name not in passing:
        assert fit == (quirk.becomes == USED), said
    if not fit:
        assert said.startswith("settings: failed: " if language == "en" else "settings: falhou: ")
        assert said.count("\n") == 1
    assert KEY not in said
    assert not LlmCall.objects.filter(outcome="reserved").exists()
