"""Deciding on a strategy, and a reviewer's second look at a holdout."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from trading.domain.limits import BOUNDS, MAX_REASON_CHARACTERS
from trading.models import Decision, Strategy
from trading.services.decide import EXTENDABLE


class LookForm(forms.Form):
    """Why, and how many openings the person knew of when they asked."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=MAX_REASON_CHARACTERS,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("It goes on record with your name and stands beside the result for good."),
        error_messages={"required": _("opening the sealed holdout needs a reason")},
    )
    expected = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0)


def look_form(context: dict[str, Any], data: Any = None) -> LookForm:
    """The form on what `look_context` gave."""
    return LookForm(data, initial={"expected": context["known"]})


_LABELS = {
    "max_iterations": _("Maximum number of iterations"),
    "max_strategy_iterations": _("Most designs per round of research"),
    "max_research_iterations": _("Maximum number of research rounds"),
}


def _limit(name: str) -> forms.IntegerField:
    low, high = BOUNDS[name]
    return forms.IntegerField(label=_LABELS[name], min_value=low, max_value=high, required=False)


class DecideForm(forms.Form):
    """Accept, abandon, send back, extend: one outcome, what it needs, and the reason.

    `offered` are the outcomes that the page shows; a form sent in may name any of them, and the
    service says what cannot be done.
    """

    outcome = forms.ChoiceField(
        label=_("Your decision"),
        choices=[
            (Decision.Outcome.ACCEPTED, _("Accept a variant")),
            (Decision.Outcome.ABANDONED, _("Abandon it")),
            (Decision.Outcome.SENT_BACK, _("Send back: one more round")),
            (Decision.Outcome.EXTENDED, _("Extend its limits")),
        ],
        widget=forms.RadioSelect,
        error_messages={"required": _("choose an outcome")},
    )
    variant = forms.TypedChoiceField(
        label=_("Which variant"), coerce=int, empty_value=None, required=False
    )
    max_iterations = _limit("max_iterations")
    max_strategy_iterations = _limit("max_strategy_iterations")
    max_research_iterations = _limit("max_research_iterations")
    reason = forms.CharField(
        label=_("Reason"),
        max_length=MAX_REASON_CHARACTERS,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_(
            "It goes on record. For one more round it is guidance: name kinds of rules to try or "
            "to leave out, “long only”, “low risk”."
        ),
        error_messages={"required": _("a decision needs a reason")},
    )
    expected = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, choices: Sequence[tuple[int, str]], offered: Sequence[str],
                 **kwargs: Any) -> None:  # fmt: skip
        super().__init__(*args, **kwargs)
        self.offered = list(offered)
        field = self.fields["variant"]
        assert isinstance(field, forms.TypedChoiceField)  # noqa: S101  # declared above
        field.choices = choices

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        outcome, wrong = values.get("outcome"), self.errors.keys()
        accepts, extends = Decision.Outcome.ACCEPTED, Decision.Outcome.EXTENDED
        if outcome == accepts and not values.get("variant") and "variant" not in wrong:
            self.add_error("variant", _("choose the variant that you accept"))
        if outcome == extends and not self.limits and not set(EXTENDABLE) & wrong:
            self.add_error("max_iterations", _("name the limit to raise"))
        return values

    @property
    def limits(self) -> dict[str, int]:
        """The limits that were filled in."""
        values = self.cleaned_data
        return {name: values[name] for name in EXTENDABLE if values.get(name) is not None}


def decide_form(
    strategy: Strategy, context: Mapping[str, Any], data: Mapping[str, Any] | None = None
) -> DecideForm:
    """The form of a strategy's override card, from what `decision_context` gave."""
    current = context["current"]
    initial: dict[str, Any] = {name: getattr(strategy, name) for name in EXTENDABLE}
    if context["chosen"]:
        initial["outcome"] = Decision.Outcome.ACCEPTED
    variant = context["chosen"] or context["best"]
    return DecideForm(
        data,
        choices=context["choices"],
        offered=context["offered"],
        initial=initial | {"variant": variant, "expected": current.pk if current else 0},
    )
