"""Asks a configured model one small question, over the real wire."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Literal, NamedTuple

from asgiref.sync import async_to_sync
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from pydantic import BaseModel, Field

from config import env
from config.desk.refusals import Missing, Refusal
from config.llm.errors import ModelFailed
from config.llm.prompts import Prompts
from config.llm.provider import Provider
from config.llm.retrying import Patience

from . import providers
from .calls import RowStore
from .models import LlmCall
from .refusals import explain

NODE = "check"
_PROMPTS = Prompts(Path(__file__).parent / "prompts")
_TEXT = "Teams that review code in pairs leave fewer faults behind."


class Understood(BaseModel):
    """What the model is asked for."""

    language: Literal["en", "pt"]
    words: int = Field(ge=1, le=100)


class Checked(NamedTuple):
    """That a model answered, and what it took."""

    provider: str
    model: str
    calls: int
    tokens: int
    cost_usd: Decimal
    seconds: float

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


def check_model(*, name: str, language: str = "en") -> Checked:
    """Ask the model of that name, once. Each attempt is a row, as any other call.

    Raises Missing when there is none of that name; NotFit with the reason.
    """
    provider = next((each for each in all_models() if each.name == name), None)
    if provider is None:
        raise Missing(_("there is no model provider %(name)s") % {"name": name})
    store = RowStore()
    try:
        async_to_sync(_ask)(provider, store, language)
    except ModelFailed as failed:
        why = failed.values.get("why")
        raise NotFit(explain(why if isinstance(why, ValueError) else failed)) from None
    usage = LlmCall.objects.filter(pk__in=store.tickets).usage()
    return Checked(
        provider.name,
        provider.model,
        usage["llm_calls"],
        usage["tokens_in"] + usage["tokens_out"],
        usage["cost_usd"],
        usage["seconds"],
    )


def all_models() -> list[Provider]:
    """Every model that is configured, those that are switched off too."""
    from .models import ModelProvider

    own = providers.of_settings()
    rows = [row.as_provider() for row in ModelProvider.objects.all()]
    return [*([own] if own else []), *rows]


async def _ask(provider: Provider, store: RowStore, language: str) -> None:
    from config.llm.model_asker import ModelAsker

    prompt = _PROMPTS.render("check", language, data={"text": _TEXT})
    asker = ModelAsker(
        [provider],
        store,
        rules=providers.rules(),
        secret=env.secret,
        cache=False,
        patience=Patience(attempts=1),
    )
    async with asker:
        agent = provider.agents[0] if provider.agents else NODE
        await asker.ask(agent=agent, node=NODE, prompt=prompt, schema=Understood)
