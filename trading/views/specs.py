"""Saved specs, and the editor of specs: its starting text, and its buttons."""

from __future__ import annotations

from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from config.desk.lists import RowPaginator
from config.runs.errors import REFUSALS, explain
from config.text.validation import as_number
from trading.forms import SpecFilterForm, SpecForm
from trading.list_query import listed_specs, looks_at, strategies_that_tried, versions_of
from trading.models import SavedSpec, Strategy, Variant
from trading.presenting.specs import (
    CONDITIONS,
    FIELDS,
    ReadSpec,
    figures,
    gallery,
    indicators,
    looks,
    picture,
    pretty_json,
    read_spec,
    spec_lines,
)
from trading.services.spec_backtests import play_and_show
from trading.services.specs import archive_spec, restore_spec, save_spec
from trading.strategies.spec import StrategySpec
from trading.strategies.templates import TEMPLATES

START = "sma_long"


def editor(request: HttpRequest, saved: SavedSpec | None) -> HttpResponse:
    """The page at its start, or after one of its buttons."""
    if request.method == "GET":
        form = SpecForm(initial=_beginning(request, saved))
        return page(request, saved, form, str(form.initial["text"]))
    form = SpecForm(request.POST)
    if not form.is_valid():
        return page(request, saved, form, request.POST.get("text", ""))
    text = form.cleaned_data["text"]
    read = read_spec(text)
    act = _ACTS.get(request.POST.get("act", ""))
    if read.spec is None or act is None:
        return page(request, saved, form, text, read)
    try:
        return act(SpecRequest(request, saved, form, read, read.spec))
    except REFUSALS as error:
        form.add_error(None, explain(error))
        return page(request, saved, form, text, read)


def page(
    request: HttpRequest,
    saved: SavedSpec | None,
    form: SpecForm,
    text: str,
    read: ReadSpec | None = None,
    **extra: Any,
) -> HttpResponse:
    """The editor with a text and the result of parsing it."""
    read = read or read_spec(text)
    hashes = [each for each in (read.hash, saved.spec_hash if saved else "") if each]
    tried = strategies_that_tried(request.user, hashes)
    context = {
        "form": form,
        "read": read,
        "saved": saved,
        "versions": versions_of(saved) if saved else [],
        "tried": tried.get(saved.spec_hash, []) if saved else [],
        "looks": looks(looks_at(request.user, read.hash)),
        "own": saved is not None and saved.owner_id == request.user.pk,
        "gallery": gallery(),
        "fields": FIELDS,
        "conditions": CONDITIONS,
        "indicators": indicators(),
        **extra,
    }
    wrong = form.is_bound and (form.errors or read.faults)
    return render(request, "trading/specs/editor.html", context, status=422 if wrong else 200)


def _beginning(request: HttpRequest, saved: SavedSpec | None) -> dict[str, Any]:
    """The starting values of the form: 404 for what the reader may not see."""
    if saved is None and "spec" in request.GET:
        saved = _row_named(request, "spec", SavedSpec.objects.visible_to(request.user))
    if saved is not None:
        return {"text": pretty_json(saved.spec), "name": saved.name}
    if "variant" in request.GET:
        seen = Strategy.objects.visible_to(request.user)
        rows = Variant.objects.filter(strategy__in=seen).select_related("strategy")
        variant = _row_named(request, "variant", rows)
        began = {"text": pretty_json(variant.spec), "name": variant.name, "variant": variant.pk}
        return began | {"ticker": variant.strategy.ticker}
    templates = {each.kind: each for each in TEMPLATES}
    template = templates.get(request.GET.get("template", START), templates[START])
    return {"text": pretty_json(template.make().document())}


def _row_named(request: HttpRequest, name: str, rows: Any) -> Any:
    return get_object_or_404(rows, pk=as_number(request.GET[name], 18) or 0)


class SpecRequest(NamedTuple):
    """What a button acts on: the page's form and the valid spec in it."""

    request: HttpRequest
    saved: SavedSpec | None
    form: SpecForm
    read: ReadSpec
    spec: StrategySpec

    @property
    def user(self) -> Any:
        """The user of the request."""
        return self.request.user


def _run(spec_request: SpecRequest) -> HttpResponse:
    """Play it on train, on record."""
    values = spec_request.form.cleaned_data
    row, played = play_and_show(
        spec=spec_request.spec.document(),
        ticker=values["ticker"],
        part="train",
        user=spec_request.user,
    )
    result = {
        "row": row,
        "figures": figures(row.metrics),
        "picture": picture(played.equity, played.close),
    }
    return page(
        spec_request.request,
        spec_request.saved,
        spec_request.form,
        values["text"],
        spec_request.read,
        result=result,
    )


def _save(spec_request: SpecRequest) -> HttpResponse:
    """Save it under its name."""
    row = _saved(spec_request)
    places = {"name": row.name, "version": row.version}
    messages.success(spec_request.request, _("saved as %(name)s, version %(version)s") % places)
    return redirect("spec", row.pk)


def _develop(spec_request: SpecRequest) -> HttpResponse:
    """Save it and start a development from it, on the ticker it was tried on."""
    ticker = spec_request.form.cleaned_data["ticker"]
    query = {"spec": _saved(spec_request).pk} | ({"ticker": ticker} if ticker else {})
    return redirect(f"{reverse('new-strategy')}?{urlencode(query)}")


def _saved(spec_request: SpecRequest) -> SavedSpec:
    values = spec_request.form.cleaned_data
    seen = Strategy.objects.visible_to(spec_request.user)
    variant = Variant.objects.filter(strategy__in=seen, pk=values["variant"] or 0).first()
    name = values["name"] or spec_request.spec.name
    return save_spec(
        name=name, spec=spec_request.spec.document(), user=spec_request.user, variant=variant
    )


_ACTS = {"run": _run, "save": _save, "develop": _develop}


@login_required
@require_GET
def specs(request: HttpRequest) -> HttpResponse:
    """The newest version of each spec that the reader may see."""
    form = SpecFilterForm(request.GET)
    values = form.cleaned_data if form.is_valid() else {}
    rows = listed_specs(SavedSpec.objects.visible_to(request.user), values)
    page = RowPaginator(rows if form.is_valid() else rows.none(), settings.PAGE_SIZE).get_page(
        request.GET.get("page")
    )
    tried = strategies_that_tried(request.user, [row.spec_hash for row in page])
    context = {
        "form": form,
        "page": page,
        "lines": spec_lines(page, tried),
        "asked": any(values.values()),
    }
    return render(request, "trading/specs/list.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def new_spec(request: HttpRequest) -> HttpResponse:
    """The editor, with a template, a saved spec or a variant to begin with."""
    return editor(request, None)


@login_required
@require_http_methods(["GET", "POST"])
def spec(request: HttpRequest, pk: int) -> HttpResponse:
    """The editor with a saved spec, its versions and what came of it."""
    rows = SavedSpec.objects.visible_to(request.user).select_related("owner", "variant")
    return editor(request, get_object_or_404(rows, pk=pk))


@login_required
@require_POST
def check_spec(request: HttpRequest) -> HttpResponse:
    """The part beside the text, for the present text."""
    form = SpecForm(request.POST)
    form.full_clean()
    read = read_spec(form.cleaned_data.get("text", request.POST.get("text", "")))
    return render(request, "trading/specs/_check.html", {"read": read})


@login_required
@require_POST
def archive(request: HttpRequest, pk: int) -> HttpResponse:
    """Archive it."""
    return _keep(request, pk, archive_spec, _("archived: it is stored, but not shown in the list"))


@login_required
@require_POST
def restore(request: HttpRequest, pk: int) -> HttpResponse:
    """Bring it back to the list."""
    return _keep(request, pk, restore_spec, _("restored"))


def _keep(request: HttpRequest, pk: int, act: Any, message: str) -> HttpResponse:
    get_object_or_404(SavedSpec.objects.visible_to(request.user), pk=pk)
    try:
        act(spec_id=pk, user=request.user)
    except REFUSALS as error:
        messages.error(request, explain(error))
    else:
        messages.success(request, message)
    return redirect("spec", pk)
