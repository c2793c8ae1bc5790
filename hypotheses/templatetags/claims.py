"""A claim's slots in the reader's language."""

from __future__ import annotations

from django import template

from hypotheses import slots

register = template.Library()


@register.filter
def slot_name(slot: str) -> str:
    """The name of a slot."""
    return slots.slot_name(slot)
