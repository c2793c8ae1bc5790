"""Lists, filtered and sorted by the URL; their pages; filters that a person saves."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.paginator import Page, Paginator
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from config.desk.models import SavedView
from config.desk.refusals import Conflict, Refusal

ANY: tuple[str, Any] = ("", gettext_lazy("any"))
YES_NO = (ANY, ("yes", gettext_lazy("yes")), ("no", gettext_lazy("no")))


class ListFilterForm(forms.Form):
    """Filters a list by words, owner and days; an unknown value is reported, not ignored."""

    q = forms.CharField(label=gettext_lazy("Search"), required=False, max_length=200)
    owner = forms.CharField(label=gettext_lazy("Owner"), required=False, max_length=150)
    since = forms.DateField(
        label=gettext_lazy("From"), required=False, widget=forms.DateInput(attrs={"type": "date"})
    )
    until = forms.DateField(
        label=gettext_lazy("To"), required=False, widget=forms.DateInput(attrs={"type": "date"})
    )

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        since, until = values.get("since"), values.get("until")
        if since and until and since > until:
            self.add_error("until", _("ends before it begins"))
        return values


def list_page(
    request: HttpRequest,
    *,
    template: str,
    form: forms.Form,
    orders: Container[str],
    rows: Callable[[Mapping[str, Any], str], QuerySet[Any]],
) -> HttpResponse:
    """The list for the cleaned values of `form` and one of `orders`, by the function `rows`.

    An unknown order is "new"; a value that the form refuses leaves the list empty.
    """
    values = form.cleaned_data if form.is_valid() else {}
    order = request.GET.get("order", "new")
    found = rows(values, order if order in orders else "new")
    if not form.is_valid():
        found = found.none()
    active = {name for name, value in values.items() if value}
    context = {
        "form": form,
        "page": RowPaginator(found, settings.PAGE_SIZE).get_page(request.GET.get("page")),
        "order": order,
        "asked": active,
        "more": active - {"q", "status", "ticker"},  # the filters behind “More filters”
    }
    return render(request, template, context)


# Pages of long lists.


class RowPaginator(Paginator):  # type: ignore[type-arg]  # not subscriptable when it runs
    """Finds the keys of a page's rows first, then reads these rows: columns are not computed for
    all rows before the page. Rows in a total order."""

    @cached_property
    def count(self) -> int:
        """Without a query of its own where the first page shows all rows."""
        if isinstance(self.object_list, QuerySet) and len(self._first) <= self.per_page:
            return len(self._first)
        return super().count

    def page(self, number: int | str) -> Page[Any]:
        """The page of that number. Raises InvalidPage."""
        page = super().page(number)
        rows: Any = self.object_list
        if isinstance(rows, QuerySet):
            page.object_list = rows.filter(pk__in=self._keys(page.number))
        return page

    @cached_property
    def _first(self) -> list[Any]:
        """The keys of the first page, and one more where there are more."""
        return list(self._all_keys()[: self.per_page + 1])

    def _keys(self, number: int) -> list[Any]:
        """The keys of a page, from the nearer end: the database reads all that it skips."""
        begin = (number - 1) * self.per_page
        end = min(begin + self.per_page, self.count)
        if not begin:
            return self._first[:end]
        if begin > self.count // 2:
            return list(self._all_keys().reverse()[self.count - end : self.count - begin])
        return list(self._all_keys()[begin:end])

    def _all_keys(self) -> Any:
        rows: Any = self.object_list
        return rows.values_list("pk", flat=True)


# Filters of a list that a person saves under a name.

PAGES = ("hypotheses", "strategies")
MOST_VIEWS = 20
"""The most saved filters of one person for one list."""
_NAME_LENGTH, _QUERY_LENGTH = 60, 1_000
"""The lengths of the columns of SavedView."""


def query_of(given: QueryDict) -> str:
    """The filters and the order of a URL's query in a fixed order, without page and draft."""
    pairs = sorted(
        (name, value)
        for name, values in given.lists()
        for value in values
        if value and name not in ("page", "draft")
    )
    query = QueryDict(mutable=True)
    for name, value in pairs:
        query.appendlist(name, value)
    return query.urlencode()


def views_of(*, user: Any, page: str) -> QuerySet[SavedView]:
    """A person's saved filters of a list, by name."""
    return SavedView.objects.filter(user=user, page=page)


def save_view(*, user: User, page: str, name: str, query: str) -> SavedView:
    """Save a filter. One of the same name is replaced; the same filter under another name is
    renamed.

    Raises Refusal; Conflict for too many.
    """
    name, query = " ".join(name.split())[:_NAME_LENGTH], query_of(QueryDict(query[:_QUERY_LENGTH]))
    if page not in PAGES or not name or not query or len(query) > _QUERY_LENGTH:
        raise Refusal(_("a view needs a name, and a filter to keep"))
    others = views_of(user=user, page=page).exclude(name=name)
    with transaction.atomic():
        others.filter(query=query).delete()
        if others.count() >= MOST_VIEWS:
            raise Conflict(
                _("you keep %(most)s views of this list: delete one") % {"most": MOST_VIEWS}
            )
        values: Any = {"user": user, "page": page, "name": name}
        return SavedView.objects.update_or_create(**values, defaults={"query": query})[0]


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
