"""The language models: where they are, and whether their keys are there. None is asked."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import DatabaseError
from django.utils.translation import gettext as _

from config import env
from config.llm.provider import Provider
from config.runs import providers, rules
from config.runs.models import ModelProvider

from .finding import DoctorFinding, fail, ok, warn

CHECK = "model"


def variables() -> Iterator[DoctorFinding]:
    """One for each variable of ours that is set and means nothing."""
    try:
        keys = {row.key_env for row in ModelProvider.objects.all()}
    except DatabaseError:
        return  # the checks of the database have said what is wrong with it
    mend = _("unset it; docs/settings.md lists what there is")
    for name in env.unread(keys):
        yield warn("settings", _("%s is set, and nothing reads it") % name, mend)


def models() -> Iterator[DoctorFinding]:
    """A finding for each model of the chain."""
    try:
        configured = providers.configured()
    except DatabaseError:
        return  # the checks of the database have said what is wrong with it
    if not configured:
        yield ok(CHECK, _("none configured: the built-in analyst does all"))
    else:
        for provider in configured:
            yield examined(provider)


def examined(provider: Provider) -> DoctorFinding:
    name = f"{provider.name}: {provider.model}"
    if refused := rules.refused_address(provider.base_url):
        mend = _("see CRIVO_LLM_ALLOWED_HOSTS and CRIVO_LLM_ALLOW_PRIVATE in docs/settings.md")
        return fail(CHECK, f"{name}: {refused}", mend)
    if refused := rules.refused_key(provider.key_env, provider.base_url):
        mend = _("see CRIVO_LLM_KEY_HOSTS in docs/settings.md")
        return fail(CHECK, f"{name}: {refused}", mend)
    if provider.key_env and not env.secret(provider.key_env):
        what = _("%(name)s: the variable %(variable)s, which is to hold the key, is not set")
        said = what % {"name": name, "variable": provider.key_env}
        return fail(CHECK, said, _("set it where the workers are started"))
    said = f"{name} ({provider.host})"
    if provider.key_env:
        said += "; " + _("the key is from %(variable)s") % {"variable": provider.key_env}
    return ok(CHECK, said, f"manage.py check_model {provider.name}")
