"""Material holds train only."""

from __future__ import annotations

import pandas as pd
import pytest

from tests.trading.research.support import ask, frame_of, material, noise
from trading.research.types import ResearchError


def news(at: pd.Timestamp) -> dict[str, pd.DataFrame]:
    return {"news": pd.DataFrame({"available_at": [at], "sentiment": [0.5]})}


def test_auxiliary_rows_after_train_are_refused():
    frame = frame_of(noise(50))
    late = frame.index[-1] + pd.Timedelta(minutes=1)
    with pytest.raises(ResearchError, match="after the last bar of train") as refused:
        material(frame, auxiliary=news(late))
    assert refused.value.code == "auxiliary_after_train"
    assert refused.value.values["kind"] == "news"


def test_auxiliary_rows_at_the_end_of_train_are_taken():
    frame = frame_of(noise(50))
    assert material(frame, auxiliary=news(frame.index[-1])).end == frame.index[-1]


def test_auxiliary_rows_without_a_time_are_refused():
    frame = frame_of(noise(50))
    with pytest.raises(ResearchError) as refused:
        material(frame, auxiliary={"news": pd.DataFrame({"sentiment": [0.5]})})
    assert refused.value.code == "auxiliary_without_time"


def test_peers_after_train_are_refused():
    frame = frame_of(noise(50))
    with pytest.raises(ResearchError) as refused:
        material(frame.iloc[:40], peers={"PEER": frame})
    assert refused.value.code == "peer_after_train"


def test_an_empty_frame_is_refused():
    with pytest.raises(ResearchError) as refused:
        material(frame_of(noise(50)).iloc[:0])
    assert refused.value.code == "no_bars"


def test_missing_columns_are_named():
    with pytest.raises(ResearchError, match="Volume"):
        material(frame_of(noise(50)).drop(columns="Volume"))


def test_research_leaves_the_frame_as_it_was():
    frame = frame_of(noise(300))
    before = frame.copy()
    for agent in ("trend", "momentum", "volatility", "volume", "pattern"):
        ask(agent, material(frame))
    pd.testing.assert_frame_equal(frame, before)
