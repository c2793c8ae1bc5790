"""How lessons are looked for, and reworded."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from trading.models import Lesson
from trading.services.lessons import MAX_LESSON_CHARACTERS

Choice = tuple[str, str]
ANY: tuple[str, Any] = ("", _("any"))


class LessonFilterForm(forms.Form):
    """How the list is narrowed; an unknown value is said, not ignored.

    `approaches` and `frequencies` are those there are, each with its words.
    """

    q = forms.CharField(label=_("Search"), required=False, max_length=200)
    ticker = forms.CharField(label=_("Ticker"), required=False, max_length=20)
    kind = forms.ChoiceField(label=_("Kind"), required=False, choices=[ANY, *Lesson.Kind.choices])
    approach = forms.ChoiceField(label=_("Approach"), required=False, choices=[ANY])
    frequency = forms.ChoiceField(label=_("Frequency"), required=False, choices=[ANY])
    pinned = forms.ChoiceField(
        label=_("Pinned"),
        required=False,
        choices=[ANY, ("yes", _("yes")), ("no", _("no"))],
    )
    retired = forms.ChoiceField(
        label=_("Retired"),
        required=False,
        choices=[("", _("hidden")), ("only", _("only these")), ("all", _("shown"))],
    )
    archived = forms.ChoiceField(
        label=_("Archived"),
        required=False,
        choices=[("", _("hidden")), ("only", _("only these")), ("all", _("shown"))],
    )

    def __init__(
        self, *args: Any, approaches: Iterable[Choice], frequencies: Iterable[Choice], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        for name, choices in (("approach", approaches), ("frequency", frequencies)):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)  # noqa: S101  # declared above
            field.choices = [ANY, *choices]


class LessonTextForm(forms.Form):
    """A lesson in other words."""

    text = forms.CharField(
        label=_("In your words"),
        # The service says what is too long or none: one place for the rule.
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 4, "maxlength": MAX_LESSON_CHARACTERS}),
        help_text=_(
            "Later developments recall these words, in every language as they are; memories "
            "already frozen keep the old ones. The figures stay as they were measured: state none "
            "that is not among them, and nothing of a sealed holdout."
        ),
    )
    expected = forms.IntegerField(widget=forms.HiddenInput, required=False)
