"""Who researches and designs a development: the built-in ones, or language models beside them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from config.runs.asking import asker_for
from config.runs.ledger import Ledger
from trading.analyst.strategist import BuiltinStrategist
from trading.graph.context import Judges, Researcher, Strategist
from trading.market.data import MarketData
from trading.models import Strategy
from trading.services.swarm import Swarm


class Minds(NamedTuple):
    """Who thinks in a development, and what closes their connections."""

    researcher: Researcher
    strategist: Strategist
    judges: Judges | None = None
    aclose: Callable[[], Any] | None = None


def minds_of(strategy: Strategy, data: MarketData, ledger: Ledger) -> Minds:
    """With the models that are configured, if any: one conversation for the whole run."""
    swarm, builtin = Swarm(data), BuiltinStrategist()
    asker = asker_for(ledger)
    if asker is None:
        return Minds(swarm, builtin)
    from config.llm.talk import Talk
    from trading.model_analyst.judges import ModelJudges
    from trading.model_analyst.masking import Unmasked
    from trading.model_analyst.researcher import ModelResearcher
    from trading.model_analyst.strategist import ModelStrategist

    talk, masking = Talk(asker), Unmasked()
    return Minds(
        ModelResearcher(swarm, talk, masking),
        ModelStrategist(talk, builtin, masking),
        ModelJudges(talk, masking),
        asker.aclose,
    )
