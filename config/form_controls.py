"""The controls of forms, without templates where Django's own say no more than this."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.forms.renderers import DjangoTemplates
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

Control = Mapping[str, Any]
"""What Django tells a template of a widget."""


class PlainControls(DjangoTemplates):
    """Django's renderer; an input or a select is made in one go. Its templates take one rendering
    an attribute and an option: longer than the rows of a list."""

    def render(self, template_name: str, context: dict[str, Any], request: Any = None) -> str:
        made = _MADE.get(template_name)
        if made is not None:
            return made(context["widget"])
        return str(super().render(template_name, context, request))


def _input(control: Control) -> SafeString:
    value = control["value"]
    shown = {} if value is None else {"value": str(value)}
    own = {"type": control["type"], "name": control["name"], **shown}
    return format_html("<input{}>", flatatt({**own, **control["attrs"]}))


def _select(control: Control) -> SafeString:
    groups = ((name, _options(options)) for name, options, _number in control["optgroups"])
    return format_html(
        "<select{}>{}</select>",
        flatatt({"name": control["name"], **control["attrs"]}),
        format_html_join("", "{}", ((_group(name, options),) for name, options in groups)),
    )


def _group(name: str | None, options: SafeString) -> SafeString:
    return format_html('<optgroup label="{}">{}</optgroup>', name, options) if name else options


def _options(options: Iterable[Control]) -> SafeString:
    return format_html_join(
        "",
        '<option value="{}"{}>{}</option>',
        ((each["value"], flatatt(each["attrs"]), each["label"]) for each in options),
    )


_MADE: Mapping[str, Callable[[Control], SafeString]] = {
    "django/forms/widgets/select.html": _select,
    **{
        f"django/forms/widgets/{kind}.html": _input
        for kind in ("checkbox", "date", "email", "hidden", "input", "number", "password", "text")
    },
}
