"""Whether a run is traced, and where to."""

from __future__ import annotations

import importlib.util
import os
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings

from config import env
from config.llm.addresses import Rules, check_url
from config.llm.errors import AddressError
from config.llm.tracing import NO_TRACE, Trace, Tracing, warn_once

from .models import Run
from .version import code_version

if TYPE_CHECKING:
    from config.llm.langfuse import Langfuse

TRACED = "traced"
"""The parameter of a run that says whether it is traced; a run without it is."""
PACKAGES = ("opentelemetry.sdk", "opentelemetry.exporter.otlp.proto.common")


def trace_of(run: Run) -> Tracing:
    """A trace of this run, with its kind and never its owner. NO_TRACE where tracing is not
    configured, or the run was started without it."""
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
        langfuse = langfuse_of(
            settings.LANGFUSE_HOST, settings.LANGFUSE_PUBLIC_KEY, rules(), os.getpid()
        )
    except Exception as error:  # noqa: BLE001 - the boundary to an optional library
        warn_once(f"{type(error).__name__}: {error}")
        return NO_TRACE
    return Trace(langfuse.tell, seed, run.kind, facts)


def missing() -> str:
    """Why runs cannot be traced as configured, in English; empty when they can."""
    if not available():
        return "OpenTelemetry is not installed"
    if not secret():
        return f"{settings.LANGFUSE_SECRET_ENV} is not set"
    refused = refused_host()
    return str(refused) if refused else ""


def available() -> bool:
    """Whether the optional packages for tracing are installed."""
    try:
        return all(map(importlib.util.find_spec, PACKAGES))
    except ModuleNotFoundError:  # not even the package around it
        return False


def refused_host() -> AddressError | None:
    """The reason why nothing may be sent to the settings' host; its name is not resolved."""
    try:
        check_url(settings.LANGFUSE_HOST, rules())
    except AddressError as error:
        return error
    return None


def rules() -> Rules:
    """The settings' host, and the private addresses where models may be asked."""
    host = urlsplit(settings.LANGFUSE_HOST).hostname or ""
    return Rules(hosts=(host,), private=tuple(settings.LLM_ALLOW_PRIVATE))


def secret() -> str:
    return env.secret(settings.LANGFUSE_SECRET_ENV)


@lru_cache(maxsize=8)
def langfuse_of(url: str, public_key: str, allowed: Rules, process: int) -> Langfuse:
    """One sender for each destination, and for each process: a fork starts a new one."""
    from config.llm.langfuse import Langfuse, Target

    return Langfuse(Target(url, public_key, allowed, secret))
