"""What templates of both apps use."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django import template
from django.contrib.humanize.templatetags.humanize import naturaltime
from django.db.models import Model
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from config.desk.lists import query_of, views_of

register = template.Library()
_BACKTICKS = re.compile("`([^`]+)`")


@register.filter
def item(mapping: Mapping[Any, Any], key: Any) -> Any:
    """`mapping[key]`, empty without it."""
    return mapping.get(key, "") if mapping else ""


@register.filter
def named(row: Model, field: str) -> str:
    """The name of a row's choice: `{{ run|named:"status" }}`. Django's `get_status_display` hashes,
    and so translates, the names of all choices for each row."""
    code = getattr(row, field)
    choices: Any = row._meta.get_field(field)
    return str(dict(choices.flatchoices).get(code, code))


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


# What stands in every row of a list is made here: a template of its own for each would take longer
# than all else of the row.

OUTCOMES: Mapping[str, Promise] = {
    "approved": _("approved"),
    "rejected": _("rejected"),
    "again": _("one more round"),
    "working": _("at work"),
    "cancelled": _("cancelled"),
    "needs_refinement": _("needs refinement"),
}
SOURCES: Mapping[str, Promise] = {
    "agent": _("agent"),
    "forced": _("forced"),
    "human": _("person"),
}


@register.simple_tag
def decided(outcome: str, source: str = "", name: str = "") -> SafeString:
    """An outcome and who decided it; the three kinds of source look different."""
    return marked(outcome, OUTCOMES.get(outcome, _("failed")), source, name)


def marked(tone: str, words: str | Promise, source: str | None = "", name: str = "") -> SafeString:
    """The mark of a status: its words, and who came to it; `name` is of a person."""
    by = f" by-{source}" if source else ""
    who = (name if source == "human" else "") or SOURCES.get(source or "", "")
    shown = format_html('<span class="source">{}</span>', who) if who else ""
    return format_html('<span class="decided {}{}">{}{}</span>', tone, by, words, shown)


@register.simple_tag
def moment(at: datetime | None, shape: str = "SHORT_DATETIME_FORMAT") -> SafeString:
    """A time for people and machines."""
    if at is None:
        return SafeString()
    local = localtime(at)
    return format_html(
        '<time datetime="{}">{}</time>', local.isoformat(), date_format(local, shape)
    )


@register.simple_tag
def day(at: datetime) -> SafeString:
    """The day of a time; the whole time shows on hovering."""
    return _hovered(at, lambda local: date_format(local, "SHORT_DATE_FORMAT"))


@register.simple_tag
def since(at: datetime) -> SafeString:
    """How long ago a time is; the time itself shows on hovering."""
    return _hovered(at, naturaltime)


def _hovered(at: datetime, shown: Callable[[datetime], str]) -> SafeString:
    local = localtime(at)
    return format_html(
        '<time datetime="{}" title="{}">{}</time>',
        local.isoformat(),
        date_format(local, "DATETIME_FORMAT"),
        shown(local),
    )


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
