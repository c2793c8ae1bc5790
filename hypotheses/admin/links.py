"""Links from a row's page to the lists of what belongs to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.apps import apps
from django.utils.translation import gettext_lazy as _

from config.desk.admin.columns import display
from config.desk.admin.links import links_to


def related_of(*lists: tuple[str, str]) -> Callable[[Any, Any], str]:
    """A method of an admin class: each list is a model's name and the lookup that filters it."""

    def related(admin: Any, row: Any) -> str:
        models = [(apps.get_model("hypotheses", name), lookup) for name, lookup in lists]
        return links_to((model, {lookup: row.pk}) for model, lookup in models)

    shown: Callable[[Any, Any], str] = display(description=_("related"))(related)
    return shown
