"""The models that are configured: by the settings, and by admins."""

from __future__ import annotations

from decimal import Decimal

from django.conf import settings

from config.llm.provider import Provider
from config.llm.retry import Patience
from config.llm.usage import Budget

from .models import ModelProvider
from .rules import the_only


def configured() -> list[Provider]:
    """Every model that may be asked, in the order of the chain."""
    if provider := the_only():
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
