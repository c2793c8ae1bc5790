"""Whether a run is traced, and to whom."""

from __future__ import annotations

import importlib.util
from functools import lru_cache
from urllib.parse import urlsplit

from django.conf import settings

from config import env
from config.llm.addresses import Rules, check_url
from config.llm.errors import AddressError
from config.llm.listener import Listener, warn_once
from config.llm.tracing import NO_TRACE, Trace, Tracing

from .models import Run
from .version import code_version

TRACED = "traced"
"""The parameter of a run that says whether it is; a run without it is."""


def trace_of(run: Run) -> Tracing:
    """A trace of this run: what it is, and never whose. NO_TRACE where none is configured, or the
    run was asked for without one."""
    if not settings.LANGFUSE_HOST or not run.params.get(TRACED, True):
        return NO_TRACE
    if why := missing():
        warn_once(why)
        return NO_TRACE
    facts = {
        "run": run.pk,
        "kind": run.kind,
        "subject": run.subject_id,
        "fence": run.fence,
        "code": code_version(),
    }
    seed = f"crivo {run.kind} {run.pk} {run.created_at.isoformat()}"
    try:
        listener = listener_of(settings.LANGFUSE_HOST, settings.LANGFUSE_PUBLIC_KEY, rules())
    except Exception as error:  # noqa: BLE001 - the boundary to an optional library
        warn_once(f"{type(error).__name__}: {error}")
        return NO_TRACE
    return Trace(listener.tell, seed, run.kind, facts)


def missing() -> str:
    """Why runs cannot be traced as configured, in English; empty when they can."""
    if importlib.util.find_spec("langfuse") is None:
        return "langfuse is not installed"
    if not secret():
        return f"{settings.LANGFUSE_SECRET_ENV} is not set"
    refused = refused_host()
    return str(refused) if refused else ""


def refused_host() -> AddressError | None:
    """Why nothing may be sent to the host of the settings; its name is not looked up."""
    try:
        check_url(settings.LANGFUSE_HOST, rules())
    except AddressError as error:
        return error
    return None


def rules() -> Rules:
    """The host that the settings name, and of our own network what models may be asked at."""
    host = urlsplit(settings.LANGFUSE_HOST).hostname or ""
    return Rules(hosts=(host,), private=tuple(settings.LLM_ALLOW_PRIVATE))


def secret() -> str:
    return env.secret(settings.LANGFUSE_SECRET_ENV)


@lru_cache(maxsize=8)
def listener_of(url: str, public_key: str, allowed: Rules) -> Listener:
    """One for each destination, which speaks to it in a thread of its own.

    The SDK is imported here: imported in that thread while this one imports LangGraph, each sees
    modules of the other half made, and the run fails.
    """
    from config.llm.langfuse_spans import LangfuseSpans
    from config.llm.langfuse_wire import Target

    return Listener(lambda: LangfuseSpans(Target(url, public_key, allowed, secret)))
