"""What people fill in. Forms check shapes; what may be is the services' to say."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from config.desk.lists import ANY, YES_NO, ListFilterForm
from hypotheses.domain.registration import PLAN
from hypotheses.domain.types import DEFAULT_REFINEMENTS, MAX_REFINEMENTS
from hypotheses.models import Decision, Hypothesis
from hypotheses.models.hypothesis import Field
from hypotheses.services.preregister import MAX_PLAN
from hypotheses.services.subject import MAX_REASON


class IdeaForm(forms.Form):
    """A new idea."""

    text = forms.CharField(
        label=_("Your idea"),
        # The service says what is too long, control characters included: one place for the rule.
        strip=False,
        widget=forms.Textarea(
            attrs={"rows": 5, "maxlength": settings.MAX_IDEA_CHARACTERS, "autofocus": True}
        ),
        help_text=_("A sentence is enough: what do you think depends on what?"),
    )
    language = forms.ChoiceField(
        label=_("Language"),
        choices=Hypothesis.Language.choices,
        initial=Hypothesis.Language.AUTO,
        help_text=_("Detected from the words unless you choose."),
    )
    max_refinements = forms.IntegerField(
        label=_("Maximum number of refinements"),
        min_value=0,
        max_value=MAX_REFINEMENTS,
        initial=DEFAULT_REFINEMENTS,
        help_text=_("How often it may be rewritten before a decision is forced."),
    )


class QuestionForm(forms.Form):
    """The question in a person's own words."""

    question = forms.CharField(
        label=_("The question"),
        strip=False,
        widget=forms.Textarea(
            attrs={"rows": 6, "maxlength": settings.MAX_IDEA_CHARACTERS, "autofocus": True}
        ),
    )
    expected = forms.IntegerField(widget=forms.HiddenInput, required=False)


class OverrideForm(forms.Form):
    """A reviewer's decision."""

    outcome = forms.ChoiceField(
        label=_("Your decision"),
        choices=[
            (Decision.Outcome.APPROVED, _("Approve")),
            (Decision.Outcome.REJECTED, _("Reject")),
            (Decision.Outcome.AGAIN, _("One more round")),
        ],
        widget=forms.RadioSelect,
        error_messages={"required": _("choose one of the three")},
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=MAX_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("It goes on record. For one more round it guides the structurer."),
        error_messages={"required": _("a decision needs a reason")},
    )
    expected = forms.IntegerField(widget=forms.HiddenInput, required=False)


class HypothesisFilterForm(ListFilterForm):
    """How the list is narrowed; an unknown value is said, not ignored."""

    status = forms.ChoiceField(
        label=_("Status"),
        required=False,
        choices=[
            ANY,
            ("approved", _("approved")),
            ("conditional", _("approved on conditions")),
            ("waiting", _("waiting for the author's answer")),
            ("rejected", _("rejected")),
            ("working", _("at work")),
            ("failed", _("failed")),
            ("cancelled", _("cancelled")),
        ],
    )
    forced = forms.ChoiceField(label=_("Forced"), required=False, choices=YES_NO)
    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        choices=[ANY, *Hypothesis.Language.choices[1:]],
    )
    field = forms.ChoiceField(label=_("Field"), required=False, choices=[ANY, *Field.choices])
    archived = forms.ChoiceField(
        label=_("Archived"),
        required=False,
        choices=[("", _("hidden")), ("only", _("only these"))],
    )


def _stated(label: Any, help_text: Any) -> forms.CharField:
    """A text that may be left out."""
    return forms.CharField(
        label=label,
        help_text=help_text,
        required=False,
        max_length=MAX_PLAN,
        widget=forms.Textarea(attrs={"rows": 3, "maxlength": MAX_PLAN}),
    )


class PreregistrationForm(forms.Form):
    """What a person states of the study before it is run; all of it may be left out."""

    hypotheses = _stated(_("Hypotheses"), _("Which results you predict, and in which direction."))
    design = _stated(_("Study design"), _("Groups, comparison, randomisation, blinding."))
    existing_data = _stated(
        _("Existing data"),
        _("Which there are (for a strategy: ticker and dates), and who has seen them."),
    )
    sampling = _stated(
        _("Data collection procedures"), _("How the data are collected; who or what is included.")
    )
    sample_size = _stated(_("Sample size"), _("How many, why, and when you stop."))
    manipulated = _stated(_("Manipulated variables"), _("With their levels."))
    measured = _stated(
        _("Measured variables"), _("Outcomes and covariates, and how they are read.")
    )
    analysis = _stated(_("Statistical models"), _("Which model tests each hypothesis."))
    inference = _stated(
        _("Inference criteria"), _("Thresholds, one or two sides, corrections; exclusions.")
    )
    note = _stated(_("Other"), _("For an amendment: what changed, and why."))
    expected = forms.IntegerField(widget=forms.HiddenInput, required=False)

    @property
    def plan(self) -> dict[str, str]:
        """The texts of the plan, by name."""
        return {name: self.cleaned_data[name] for name in PLAN}

    @property
    def texts(self) -> list[forms.BoundField]:
        """The fields that are shown."""
        return [self[name] for name in (*PLAN, "note")]
