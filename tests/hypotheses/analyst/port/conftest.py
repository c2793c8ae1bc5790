"""The analysts that must keep the contract of `config.llm.analyst.Analyst`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from hypotheses.analyst.builtin import BuiltinAnalyst
from tests.hypotheses.model_analyst.talker import talk
from tests.hypotheses.model_analyst.wire import OverTheWire
from tests.llm.server import FaultServer

# A further analyst joins the contract by one more entry here.
ANALYSTS: dict[str, Callable[[FaultServer], Any]] = {
    "builtin": lambda server: BuiltinAnalyst(),
    "model": OverTheWire,
}


@pytest.fixture(scope="session")
def talker() -> Iterator[FaultServer]:
    """A model that answers sensibly, on the loopback."""
    with FaultServer(talk) as server:
        yield server


@pytest.fixture(params=ANALYSTS)
def analyst(request, talker):
    """Each analyst in turn."""
    return ANALYSTS[request.param](talker)
