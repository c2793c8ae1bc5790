"""Embeddings by a model provider: over the real wire, each call a row, each fault with a name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from config.recall.index import ProviderEmbedder, open_index
from config.recall.port import RecallError
from config.recall.sync import reindex
from config.runs.models import Event, LlmCall
from tests.config.runs.asking import configure
from tests.hypotheses.helpers import REFINED
from tests.llm.server import FaultServer
from tests.trading.helpers import make_strategy
from tests.trading.memory.test_recall_search import lesson
from trading.models import Strategy
from trading.services.submit import start_development

pytest.importorskip("chromadb")
pytestmark = pytest.mark.django_db(transaction=True)
KEY = "sk-planted-7d2c5b1e90"


@pytest.fixture
def chosen(settings: Any, tmp_path: Path) -> Any:
    settings.MEMORY = "chroma"
    settings.MEMORY_MODEL = "embed-1"
    settings.DATA_DIR = tmp_path
    return settings


def test_a_vector_a_text_in_order_and_a_row_a_call(
    chosen: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEST_API_KEY", KEY)
    with FaultServer() as server:
        configure(chosen, server, KEY_ENV="TEST_API_KEY")
        embedder = ProviderEmbedder()
        vectors = embedder.passages(["aab", "b", *["c"] * 20])
    assert vectors[1][:3] == [0.0, 1.0, 0.0]
    assert vectors[0][0] == pytest.approx(2 / 5**0.5)
    assert len(vectors) == 22
    assert [asked.headers["authorization"] for asked in server.asked] == [f"Bearer {KEY}"] * 2
    rows = LlmCall.objects.order_by("pk")
    assert [(row.outcome, row.model, row.prompt, row.raw) for row in rows] == [
        ("ok", "embed-1", "embeddings", "")
    ] * 2
    assert [row.pk for row in rows] == embedder.tickets
    assert KEY not in str(list(rows.values()))


@pytest.mark.parametrize(
    ("fault", "outcome"),
    [("server_error", "server_error"), ("unauthorized", "unauthorized"), ("garbage", "garbage"),
     ("redirect", "redirected"), ("echo_key", "unauthorized"), ("reset", "connection"),
     ("null_choices", "garbage"), ("zipped", "garbage")],
)  # fmt: skip
def test_a_fault_has_its_name_and_its_row(
    chosen: Any, monkeypatch: pytest.MonkeyPatch, fault: str, outcome: str
) -> None:
    monkeypatch.setenv("TEST_API_KEY", KEY)
    with FaultServer(always=fault) as server:
        configure(chosen, server, KEY_ENV="TEST_API_KEY")
        with pytest.raises(RecallError, match="no embeddings: embed-1") as raised:
            ProviderEmbedder().query("gold")
    assert [row.outcome for row in LlmCall.objects.all()] == [outcome]
    assert KEY not in str(raised.value)
    assert KEY not in LlmCall.objects.get().error


def test_an_address_that_is_not_allowed_is_not_asked(chosen: Any) -> None:
    with FaultServer() as server:
        configure(chosen, server)
        chosen.LLM_ALLOW_PRIVATE = []
        with pytest.raises(RecallError, match="no embeddings"):
            ProviderEmbedder().query("gold")
        assert server.asked == []


def test_without_a_provider_it_says_what_is_missing(chosen: Any) -> None:
    with pytest.raises(RecallError, match="no model provider serves `memory`"):
        open_index()


def test_a_development_pays_for_its_search(chosen: Any) -> None:
    lesson(make_strategy(), "zzz zzz", ticker="IBM")
    with FaultServer() as server:
        configure(chosen, server)
        reindex()
        LlmCall.objects.all().delete()
        run = start_development(ticker="AAPL", objective="zz", wake=False).run
    assert [call.run_id for call in LlmCall.objects.all()] == [run.pk]
    memory = Strategy.objects.get(pk=run.subject_id).memory
    assert memory is not None
    assert [row["text"] for row in memory.content] == ["zzz zzz"]


def test_a_provider_that_fails_leaves_it_to_the_words_and_the_run_says_so(chosen: Any) -> None:
    lesson(make_strategy(), "rsi", ticker="IBM")
    with FaultServer(always="server_error") as server:
        configure(chosen, server)
        run = start_development(ticker="AAPL", objective=REFINED["en"] + " rsi", wake=False).run
    told = Event.objects.get(run=run, kind="message").data["text"]
    assert "not by meaning: no embeddings: embed-1: the server failed (500)" in told
    memory = Strategy.objects.get(pk=run.subject_id).memory
    assert memory is not None
    assert [row["text"] for row in memory.content] == ["rsi"]
