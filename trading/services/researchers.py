"""Who researches and designs a development: the built-in ones, or language models beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, NamedTuple

from asgiref.sync import sync_to_async

from config.runs.calls import asker_for
from config.runs.ledger import Ledger
from trading.analyst.strategist import BuiltinStrategist
from trading.graph.context import Document, Judges, NoReadings, Researcher, Strategist
from trading.market.data import MarketData
from trading.models import CachedResearch, Dataset, Strategy
from trading.research.agents import AGENTS
from trading.research.cache import cache_key
from trading.research.swarm import DOMAINS, focus_for, run_agent
from trading.research.synthesis import lead, synthesize
from trading.research.types import Focus, Material

if TYPE_CHECKING:
    from trading.model_analyst.mask import Masked


# The researcher of a development: the swarm on its material, its findings kept for others.


class Swarm(NoReadings):
    """Fifteen agents on the train segment; the same question is answered once."""

    agents: Sequence[str] = tuple(agent.name for agent in AGENTS)
    domains: Sequence[str] = DOMAINS

    def __init__(self, data: MarketData) -> None:
        self._material = Material(
            ticker=data.ticker,
            frame=data.train,
            bars_per_year=data.bars_per_year,
            sha256=data.train_sha256,
            peers=data.peers,
            auxiliary=data.auxiliary,
        )

    def focus(self, research_iteration: int, failure: Mapping[str, Any] | None) -> Document:
        """Where a round looks, as plain JSON."""
        focus = asdict(focus_for(research_iteration, failure))
        return focus | {"horizons": list(focus["horizons"])}

    async def examine(self, agent: str, focus: Document, language: str) -> list[Document]:
        """An agent's findings, from the cache where the same was asked before."""
        asked = _focus(focus)
        key = cache_key(self._material, agent, asked, _language(language))
        kept = await CachedResearch.objects.filter(key=key).afirst()
        if kept is not None:
            return list(kept.findings)
        found: list[Any] = await run_agent(agent, self._material, asked, _language(language))
        await sync_to_async(CachedResearch.objects.get_or_create)(
            key=key, defaults={"agent": agent, "findings": found}
        )
        return found

    async def synthesize(
        self, domain: str, findings: Sequence[Document], language: str
    ) -> Document:
        """A domain's fact sheet."""
        sheet: Any = synthesize(domain, findings, _language(language))  # type: ignore[arg-type]
        return dict(sheet)

    async def lead(
        self,
        objective: str,
        sheets: Mapping[str, Document],
        findings: Sequence[Document],
        language: str,
        research_iteration: int,
    ) -> Document:
        """What all say together."""
        ordered: Any = [sheets[domain] for domain in self.domains]
        told: Any = findings
        return dict(lead(objective, ordered, told, _language(language), research_iteration))


def _focus(document: Document) -> Focus:
    return Focus(**(document | {"horizons": tuple(document["horizons"])}))


def _language(language: str) -> Any:
    return language


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
    from config.llm.asker import AgentAsker
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
