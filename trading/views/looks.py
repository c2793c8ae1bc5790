"""A second look at the sealed holdout: one service call."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from config.desk.roles import is_reviewer
from config.runs.refusals import REFUSALS, explain
from trading.forms.decide import look_form
from trading.models import Variant
from trading.presenting.looks import look_context
from trading.services.second_look import look_again_at_holdout
from trading.views.variants import seen_variant


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def second_look(request: HttpRequest, pk: int) -> HttpResponse:
    """What a look would cost, the form, and the looks that were taken."""
    variant = seen_variant(request, pk)
    if not is_reviewer(request.user):
        messages.error(request, _("only a reviewer or an admin opens the sealed holdout"))
        return redirect("variant", pk)
    if request.method != "POST":
        return _page(request, variant)
    form = look_form(look_context(request.user, variant), request.POST)
    if not form.is_valid():
        return _page(request, variant, form)
    told = form.cleaned_data
    try:
        look_again_at_holdout(
            variant_id=pk, reason=told["reason"], expected=told["expected"], user=request.user
        )
    except REFUSALS as error:
        return _refused(request, variant, explain(error))
    messages.success(request, _("your look is on record; it decided nothing"))
    return redirect("variant-look", pk)


def _refused(request: HttpRequest, variant: Variant, said: str) -> HttpResponse:
    """The form as it was typed, on the openings that there are now."""
    context = look_context(request.user, variant)
    form = look_form(context, {**request.POST.dict(), "expected": context["known"]})
    form.full_clean()
    form.add_error(None, said)
    return _page(request, variant, form)


def _page(request: HttpRequest, variant: Variant, form: Any = None) -> HttpResponse:
    context = look_context(request.user, variant)
    shown = {**context, "form": form or look_form(context)}
    return render(request, "trading/look.html", shown, status=422 if form else 200)
