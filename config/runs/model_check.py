"""Asks a configured model one small question, over the real wire."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from asgiref.sync import async_to_sync, sync_to_async
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from pydantic import BaseModel, Field

from config import env
from config.desk.refusals import Missing, Refusal
from config.llm.errors import CallFailed, ModelFailed
from config.llm.provider import Provider
from config.llm.retry import Patience
from config.llm.texts import Prompts
from config.runs.errors import explain
from config.runs.providers import ability_lines, forget_server

from . import providers
from .calls import RowStore
from .models import LlmCall
from .rules import rules

if TYPE_CHECKING:
    from config.llm.abilities import Abilities

Say = Callable[[str], object]

NODE = "check"
_FIRST_SECONDS = 0.2  # before the second way: somebody waits for the answer
_WAYS = 4  # ways of asking: they show what a server accepts
_PROMPTS = Prompts(Path(__file__).parent / "prompts")
_TEXT = "Teams that review code in pairs leave fewer faults behind."


class Understood(BaseModel):
    """The answer that the model is asked for."""

    language: Literal["en", "pt"]
    words: int = Field(ge=1, le=100)


class ProviderCheck(NamedTuple):
    """A model that answered, its tokens and seconds, and what its server accepts, one line each."""

    provider: str
    model: str
    calls: int
    tokens: int
    cost_usd: Decimal
    seconds: float
    can: tuple[str, ...] = ()

    def __str__(self) -> str:
        calls = ngettext("%(count)s call", "%(count)s calls", self.calls) % {"count": self.calls}
        return _(
            "%(model)s answered as asked: %(calls)s, %(tokens)s tokens, %(cost)s USD, %(seconds)s s"
        ) % {
            "model": self.model,
            "calls": calls,
            "tokens": self.tokens,
            "cost": f"{self.cost_usd:.6f}",
            "seconds": number_format(round(self.seconds, 2), 2),
        }


class NotFit(Refusal):
    """The model gave no usable answer; the text says why."""


class CheckStore(RowStore):
    """Learns a server's abilities anew, and passes the reasons of waits to `say`."""

    def __init__(self, say: Say) -> None:
        super().__init__()
        self._say = say

    async def known(self, provider: Provider) -> Mapping[str, Any]:
        await sync_to_async(forget_server)(provider)
        return {}

    async def note_waiting(self, node: str, failure: CallFailed, seconds: float) -> None:
        message = _("waiting, %(seconds)s s so far: %(why)s")
        self._say(message % {"seconds": round(seconds), "why": explain(failure)})


def check_model(
    *, name: str, language: str = "en", say: Say = lambda _line: None, loading: float = 0
) -> ProviderCheck:
    """Ask the model with that name, once. Each attempt is a row, as any other call.

    What its server refuses is learned anew and stored for runs; one that loads its model is waited
    for up to `loading` seconds. Raises Missing when no model has that name; NotFit with the reason.
    """
    provider = next((each for each in all_models() if each.name == name), None)
    if provider is None:
        raise Missing(_("there is no model provider %(name)s") % {"name": name})
    store = CheckStore(say)
    try:
        abilities = async_to_sync(_ask)(provider, store, language, loading)
    except ModelFailed as failed:
        why = failed.values.get("why")
        raise NotFit(explain(why if isinstance(why, ValueError) else failed)) from None
    calls = LlmCall.objects.filter(pk__in=store.tickets)
    usage = calls.usage()
    return ProviderCheck(
        provider.name,
        provider.model,
        usage["llm_calls"],
        usage["tokens_in"] + usage["tokens_out"],
        usage["cost_usd"],
        usage["seconds"],
        tuple(_can(abilities, calls.filter(outcome="ok").last())),
    )


def _can(abilities: Abilities, answered: LlmCall | None) -> Iterator[str]:
    """What a server accepts, as far as one question shows it."""
    yield from ability_lines(abilities)
    if answered is not None and answered.mended:
        yield _("its answer had to be repaired: %(what)s") % {"what": answered.mended}
    if answered is not None and answered.estimated:
        yield _("reports no tokens: they are estimated")


def all_models() -> list[Provider]:
    """Every configured model, including those that are switched off."""
    from .models import ModelProvider

    own = providers.of_settings()
    rows = [row.as_provider() for row in ModelProvider.objects.all()]
    return [*([own] if own else []), *rows]


async def _ask(provider: Provider, store: RowStore, language: str, loading: float) -> Abilities:
    from config.llm.model_asker import ModelAsker

    prompt = _PROMPTS.render("check", language, data={"text": _TEXT})
    asker = ModelAsker(
        [provider],
        store,
        rules=rules(),
        secret=env.secret,
        cache=False,
        patience=Patience(attempts=1, first=_FIRST_SECONDS, loading=loading, ways=_WAYS),
    )
    async with asker:
        agent = provider.agents[0] if provider.agents else NODE
        await asker.ask(agent=agent, node=NODE, prompt=prompt, schema=Understood)
        return await asker.abilities(provider)
