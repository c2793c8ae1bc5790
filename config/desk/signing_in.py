"""Signing in, with what was typed before it."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect

from .drafts import keep
from .preferences import restore
from .sign_in_limits import remember_device


class SignIn(LoginView):
    """The sign-in page. What it carries becomes a draft of whoever signs in."""

    redirect_authenticated_user = True

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Who has signed in at another window meanwhile is sent on, the draft included."""
        return self._to_draft() or super().dispatch(request, *args, **kwargs)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        sent_on = super().form_valid(form)
        answer = self._to_draft() or sent_on
        restore(user=self.request.user, answer=answer)
        name = form.get_user().get_username()
        remember_device(request=self.request, answer=answer, name=name)
        return answer

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        held = self.request.POST.get("held", "")
        return super().get_context_data(**kwargs, held=held, by_mail=settings.MAIL)

    def _to_draft(self) -> HttpResponse | None:
        user = self.request.user
        held = self.request.POST.get("held", "")
        if not held or not user.is_authenticated:
            return None
        draft = keep(user=user, held=held)
        return redirect(draft.address) if draft else None
