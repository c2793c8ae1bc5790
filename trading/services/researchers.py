"""Who researches and designs a development: the built-in ones, or language models beside them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from config.runs.askers import asker_for
from config.runs.ledger import Ledger
from trading.analyst.strategist import BuiltinStrategist
from trading.graph.context import Judges, Researcher, Strategist
from trading.market.data import MarketData
from trading.models import Dataset, Strategy
from trading.services.swarm import Swarm

if TYPE_CHECKING:
    from trading.model_analyst.mask import Masked


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
    from config.llm.agent_asker import AgentAsker
    from trading.model_analyst.judges import ModelJudges
    from trading.model_analyst.mask import Unmasked
    from trading.model_analyst.researcher import ModelResearcher
    from trading.model_analyst.strategist import ModelStrategist

    talk = AgentAsker(asker)
    masking = masking_of(strategy, data) if strategy.masked else Unmasked()
    return Minds(
        ModelResearcher(swarm, talk, masking),
        ModelStrategist(talk, builtin, masking),
        ModelJudges(talk, masking),
        asker.aclose,
    )


def masking_of(strategy: Strategy, data: MarketData) -> Masked:
    """What hides the data from the models: other tickers are all those that there are prices of,
    and those that lessons are about."""
    from trading.model_analyst.mask import Masked

    recalled = strategy.memory.content if strategy.memory else []
    stored = Dataset.objects.order_by("ticker").values_list("ticker", flat=True).distinct()
    return Masked(
        strategy.ticker,
        [*sorted(data.peers), *stored, *(lesson["ticker"] for lesson in recalled)],
        [moment.date() for moment in data.frame.index],
        float(data.frame["Close"].iloc[0]),
    )
