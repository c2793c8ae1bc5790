"""The models that are configured: by the settings, and by admins."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from decimal import Decimal
from urllib.parse import urlsplit

from asgiref.sync import async_to_sync
from django.conf import settings

from config.llm.addresses import Rules, allowed_addresses, check_url
from config.llm.errors import AddressError
from config.llm.provider import Provider
from config.llm.retrying import Patience
from config.llm.usage import Budget

from .models import ModelProvider
from .refusals import explain

_only: ContextVar[Provider | None] = ContextVar("only", default=None)


@contextmanager
def only(provider: Provider) -> Iterator[None]:
    """In this block that model alone is asked, at an address of this machine."""
    token = _only.set(provider)
    try:
        yield
    finally:
        _only.reset(token)


def configured() -> list[Provider]:
    """Every model that may be asked, in the order of the chain."""
    if provider := _only.get():
        return [provider]
    providers = [row.as_provider() for row in ModelProvider.objects.filter(enabled=True)]
    if (own := of_settings()) is not None:
        providers.append(own)
    return sorted(providers, key=lambda provider: (provider.order, provider.name))


def of_settings() -> Provider | None:
    """The model that CRIVO_LLM_* configures, the first of the chain; None without one."""
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


def rules() -> Rules:
    """Where models may be asked. The host that the settings name is one of the allowed ones."""
    if provider := _only.get():
        return Rules(private=(provider.host,))
    own = urlsplit(settings.LLM_BASE_URL).hostname if settings.LLM_BASE_URL else None
    hosts = (*settings.LLM_ALLOWED_HOSTS, *([own] if own else []))
    return Rules(hosts=hosts, private=tuple(settings.LLM_ALLOW_PRIVATE))


def refused_address(base_url: str, *, look_up: bool = False) -> str:
    """Why no model may be asked at an address, in the reader's language; empty when one may.

    With `look_up` the host's name is resolved. One that has no address now may have one later.
    """
    try:
        check_url(base_url, rules())
        if look_up:
            async_to_sync(allowed_addresses)(base_url, rules())
    except AddressError as error:
        return "" if error.code == "unknown" else explain(error)
    return ""


def budget() -> Budget:
    """What one run may take of models."""
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
