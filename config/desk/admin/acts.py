"""Acts: what an admin does with rows, each one service call per row, on a page that asks for
confirmation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.functional import Promise
from unfold.admin import ModelAdmin
from unfold.enums import ActionVariant

from config.desk.admin.columns import change_url
from config.desk.refusals import Refusal

# The request for an act, and the act itself.


@dataclass(frozen=True)
class AdminRequest:
    """An act on one row: who asks for it, the state of the row that they saw, and what they filled
    in."""

    pk: Any
    user: User
    seen: str = ""
    values: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Act:
    """One thing to do with rows.

    `perform` is one service call; a refusal becomes a message, and a text that it returns replaces
    `done`. `warning` is shown on the confirmation page: an act with a warning or a form is never
    done from a list at once. `seen` gives the state of a row when the page was made, so that the
    service can detect that it changed meanwhile; `fits` says on which rows' pages the act is
    offered.
    """

    name: str
    title: str | Promise
    done: str | Promise
    perform: Callable[[AdminRequest], object]
    warning: str | Promise = ""
    form: type[forms.Form] = forms.Form
    seen: Callable[[Any], object] = lambda row: ""
    fits: Callable[[Any], bool] = lambda row: True
    icon: str = "bolt"
    variant: ActionVariant = ActionVariant.DEFAULT

    @property
    def asks(self) -> bool:
        return bool(self.warning) or self.form is not forms.Form


def by_number(service: Callable[..., object], name: str) -> Callable[[AdminRequest], None]:
    """Performs an act by a service that takes the row's number, as `name`, and the user."""

    def perform(admin_request: AdminRequest) -> None:
        service(user=admin_request.user, **{name: admin_request.pk})

    return perform


class ActsAdmin(ModelAdmin):
    """Offers acts on ticked rows and on a row's page; they change rows only by a POST."""

    acts: Sequence[Act] = ()
    has_history = True

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        for act in self.acts:
            setattr(self, act.name, self._from_page(act))
        self.actions_detail = [act.name for act in self.acts]

    def get_urls(self) -> list[URLPattern]:
        pages = [
            path(f"act/{act.name}/", self.admin_site.admin_view(self._view(act)),
                 name=f"{self.opts.app_label}_{self.opts.model_name}_act_{act.name}")
            for act in self.acts
        ]  # fmt: skip
        return pages + list(super().get_urls())

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        offered = {act.name: (self._from_list(act), act.name, act.title) for act in self.acts}
        return {**super().get_actions(request), **offered}

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        """The buttons of a row's page: the acts that fit it."""
        row = self.get_object(request, str(object_id))
        fitting = {act.name for act in self.acts if row is not None and act.fits(row)}
        offered = super().get_actions_detail(request, object_id)
        return [action for action in offered if action.path in fitting]

    def _from_page(self, act: Act) -> Callable[..., HttpResponse]:
        """The button on a row's page: it leads to the confirmation page."""

        def to_page(request: HttpRequest, object_id: str) -> HttpResponse:
            return self._to_page(act, [object_id])

        to_page.short_description = act.title  # type: ignore[attr-defined]
        to_page.icon, to_page.variant = act.icon, act.variant  # type: ignore[attr-defined]
        to_page.attrs = {}  # type: ignore[attr-defined]
        return to_page

    def _from_list(self, act: Act) -> Callable[..., HttpResponse | None]:
        """The action on ticked rows: done at once, or after confirmation."""

        def on_ticked(admin: Any, request: HttpRequest, rows: QuerySet[Any]) -> Any:
            if act.asks:
                return self._to_page(act, list(rows.values_list("pk", flat=True)))
            for row in rows:
                self.attempt(request, act, row, AdminRequest(row.pk, _who(request)))
            return None

        return on_ticked

    def _to_page(self, act: Act, keys: Sequence[Any]) -> HttpResponseRedirect:
        name = f"admin:{self.opts.app_label}_{self.opts.model_name}_act_{act.name}"
        return HttpResponseRedirect(f"{reverse(name)}?rows={','.join(map(str, keys))}")

    def _view(self, act: Act) -> Callable[[HttpRequest], HttpResponse]:
        def page(request: HttpRequest) -> HttpResponse:
            rows = self._chosen(request)
            form = act.form(request.POST if request.method == "POST" else None)
            if request.method == "POST" and form.is_valid():
                left = self._attempt_all(request, act, rows, form.cleaned_data)
                if not left:
                    return HttpResponseRedirect(self._home(rows))
                rows = self.get_queryset(request).filter(pk__in=left)
            return self._ask(request, act, form, list(rows))

        return page

    def _attempt_all(
        self, request: HttpRequest, act: Act, rows: Sequence[Any], values: dict[str, Any]
    ) -> list[Any]:
        """Performs the act on each row; returns the keys of the rows that were refused."""
        left = []
        for row in rows:
            seen = request.POST.get(f"seen-{row.pk}", "")
            if not self.attempt(
                request, act, row, AdminRequest(row.pk, _who(request), seen, values)
            ):
                left.append(row.pk)
        return left

    def attempt(
        self, request: HttpRequest, act: Act, row: Model, admin_request: AdminRequest
    ) -> bool:
        """Whether it was done; a message says so, or why not."""
        name = str(row)  # before the act may change it
        try:
            outcome = act.perform(admin_request)
        except Refusal as refusal:
            messages.error(request, f"{name}: {refusal}")
            return False
        self._log(request, act, admin_request.pk)
        messages.success(request, f"{name}: {outcome if isinstance(outcome, str) else act.done}")
        return True

    def _log(self, request: HttpRequest, act: Act, pk: Any) -> None:
        """Note who did it in the row's history, without the row's text, which may be erased."""
        LogEntry.objects.create(
            user=_who(request),
            content_type=ContentType.objects.get_for_model(self.model),
            object_id=str(pk),
            object_repr=f"{self.opts.model_name} {pk}",
            action_flag=CHANGE,
            change_message=str(act.title),
        )

    def _chosen(self, request: HttpRequest) -> list[Any]:
        keys = [key for key in request.GET.get("rows", "").split(",") if key.isdecimal()]
        rows = list(self.get_queryset(request).filter(pk__in=keys))
        if not rows:
            raise Http404
        return rows

    def _home(self, rows: Sequence[Any]) -> str:
        if len(rows) == 1 and self.model._default_manager.filter(pk=rows[0].pk).exists():
            return change_url(rows[0])
        return reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_changelist")

    def _ask(
        self, request: HttpRequest, act: Act, form: forms.Form, rows: list[Any]
    ) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": act.title,
            "act": act,
            "form": form,
            "rows": [(row, change_url(row), act.seen(row)) for row in rows],
            "back": self._home(rows),
        }
        return TemplateResponse(request, "admin/act.html", context)


def _who(request: HttpRequest) -> Any:
    """The user, who is an admin: nobody else gets here."""
    return request.user
