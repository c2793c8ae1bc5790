"""The rules for addresses and keys of models, whoever configured them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from urllib.parse import urlsplit

from asgiref.sync import async_to_sync
from django.conf import settings

from config.llm.addresses import Rules, allowed_addresses, check_key, check_url
from config.llm.errors import AddressError
from config.llm.provider import Provider
from config.runs.errors import explain

_only: ContextVar[Provider | None] = ContextVar("only", default=None)


@contextmanager
def only(provider: Provider) -> Iterator[None]:
    """A context in which only that model is asked, at an address of this machine."""
    token = _only.set(provider)
    try:
        yield
    finally:
        _only.reset(token)


def the_only() -> Provider | None:
    """The model of the enclosing `only` context."""
    return _only.get()


def rules() -> Rules:
    """The addresses where models may be asked, and the keys for them. The host that the settings
    name is allowed, and their key is for it; OpenAI's is for OpenAI."""
    if provider := _only.get():
        return Rules(private=(provider.host,))
    own = urlsplit(settings.LLM_BASE_URL).hostname if settings.LLM_BASE_URL else None
    hosts = (*settings.LLM_ALLOWED_HOSTS, *([own] if own else []))
    keys = [*settings.LLM_KEY_HOSTS, ("OPENAI_API_KEY", "api.openai.com")]
    if own and settings.LLM_KEY_ENV:
        keys.append((settings.LLM_KEY_ENV, own))
    return Rules(hosts=hosts, private=tuple(settings.LLM_ALLOW_PRIVATE), keys=tuple(keys))


def refused_address(base_url: str, *, look_up: bool = False) -> str:
    """The reason why no model may be asked at an address, in the reader's language; empty when one
    may.

    With `look_up` the host's name is resolved. One without an address now may have one later.
    """
    try:
        check_url(base_url, rules())
        if look_up:
            async_to_sync(allowed_addresses)(base_url, rules())
    except AddressError as error:
        return "" if error.code == "unknown" else explain(error)
    return ""


def refused_key(variable: str, base_url: str) -> str:
    """The reason why a variable's key is not sent to an address, in the reader's language; else
    empty."""
    try:
        check_key(variable, urlsplit(base_url).hostname or "", rules())
    except AddressError as error:
        return explain(error)
    return ""
