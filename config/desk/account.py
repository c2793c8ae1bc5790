"""The page of one's own account: password, language and theme, sessions, API tokens."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_POST

from .account_forms import AddressForm, PasswordForm, TokenForm
from .passwords import set_address
from .refusals import Conflict, Missing
from .sessions import end_other_sessions, end_session, remember, sessions_of
from .tokens import make_token, revoke_all_tokens, revoke_token, tokens_of


@login_required
@require_GET
def account(request: HttpRequest) -> HttpResponse:
    """The page."""
    return _page(request)


@sensitive_post_parameters()
@login_required
@require_POST
def change_password(request: HttpRequest) -> HttpResponse:
    """A new password for who knows the old one. Only this session lives on."""
    user: Any = request.user
    form = PasswordForm(user, request.POST)
    if not form.is_valid():
        return _page(request, password=form)
    form.save()
    update_session_auth_hash(request, user)
    remember(None, request, user)
    messages.success(request, _("your password is changed; other sessions and all tokens ended"))
    return redirect("account")


@sensitive_post_parameters()
@login_required
@require_POST
def change_address(request: HttpRequest) -> HttpResponse:
    """Another mail address, for who knows the password."""
    user: Any = request.user
    form = AddressForm(user, request.POST)
    if not form.is_valid():
        return _page(request, address=form)
    set_address(user=user, email=form.cleaned_data["email"])
    messages.success(request, _("your mail address is changed"))
    return redirect("account")


@login_required
@require_POST
def end(request: HttpRequest, pk: int) -> HttpResponse:
    """End one session; one's own here is a sign-out."""
    try:
        end_session(user=request.user, session=pk)  # type: ignore[arg-type]
    except Missing as error:
        raise Http404 from error
    return redirect("account")


@login_required
@require_POST
def end_others(request: HttpRequest) -> HttpResponse:
    """End all sessions but this one."""
    user: Any = request.user
    end_other_sessions(user_id=user.pk, kept=request.session.session_key or "")
    messages.success(request, _("all other sessions ended"))
    return redirect("account")


@login_required
@require_POST
def new_token(request: HttpRequest) -> HttpResponse:
    """A token, shown on this one page and never again."""
    form = TokenForm(request.POST)
    if not form.is_valid():
        return _page(request, token=form)
    try:
        made = make_token(user=request.user, **form.cleaned_data)  # type: ignore[arg-type]
    except Conflict as error:
        form.add_error(None, str(error))
        return _page(request, token=form)
    return _page(request, made=made)


@login_required
@require_POST
def revoke(request: HttpRequest, prefix: str) -> HttpResponse:
    """End one token."""
    try:
        revoke_token(user=request.user, prefix=prefix)  # type: ignore[arg-type]
    except Missing as error:
        raise Http404 from error
    messages.success(request, _("the token is revoked"))
    return redirect("account")


@login_required
@require_POST
def revoke_all(request: HttpRequest) -> HttpResponse:
    """End all tokens."""
    user: Any = request.user
    revoke_all_tokens(user_id=user.pk)
    messages.success(request, _("all tokens are revoked"))
    return redirect("account")


def _page(
    request: HttpRequest,
    password: PasswordForm | None = None,
    token: TokenForm | None = None,
    address: AddressForm | None = None,
    **extra: Any,
) -> HttpResponse:
    """The page, with a form as it was filled in when it was refused."""
    user: Any = request.user
    context = {
        "password": password or PasswordForm(user),
        "token": token or TokenForm(),
        "address": (address or AddressForm(user)) if settings.MAIL else None,
        "sessions": sessions_of(user=user),
        "this_session": request.session.session_key,
        "tokens": tokens_of(user=user),
        **extra,
    }
    refused = any(form is not None for form in (password, token, address))
    return render(request, "desk/account.html", context, status=422 if refused else 200)
