"""Every quirk of the table through a refinement, a development and `check_model`."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from config.runs.models import LlmCall, Run
from hypotheses.model_analyst.answers import words_for
from hypotheses.models import Note
from tests.config.runs.asking import configure
from tests.hypotheses.helpers import command
from tests.llm.faults.graphs import GRAPHS, Graph, develop
from tests.llm.faults.leaks import KEY, database
from tests.llm.faults.test_sweep import is_degraded
from tests.trading.services.inline import InlinePool
from tests.trading.storage.stored import dataset

from .quirks import ERRORS, QUIRKS, STOOD_IN, USED, Quirk, once, respond_to
from .server import FaultServer

pytestmark = pytest.mark.django_db(transaction=True)
SETTINGS = {"KEY_ENV": "PLANTED_API_KEY", "MAX_CALLS": 500, "MAX_TOKENS": 10_000_000,
            "MAX_ANSWER_TOKENS": 2_000}  # fmt: skip


# A spec is a document with rules of its own: it is not mended, but sent back to be.
STRICT_SPECS = ("numbers as texts", "a key too many", "line breaks", "capitals")
# It spoils the first text of an answer, which in a development is a name that must be known.
SPOILED = "half a character"
DEGRADED = {"en": "No language model gave", "pt": "Nenhum modelo de linguagem deu"}


@pytest.fixture
def inline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trading.backtest.pool.Pool", InlinePool)


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLANTED_API_KEY", KEY)


def played(graph: Graph, quirk: Quirk, settings: Any, language: str = "en") -> list[LlmCall]:
    """The calls of a run on a server with a quirk, once it ended as it should."""
    with FaultServer(graph.answer) as server:
        respond_to(quirk, server)
        configure(settings, server, **SETTINGS)
        ended = graph.play(language)
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


@pytest.mark.parametrize("language", ["en", "pt"])
@pytest.mark.parametrize("name", QUIRKS)
def test_a_refinement_uses_what_can_be_used(settings: Any, name: str, language: str) -> None:
    quirk = QUIRKS[name]
    calls = played(GRAPHS["refinement"], quirk, settings, language)

    notes = set(Note.objects.filter(kind="degraded").values_list("text", flat=True))
    texts = {words_for(language).text(f"notes.degraded_{what}") for what in ("version", "review")}
    assert notes <= texts
    assert bool(notes) == (quirk.becomes == STOOD_IN)
    if quirk.said:
        assert any(quirk.said in call.error for call in calls), [call.error for call in calls]
    for call in calls:
        if call.outcome == "ok" and quirk.mended:
            assert quirk.mended in call.mended
    if quirk.refused_once:
        assert once([call.outcome for call in calls])
        assert len(calls) <= GRAPHS["refinement"].calls + 6
    assert all(KEY not in row for row in database())


@pytest.mark.parametrize("name", ERRORS)
def test_a_development_goes_on(settings: Any, name: str, inline: None) -> None:
    played(GRAPHS["development"], QUIRKS[name], settings)


@pytest.mark.parametrize(
    ("name", "language"),
    [(name, "en") for name in QUIRKS]
    + [(name, "pt") for name, quirk in QUIRKS.items() if quirk.becomes == STOOD_IN],
)
def test_develop_uses_what_can_be_used(
    settings: Any, name: str, language: str, inline: None
) -> None:
    """And says on its page, in the reader's language, where the built-in analyst stood in."""
    quirk = QUIRKS[name]
    dataset()
    with FaultServer(develop) as server:
        respond_to(quirk, server)
        configure(settings, server, **SETTINGS)
        limits = ("--max-iterations", "1", "--variants", "3", "--seed", "7")
        out, _log = command("develop", "WALK", *limits, "--language", language, "--json")

    unused = quirk.becomes == STOOD_IN or name == SPOILED
    stood_in = unused or name in STRICT_SPECS
    outcomes = set(LlmCall.objects.values_list("outcome", flat=True))
    assert Run.objects.get().status == "done"
    assert outcomes <= quirk.outcomes | ({"unfit"} if name in STRICT_SPECS else set())
    assert "ok" in outcomes or unused
    shown = json.dumps(json.loads(out), ensure_ascii=False)
    said = [text for text in DEGRADED.values() if text in shown]
    assert said == ([DEGRADED[language]] if stood_in else [])


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
    passing = {"429 in a 200", "errors in a list", "a wait with units", "Retry-After",
               "retry-after-ms", "an odd Retry-After", "a wait in words", "overloaded",
               "no number", "another language", "half a character", "capitals"}  # fmt: skip
    if name not in passing:
        assert fit == (quirk.becomes == USED), said
    if not fit:
        assert said.startswith("settings: failed: " if language == "en" else "settings: falhou: ")
        assert said.count("\n") == 1
    assert KEY not in said
    assert not LlmCall.objects.filter(outcome="reserved").exists()
