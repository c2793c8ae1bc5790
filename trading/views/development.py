"""The list of strategies; the page of a development, its live part, and people's decisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from config.desk import inbox
from config.desk.inbox import go_on
from config.desk.lists import list_page
from config.desk.page_sections import PageSection, or_reload
from config.desk.refusals import with_refusal
from config.desk.roles import is_reviewer
from config.runs.errors import REFUSALS, explain
from config.runs.live_state import watch
from config.runs.model_usage import spending
from config.runs.views import run_views
from config.text.validation import as_number
from hypotheses.models import Hypothesis
from hypotheses.services.preregister import part_name, value_name
from trading.domain.limits import BOUNDS, MAX_REASON_CHARACTERS
from trading.forms import StrategyFilterForm, choose
from trading.list_query import STRATEGY_ORDERS, listed_strategies
from trading.models import Strategy, StrategyDecision, Variant
from trading.presenting.code_names import step_word, word
from trading.presenting.request_facts import guidance_read
from trading.presenting.result import decision_context, look_context, seen
from trading.presenting.run_page import changed_parts, run_page, seen_of, verdict
from trading.querysets import LARGE, StrategyQuerySet
from trading.services.decide import (
    EXTENDABLE,
    abandon_strategy,
    accept_variant,
    extend_limits,
    send_back,
    withdraw_decision,
)
from trading.services.hypothesis_draft import about_markets
from trading.services.page_facts import Registered, course, registered, research_of, rest_of
from trading.services.second_look import look_again_at_holdout
from trading.services.submit import KIND


def visible(request: HttpRequest) -> StrategyQuerySet:
    """The strategies that the reader may see."""
    return Strategy.objects.visible_to(request.user)


def seen_or_404(request: HttpRequest, pk: int, rows: Any = None) -> Strategy:
    """The strategy if the reader may see it; else 404, as if it did not exist."""
    found: Strategy = get_object_or_404(visible(request) if rows is None else rows, pk=pk)
    return found


def seen_variant(request: HttpRequest, pk: int) -> Variant:
    """The variant with all that its page shows, if the reader may see it; else 404."""
    rows = Variant.objects.visible_to(request.user).select_related("strategy__dataset", "parent")
    found: Variant = get_object_or_404(
        rows.prefetch_related("backtests", "gates", "findings"), pk=pk
    )
    return found


def back_to(request: HttpRequest, pk: int, message: str, error: bool = False) -> HttpResponse:
    """Redirect to the strategy's page, with a message."""
    (messages.error if error else messages.success)(request, message)
    return redirect("strategy", pk)


@login_required
@require_GET
def strategies(request: HttpRequest) -> HttpResponse:
    """The strategies that the reader may see, filtered and sorted by the URL."""
    return list_page(
        request,
        template="trading/list.html",
        form=StrategyFilterForm(request.GET),
        orders=STRATEGY_ORDERS,
        rows=lambda values, order: listed_strategies(visible(request), values, order),
    )


_WITH = ("dataset", "memory", "owner")
retry, cancel = run_views(kind=KIND, visible=visible, page="strategy")


@login_required
@require_GET
def strategy(request: HttpRequest, pk: int) -> HttpResponse:
    """The page: the request, the verdict, and the rounds that led to it."""
    found = seen_or_404(request, pk, page_rows(request))
    context = page_context(request, found)
    context |= {"decide": decide_form(found, context)}
    return render(request, "trading/strategy.html", context)


def page_rows(request: HttpRequest) -> Any:
    """The strategies that the reader may see, with what the page names of each."""
    return visible(request).select_related(*_WITH).defer("state")


def page_context(request: HttpRequest, found: Any) -> dict[str, Any]:
    """The context of the page; the URL may name an earlier round of research."""
    so_far = course(found)
    if so_far.run and so_far.run.is_finished and not found.final_status:
        # The run may have ended after the strategy was read, and before the run was.
        found.refresh_from_db(fields=["final_status", "final_message", "final_sentences"])
    research = research_of(found, as_number(request.GET.get("research", ""), 3) or 0)
    deciding = decision_context(request, found)
    rest = rest_of(found, request.user)
    parent = found.forked_from_id
    return {
        **run_page(so_far, research, rest),
        "spending": spending(rest.runs, request.user, asker),
        **deciding,
        "verdict": verdict(so_far, deciding["current"]),
        "watched": watch(so_far.run) if so_far.run else None,
        "origin": from_hypothesis(request.user, found),
        "parent_seen": bool(parent) and visible(request).filter(pk=parent).exists(),
    }


def asker(node: str) -> str:
    """The agent that asked a model, by its step, in the reader's language."""
    named = step_word(node)
    return word(node, "node") if named == node else named


@or_reload
@login_required
@require_GET
def live(request: HttpRequest, pk: int) -> HttpResponse:
    """The parts that change while a run is running: reloaded at growing intervals. `have` names
    the versions that the reader has: only changed parts are sent."""
    rows = visible(request).select_related("dataset", "memory").defer("state")
    found = seen_or_404(request, pk, rows)
    so_far = course(found)
    if so_far.run is None:
        raise Http404
    watched = watch(so_far.run, request.GET.get("asked", ""), request.GET.get("seen", ""))
    news = changed_parts(request.GET.get("have", ""), seen_of(so_far))
    research = research_of(found) if "findings" in news else None
    rest = rest_of(found, request.user) if news & {"rounds", "errors"} else None
    context = run_page(so_far, research, rest)
    answer = render(request, "trading/run/live.html", context | {"watched": watched, "news": news})
    if so_far.run.is_finished:
        answer["HX-Refresh"] = "true"
    return answer


# A strategy's origin, and the strategies on the page of a hypothesis.


def developed_from(hypothesis: Any, reader: Any) -> PageSection | None:
    """The strategies developed from a hypothesis that the reader may see, and, while it is
    approved and about markets, the way to a further one. None where there is neither."""
    rows = Strategy.objects.visible_to(reader).filter(hypothesis=hypothesis.pk).with_status()
    strategies = list(rows.defer(*LARGE).order_by("-pk"))
    approved = hypothesis.status == "approved" and not hypothesis.archived_at
    may_develop = approved and about_markets(hypothesis)
    if not strategies and not may_develop:
        return None
    context = {"strategies": strategies, "may_develop": may_develop}
    return PageSection("trading/_developed_from.html", context)


@dataclass(frozen=True)
class Change:
    """A deviation in the reader's language."""

    name: str
    before: str
    after: str
    at: datetime
    version: int | None
    declared: int | None


@dataclass(frozen=True)
class Registration:
    """The pre-registration that a strategy is compared with; `before`: it was there first."""

    number: int
    sha256: str
    at: datetime
    before: bool
    deviations: list[Change]


@dataclass(frozen=True)
class Origin:
    """The hypothesis of a strategy; `text` is empty for a reader who may not see it."""

    pk: int
    seen: bool
    text: str = ""
    language: str = ""
    registration: Registration | None = None


def from_hypothesis(user: Any, strategy: Strategy) -> Origin | None:
    """The hypothesis that a strategy was developed from: `origin` of `_from_hypothesis.html`."""
    if strategy.hypothesis_id is None:
        return None
    found = Hypothesis.objects.visible_to(user).filter(pk=strategy.hypothesis_id).first()
    if found is None:
        return Origin(strategy.hypothesis_id, seen=False)
    last = found.versions.order_by("-number").values_list("question", flat=True).first()
    compared = registered(strategy)
    return Origin(
        found.pk,
        seen=True,
        text=last or found.text,
        language=found.language,
        registration=_registration(compared) if compared else None,
    )


def _registration(compared: Registered) -> Registration:
    row = compared.row
    changes = [
        Change(
            _("objective") if each.part == "objective" else part_name(each.part),
            value_name(each.part, each.before),
            value_name(each.part, each.after),
            each.at,
            each.version,
            each.declared,
        )
        for each in compared.deviations
    ]
    return Registration(row.number, row.sha256, row.created_at, compared.before, changes)


# Decisions of people.

_LABELS = {
    "max_iterations": gettext_lazy("Maximum number of iterations"),
    "max_strategy_iterations": gettext_lazy("Most designs per round of research"),
    "max_research_iterations": gettext_lazy("Maximum number of research rounds"),
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
        label=gettext_lazy("Your decision"),
        choices=[
            (StrategyDecision.Outcome.ACCEPTED, gettext_lazy("Accept a variant")),
            (StrategyDecision.Outcome.ABANDONED, gettext_lazy("Abandon it")),
            (StrategyDecision.Outcome.SENT_BACK, gettext_lazy("Send back: one more round")),
            (StrategyDecision.Outcome.EXTENDED, gettext_lazy("Extend its limits")),
        ],
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("choose an outcome")},
    )
    variant = forms.TypedChoiceField(
        label=gettext_lazy("Which variant"), coerce=int, empty_value=None, required=False
    )
    max_iterations = _limit("max_iterations")
    max_strategy_iterations = _limit("max_strategy_iterations")
    max_research_iterations = _limit("max_research_iterations")
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=MAX_REASON_CHARACTERS,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy(
            "It goes on record. For one more round it is guidance: name kinds of rules to try or "
            "to leave out, “long only”, “low risk”."
        ),
        error_messages={"required": gettext_lazy("a decision needs a reason")},
    )
    expected = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, choices: Sequence[tuple[int, str]], offered: Sequence[str],
                 **kwargs: Any) -> None:  # fmt: skip
        super().__init__(*args, **kwargs)
        self.offered = list(offered)
        choose(self, "variant", choices)

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        outcome, wrong = values.get("outcome"), self.errors.keys()
        accepts, extends = StrategyDecision.Outcome.ACCEPTED, StrategyDecision.Outcome.EXTENDED
        if outcome == accepts and not values.get("variant") and "variant" not in wrong:
            self.add_error("variant", gettext_lazy("choose the variant that you accept"))
        if outcome == extends and not self.limits and not set(EXTENDABLE) & wrong:
            self.add_error("max_iterations", gettext_lazy("name the limit to raise"))
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
        initial["outcome"] = StrategyDecision.Outcome.ACCEPTED
    variant = context["chosen"] or context["best"]
    return DecideForm(
        data,
        choices=context["choices"],
        offered=context["offered"],
        initial=initial | {"variant": variant, "expected": current.pk if current else 0},
    )


@login_required
@require_POST
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Accept, abandon, send back or extend, with a reason."""
    strategy = seen_or_404(request, pk)
    if not is_reviewer(request.user):
        return back_to(request, pk, _("only a reviewer decides on a strategy"), error=True)
    context = decision_context(request, strategy)
    form = decide_form(strategy, context, request.POST)
    if not form.is_valid():
        return _page(request, strategy, context, form)
    try:
        message, made = _carried_out(request.user, pk, form)
    except REFUSALS as error:
        return _refused(request, strategy, explain(error))
    if made is not None:
        inbox.offer(request, reverse("withdraw-strategy", args=[pk, made.pk]))
    return go_on(request, reverse("strategy", args=[pk]), f"{strategy.ticker}, № {pk}", message)


@login_required
@require_POST
def withdraw(request: HttpRequest, pk: int, decision: int) -> HttpResponse:
    """Withdraw a decision of a moment ago."""
    seen_or_404(request, pk)
    values: dict[str, Any] = {"strategy_id": pk, "decision_id": decision, "user": request.user}
    address = reverse("strategy", args=[pk])
    return inbox.take_back(request, address, lambda: withdraw_decision(**values))


def _carried_out(user: Any, pk: int, form: DecideForm) -> tuple[str, StrategyDecision | None]:
    """A sentence on what was done, and the decision; None where it began something."""
    values = form.cleaned_data
    outcome, reason = values["outcome"], values["reason"]
    common = {"strategy_id": pk, "user": user, "expected": values["expected"]}
    if outcome == StrategyDecision.Outcome.SENT_BACK:
        send_back(guidance=reason, **common)
        message = _("sent back for one more round. %(read)s") % {"read": guidance_read(reason)}
        return message, None
    if outcome == StrategyDecision.Outcome.EXTENDED:
        extend_limits(limits=form.limits, reason=reason, **common)
        return _("it goes on under the limits that you gave"), None
    if outcome == StrategyDecision.Outcome.ACCEPTED:
        made = accept_variant(variant_id=values["variant"], reason=reason, **common)
    else:
        made = abandon_strategy(reason=reason, **common)
    return _("your decision is on record"), made


def _refused(request: HttpRequest, strategy: Strategy, message: str) -> HttpResponse:
    """The form as typed, with the decision that is now in force: after reading what changed, the
    person may decide anew."""
    context = decision_context(request, strategy)
    typed = {**request.POST.dict(), "expected": seen(context)}
    form = with_refusal(decide_form(strategy, context, typed), message)
    return _page(request, strategy, context, form)


def _page(
    request: HttpRequest, strategy: Strategy, context: dict[str, Any], form: DecideForm
) -> HttpResponse:
    page = {"strategy": strategy, "decide": form, **context}
    return render(request, "trading/decide.html", page, status=422)


# A second look at the sealed holdout: one service call.


class LookForm(forms.Form):
    """The reason, and the number of openings that the person knew of."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=MAX_REASON_CHARACTERS,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy(
            "It goes on record with your name and stands beside the result for good."
        ),
        error_messages={"required": gettext_lazy("opening the sealed holdout needs a reason")},
    )
    expected = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0)


def look_form(context: dict[str, Any], data: Any = None) -> LookForm:
    """The form for the context of `look_context`."""
    return LookForm(data, initial={"expected": context["known"]})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def second_look(request: HttpRequest, pk: int) -> HttpResponse:
    """The cost of a look, the form, and the looks that were taken."""
    variant = seen_variant(request, pk)
    if not is_reviewer(request.user):
        messages.error(request, _("only a reviewer or an admin opens the sealed holdout"))
        return redirect("variant", pk)
    if request.method != "POST":
        return _look_page(request, variant)
    form = look_form(look_context(request.user, variant), request.POST)
    if not form.is_valid():
        return _look_page(request, variant, form)
    values = form.cleaned_data
    try:
        look_again_at_holdout(
            variant_id=pk, reason=values["reason"], expected=values["expected"], user=request.user
        )
    except REFUSALS as error:
        return _look_refused(request, variant, explain(error))
    messages.success(request, _("your look is on record; it decided nothing"))
    return redirect("variant-look", pk)


def _look_refused(request: HttpRequest, variant: Variant, message: str) -> HttpResponse:
    """The form as typed, with the present number of openings."""
    context = look_context(request.user, variant)
    form = look_form(context, {**request.POST.dict(), "expected": context["known"]})
    return _look_page(request, variant, with_refusal(form, message))


def _look_page(request: HttpRequest, variant: Variant, form: Any = None) -> HttpResponse:
    context = look_context(request.user, variant)
    shown = {**context, "form": form or look_form(context)}
    return render(request, "trading/look.html", shown, status=422 if form else 200)
