"""What templates of both apps use."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from config.desk.lists import query_of, views_of

register = template.Library()
_BACKTICKS = re.compile("`([^`]+)`")


@register.filter
def item(mapping: Mapping[Any, Any], key: Any) -> Any:
    """`mapping[key]`, empty without it."""
    return mapping.get(key, "") if mapping else ""


@register.filter
def translated(text: str) -> str:
    """A text marked elsewhere for translation, in the reader's language."""
    return gettext(text) if text else ""


@register.filter
def code_marked(text: str) -> SafeString:
    """A text, escaped; text between backticks is shown as code."""
    return mark_safe(_BACKTICKS.sub(r"<code>\1</code>", escape(text)))  # noqa: S308 - escaped


@register.inclusion_tag("desk/_diff.html")
def diff(pieces: Any) -> dict[str, Any]:
    """A word-level difference, as text with insertions and deletions."""
    return {"pieces": pieces}


@register.inclusion_tag("desk/_decided.html")
def decided(outcome: str, source: str = "", name: str = "") -> dict[str, Any]:
    """An outcome and who decided it; the three kinds of source look different."""
    return {"outcome": outcome, "source": source, "name": name}


@register.inclusion_tag("desk/_saved_views.html", takes_context=True)
def saved_views(context: Any, page: str) -> dict[str, Any]:
    """The reader's saved filters of a list, and the form to save the present one."""
    request = context["request"]
    query = query_of(request.GET)
    views = views_of(user=request.user, page=page)
    shown = next((view for view in views if view.query == query), None)
    return {
        "request": request, "page": page, "views": views, "query": query, "shown": shown,
        "csrf_token": context.get("csrf_token"),
    }  # fmt: skip
