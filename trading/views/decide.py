"""A person's decision on a development: one service call."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from config.desk import inbox
from config.desk.inbox import go_on
from config.desk.roles import is_reviewer
from config.runs.errors import REFUSALS, explain
from trading.forms.decide import DecideForm, decide_form, look_form
from trading.models import Decision, Strategy, Variant
from trading.presenting.request_facts import guidance_read
from trading.presenting.result import decision_context, look_context, seen
from trading.services.decide import (
    abandon_strategy,
    accept_variant,
    extend_limits,
    send_back,
    withdraw_decision,
)
from trading.services.second_look import look_again_at_holdout
from trading.views.development import back_to, seen_or_404
from trading.views.exports import seen_variant

_OUTCOME = Decision.Outcome


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
    """Take back a decision of a moment ago."""
    seen_or_404(request, pk)
    values: dict[str, Any] = {"strategy_id": pk, "decision_id": decision, "user": request.user}
    address = reverse("strategy", args=[pk])
    return inbox.take_back(request, address, lambda: withdraw_decision(**values))


def _carried_out(user: Any, pk: int, form: DecideForm) -> tuple[str, Decision | None]:
    """What was done, in a sentence, and the decision; None where it began something."""
    values = form.cleaned_data
    outcome, words = values["outcome"], values["reason"]
    common = {"strategy_id": pk, "user": user, "expected": values["expected"]}
    if outcome == _OUTCOME.SENT_BACK:
        send_back(guidance=words, **common)
        message = _("sent back for one more round. %(read)s") % {"read": guidance_read(words)}
        return message, None
    if outcome == _OUTCOME.EXTENDED:
        extend_limits(limits=form.limits, reason=words, **common)
        return _("it goes on under the limits that you gave"), None
    if outcome == _OUTCOME.ACCEPTED:
        made = accept_variant(variant_id=values["variant"], reason=words, **common)
    else:
        made = abandon_strategy(reason=words, **common)
    return _("your decision is on record"), made


def _refused(request: HttpRequest, strategy: Strategy, message: str) -> HttpResponse:
    """The form as it was typed, on the decision that is now in force: who has read what changed
    may decide anew."""
    context = decision_context(request, strategy)
    typed = {**request.POST.dict(), "expected": seen(context)}
    form = decide_form(strategy, context, typed)
    form.full_clean()
    form.add_error(None, message)
    return _page(request, strategy, context, form)


def _page(
    request: HttpRequest, strategy: Strategy, context: dict[str, Any], form: DecideForm
) -> HttpResponse:
    page = {"strategy": strategy, "decide": form, **context}
    return render(request, "trading/decide.html", page, status=422)


# A second look at the sealed holdout: one service call.


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def second_look(request: HttpRequest, pk: int) -> HttpResponse:
    """What a look would cost, the form, and the looks that were taken."""
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
    """The form as it was typed, on the openings that there are now."""
    context = look_context(request.user, variant)
    form = look_form(context, {**request.POST.dict(), "expected": context["known"]})
    form.full_clean()
    form.add_error(None, message)
    return _look_page(request, variant, form)


def _look_page(request: HttpRequest, variant: Variant, form: Any = None) -> HttpResponse:
    context = look_context(request.user, variant)
    shown = {**context, "form": form or look_form(context)}
    return render(request, "trading/look.html", shown, status=422 if form else 200)
