"""A claim's slots in the reader's language."""

from __future__ import annotations

from django import template

from hypotheses.services import wording

register = template.Library()


@register.filter
def slot_name(slot: str) -> str:
    """The name of a slot."""
    return wording.slot_name(slot)


register.filter("step_word", wording.step_word)


@register.filter
def in_words(text: str, language: str) -> str:
    """A sentence of the analyst's in the reader's language: `{{ gap.gap|in_words:language }}`."""
    return wording.wording(text, language).text


@register.filter
def words_lang(text: str, language: str) -> str:
    """The language of that sentence."""
    return wording.wording(text, language).language
