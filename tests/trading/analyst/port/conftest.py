"""The strategists that must keep the contract of `trading.graph.context.Strategist`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.llm.server import FaultServer
from tests.trading.model_analyst.talker import talk
from tests.trading.model_analyst.wire import OverTheWire
from trading.analyst.strategist import BuiltinStrategist

# A further strategist joins the contract by one more entry here.
STRATEGISTS: dict[str, Callable[[FaultServer], Any]] = {
    "builtin": lambda server: BuiltinStrategist(),
    "model": OverTheWire,
}


@pytest.fixture(scope="session")
def talker() -> Iterator[FaultServer]:
    """A model that answers sensibly, on the loopback."""
    with FaultServer(talk) as server:
        yield server


@pytest.fixture(params=STRATEGISTS)
def strategist(request, talker):
    """Each strategist in turn."""
    return STRATEGISTS[request.param](talker)
