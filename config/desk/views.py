"""The inbox, and what a reader chooses for every page."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from config.desk.account import choose, set_cookie
from config.desk.lists import PAGES, save_view

from .drafts import SENT, drafts_of, held_of, keep, sign_in_with
from .inbox import TITLES, waiting_for
from .models import SavedView
from .refusals import Refusal
from .search import LONGEST, search

_STEPS_SEEN = "steps_seen"


@login_required
@require_GET
def inbox(request: HttpRequest) -> HttpResponse:
    """The reader's inbox."""
    groups = [(need, TITLES[need], items) for need, items in waiting_for(request.user).items()]
    context = {
        "groups": groups,
        "drafts": drafts_of(request.user),
        "first_visit": _STEPS_SEEN not in request.COOKIES,
    }
    return render(request, "desk/inbox.html", context)


@login_required
@require_GET
def search_page(request: HttpRequest) -> HttpResponse:
    """What the reader may see that holds the words; with `part` the hits alone, without the
    page."""
    query = request.GET.get("q", "")[:LONGEST].strip()
    context = {"words": query, "found": search(request.user, query), "most": LONGEST}
    part = "part" in request.GET
    return render(request, "desk/_found.html" if part else "desk/search.html", context)


@login_required
@require_POST
def keep_view(request: HttpRequest) -> HttpResponse:
    """Save the filter of a list under a name."""
    values = {name: request.POST.get(name, "") for name in ("page", "name", "query")}
    try:
        view = save_view(user=request.user, **values)  # type: ignore[arg-type]
    except Refusal as error:
        messages.error(request, str(error))
        return redirect("inbox" if values["page"] not in PAGES else values["page"])
    return HttpResponseRedirect(f"{reverse(view.page)}?{view.query}")


@login_required
@require_POST
def delete_view(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete a saved filter."""
    view = get_object_or_404(SavedView, pk=pk, user=request.user)
    view.delete()
    return redirect(view.page)


@login_required
@require_http_methods(["GET", "POST"])
def draft(request: HttpRequest, pk: int) -> HttpResponse:
    """A form that was typed and not sent, to be sent from here or discarded."""
    row = get_object_or_404(drafts_of(request.user), pk=pk)
    if request.method == "POST":
        row.delete()
        return redirect("inbox")
    return render(request, "desk/draft.html", {"row": row, "sent": SENT})


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """For a form with the token of another session: explained on a page of ours, with what was
    typed kept."""
    signed = held_of(request)
    if signed and not request.user.is_authenticated:
        return sign_in_with(request, signed)
    draft_pk = keep(user=request.user, signed=signed) if signed else None  # type: ignore[arg-type]
    return render(request, "403_csrf.html", {"kept": draft_pk}, status=403)


@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Set the language of every page; an unknown one changes nothing."""
    return _chosen(request, "language")


@require_POST
def choose_theme(request: HttpRequest) -> HttpResponse:
    """Set the theme of every page; an unknown one changes nothing."""
    return _chosen(request, "theme")


def _chosen(request: HttpRequest, name: str) -> HttpResponse:
    answer = _back(request)
    choose(user=request.user, answer=answer, name=name, value=request.POST.get(name, ""))
    return answer


@login_required
@require_POST
def steps_seen(request: HttpRequest) -> HttpResponse:
    """Hide the first steps on the inbox from now on."""
    answer = _back(request)
    set_cookie(answer, _STEPS_SEEN, "yes")
    return answer


def _back(request: HttpRequest) -> HttpResponseRedirect:
    """The page that the request came from, if it is one of ours."""
    page = request.POST.get("next", "")
    ours = url_has_allowed_host_and_scheme(
        page, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return HttpResponseRedirect(page if ours else reverse("inbox"))
