"""Filters of a list that a person keeps under a name."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.translation import gettext as _

from .models import SavedView
from .refusals import Conflict, Refusal

PAGES = ("hypotheses", "strategies")
MOST = 20
"""Of one person and list."""


def query_of(given: QueryDict) -> str:
    """What narrows and sorts a list, in one order; neither the page of it nor a draft."""
    kept = sorted(
        (name, value)
        for name, values in given.lists()
        for value in values
        if value and name not in ("page", "draft")
    )
    asked = QueryDict(mutable=True)
    for name, value in kept:
        asked.appendlist(name, value)
    return asked.urlencode()


def views_of(*, user: Any, page: str) -> QuerySet[SavedView]:
    """A person's views of a list, by name."""
    return SavedView.objects.filter(user=user, page=page)


def save_view(*, user: User, page: str, name: str, query: str) -> SavedView:
    """Keep a filter. One of the same name is replaced, the same one under another name is renamed.

    Raises Refusal; Conflict for too many.
    """
    name, query = " ".join(name.split())[:60], query_of(QueryDict(query[:1_000]))
    if page not in PAGES or not name or not query or len(query) > 1_000:
        raise Refusal(_("a view needs a name, and a filter to keep"))
    others = views_of(user=user, page=page).exclude(name=name)
    with transaction.atomic():
        others.filter(query=query).delete()
        if others.count() >= MOST:
            raise Conflict(_("you keep %(most)s views of this list: delete one") % {"most": MOST})
        told: Any = {"user": user, "page": page, "name": name}
        return SavedView.objects.update_or_create(**told, defaults={"query": query})[0]
