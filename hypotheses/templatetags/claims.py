"""A claim's slots in the reader's language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from config.desk.templatetags.desk import decided, marked
from config.lazy_import import LazyModule
from hypotheses.domain.claim import asked_for, condition_kind

if TYPE_CHECKING:
    from hypotheses.services import report, wording
else:  # Django imports the tags of all apps before it shows a page
    report = LazyModule("hypotheses.services.report")
    wording = LazyModule("hypotheses.services.wording")

register = template.Library()
register.filter(asked_for)
register.filter(condition_kind)


@register.filter
def slot_name(slot: str) -> str:
    """The name of a slot."""
    return wording.slot_name(slot)


@register.filter
def by_kind(hypothesis: Any) -> str:
    """How many conditions of a hypothesis are to name, how many to confirm; it was read
    `with_conditions` or `with_history`."""
    return wording.by_kind(each["kind"] for each in report.conditions_of(hypothesis))


@register.filter
def step_word(code: str) -> str:
    """The name of a run's step."""
    return wording.step_word(code)


@register.filter
def in_words(text: str, language: str) -> str:
    """A sentence of the analyst's in the reader's language: `{{ gap.gap|in_words:language }}`."""
    return wording.wording(text, language).text


@register.filter
def words_lang(text: str, language: str) -> str:
    """The language of that sentence."""
    return wording.wording(text, language).language


@register.simple_tag
def state(hypothesis: Any) -> SafeString:
    """The mark of how a hypothesis of a list, read `with_state`, stands."""
    if hypothesis.state == "conditional":
        words = ngettext(
            "approved on %(count)s condition",
            "approved on %(count)s conditions",
            hypothesis.conditions,
        ) % {"count": hypothesis.conditions}
        by_person = "human" if hypothesis.source == "human" else ""
        return marked("approved conditional", words, by_person)
    if hypothesis.state == "waiting":
        return marked("waiting", _("waiting for the author's answer"))
    source = hypothesis.source if hypothesis.state == hypothesis.decided else ""
    return decided(hypothesis.state, source)
