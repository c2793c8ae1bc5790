"""The models that are configured: by the settings, and by admins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.utils.translation import gettext as _

from config.llm.provider import Budget, Provider
from config.llm.retry import Patience
from config.llm.store import server_key
from config.runs.models import ModelProvider, ServerAbilities
from config.runs.rules import the_only

if TYPE_CHECKING:
    from config.llm.abilities import Abilities


def configured() -> list[Provider]:
    """Every model that may be asked, in the order of the chain."""
    if provider := the_only():
        return [provider]
    providers = [row.as_provider() for row in ModelProvider.objects.filter(enabled=True)]
    if (own := of_settings()) is not None:
        providers.append(own)
    return sorted(providers, key=lambda provider: (provider.order, provider.name))


def of_settings() -> Provider | None:
    """The model of CRIVO_LLM_*, the first of the chain; None without one."""
    if not settings.LLM_BASE_URL or not settings.LLM_MODEL:
        return None
    return Provider(
        name=settings.LLM_ENVIRONMENT_NAME,
        base_url=settings.LLM_BASE_URL,
        model=settings.LLM_MODEL,
        key_env=settings.LLM_KEY_ENV,
        temperature=settings.LLM_TEMPERATURE,
        max_tokens=settings.LLM_MAX_ANSWER_TOKENS,
        timeout_seconds=settings.LLM_TIMEOUT_SECONDS,
        price_in=Decimal(str(settings.LLM_PRICE_IN)),
        price_out=Decimal(str(settings.LLM_PRICE_OUT)),
        parallel=settings.LLM_PARALLEL,
        agents=tuple(settings.LLM_AGENTS),
        order=0,
    )


def budget() -> Budget:
    """The most that one run may use of models."""
    return Budget(
        settings.LLM_MAX_CALLS,
        settings.LLM_MAX_TOKENS,
        Decimal(str(settings.LLM_MAX_COST_USD)),
    )


def patience() -> Patience:
    return Patience(
        attempts=settings.LLM_ATTEMPTS,
        first=settings.LLM_RETRY_SECONDS,
        in_all=settings.LLM_MAX_SECONDS,
    )


# What models' servers refuse: remembered between runs for a while, and described in words.


def recalled(provider: Provider) -> Mapping[str, Any]:
    """What is known of its server; empty when that was learned too long ago."""
    row = ServerAbilities.objects.filter(key=server_key(provider)).first()
    if row is None:
        return {}
    if row.is_old:
        row.delete()
        return {}
    return dict(row.abilities)


def keep(provider: Provider, abilities: Mapping[str, Any]) -> None:
    """Store what was learned, for later runs. Additions expire together with the rest."""
    ServerAbilities.objects.update_or_create(
        key=server_key(provider),
        defaults={
            "base_url": provider.base_url,
            "model": provider.model,
            "abilities": dict(abilities),
        },
    )


def forget(*, pk: int) -> None:
    """Delete it: the next run, or test of the model, learns it again."""
    ServerAbilities.objects.filter(pk=pk).delete()


def forget_server(provider: Provider) -> None:
    """The same, by the provider of the server."""
    ServerAbilities.objects.filter(key=server_key(provider)).delete()


def ability_lines(abilities: Abilities) -> Iterator[str]:
    """What a server accepts, one line each."""
    from config.llm.abilities import LIMIT_NAMES

    yield _("asked by: %(way)s") % {"way": abilities.order()[0]}
    if abilities.ways:
        yield _("not by: %(ways)s") % {"ways": ", ".join(abilities.ways)}
    if abilities.names:
        name = abilities.limit_name(LIMIT_NAMES[0]) or "-"
        yield _("the limit of an answer is sent as: %(name)s") % {"name": name}
    if abilities.most is not None:
        yield _("longest answer: %(tokens)s tokens") % {"tokens": abilities.most}
    if not abilities.temperature:
        yield _("takes no temperature")
    if not abilities.system:
        yield _("takes no system role: its part goes to the user's")
