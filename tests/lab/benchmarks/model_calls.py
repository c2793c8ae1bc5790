"""What a development asks a model, at its longest: a server of ours whose designs never hold."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from tests.lab.benchmarks.figures import Figure
from tests.lab.benchmarks.watching import watch
from tests.lab.chaos.model import Model
from tests.lab.chaos.questions import Body, schema_of
from tests.lab.talkers.developing import ANSWERS

CALLS, TOKENS = 50, 140_000
CHARACTERS = 4  # of a token, as is usually counted
TICKER, BARS, SEED = "NOISE", 2_500, 11
SMALL = ("--max-iterations", "1", "--variants", "3")


def measure(environment: Mapping[str, str], *, small: bool = False) -> Sequence[Figure]:
    """`develop` with default limits on a random walk: calls, and the tokens that are sent."""
    _import_noise(environment)
    asked: list[int] = []
    lock = threading.Lock()

    def answer(body: Body) -> Mapping[str, Any]:
        with lock:
            asked.append(len(json.dumps(body, ensure_ascii=False)) // CHARACTERS)
        return ANSWERS[schema_of(body)](body)

    command = [sys.executable, "manage.py", "develop", TICKER, "--json", *(SMALL if small else ())]
    with Model(answer, seconds=0.0) as model:
        found = watch(command, {**environment, **model.settings}, sample=False)
    state = json.loads(found.out)
    return [
        Figure("calls", len(asked), "", CALLS, at_most=True),
        Figure("tokens", sum(asked), "", TOKENS, at_most=True),
        Figure("stored", state["total_llm_calls"]),
        Figure("iterations", state["current_iteration"]),
    ]


def _import_noise(environment: Mapping[str, str]) -> None:
    """Prices in which there is nothing to find."""
    moves = np.random.default_rng(SEED).normal(0.0, 0.012, BARS)
    closes = 100 * np.exp(np.cumsum(moves))
    opens = np.r_[closes[0], closes[:-1]]
    frame = pd.DataFrame(
        {
            "Open": opens,
            "High": np.maximum(opens, closes) * 1.004,
            "Low": np.minimum(opens, closes) * 0.996,
            "Close": closes,
            "Volume": 1_000_000,
        },
        index=pd.date_range("2012-01-02", periods=BARS, freq="B", name="Date"),
    )
    file = Path(environment["CRIVO_DATA_DIR"]) / "noise.csv"
    frame.round(4).to_csv(file)
    command = [sys.executable, "manage.py", "import_prices", str(file), "--ticker", TICKER]
    watch(command, environment, sample=False)
