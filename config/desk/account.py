"""The account of a person: its page and forms, passwords and sessions; language and theme, which
are also kept in a cookie so that a page does not flash in the wrong theme."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import SESSION_KEY, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import PasswordChangeForm
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import password_validators_help_texts
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_POST

from config.desk import audit
from config.desk.drafts import drafts_of
from config.desk.inbox import STEPS_SEEN, offered
from config.desk.models import AuditEntry, Draft, Preference, SignedIn
from config.desk.refusals import Conflict, Missing
from config.desk.roles import NAMES, role_of
from config.desk.tokens import (
    READ,
    REVIEW,
    SUBMIT,
    make_token,
    revoke_all_tokens,
    revoke_token,
    tokens_of,
)
from config.text.validation import as_number

COOKIE = "theme"
THEMES = ("auto", "light", "dark")
YEAR = 365 * 24 * 3600


def theme_of(request: HttpRequest) -> str:
    """The theme that the reader chose; `auto` without a choice."""
    chosen = request.COOKIES.get(COOKIE, "")
    return chosen if chosen in THEMES else THEMES[0]


def chosen(request: HttpRequest) -> str | None:
    """The theme for pages that have one of their own unless the reader chose."""
    theme = theme_of(request)
    return None if theme == THEMES[0] else theme


COOKIES = {"language": settings.LANGUAGE_COOKIE_NAME, "theme": COOKIE}
CHOICES = {"language": tuple(dict(settings.LANGUAGES)), "theme": THEMES}


def choose(*, user: Any, answer: HttpResponse, name: str, value: str) -> None:
    """Show every page as chosen from now on; an unknown choice changes nothing."""
    if value not in CHOICES[name]:
        return
    set_cookie(answer, COOKIES[name], value)
    if user.is_authenticated:
        Preference.objects.update_or_create(user=user, defaults={name: value})


def restore(*, user: Any, answer: HttpResponse) -> None:
    """Send the choices made in another browser to a browser that somebody signs in with."""
    preference = Preference.objects.filter(user=user).first()
    for name in COOKIES if preference else ():
        if value := getattr(preference, name):
            set_cookie(answer, COOKIES[name], value)


def set_cookie(answer: HttpResponse, name: str, value: str) -> None:
    """Remember a reader's choice for a year."""
    answer.set_cookie(
        name, value, max_age=YEAR, samesite="Strict", httponly=True, secure=settings.HTTPS
    )


# What every page knows: the reader, their role and theme, and a form that was kept for them.


def desk(request: HttpRequest) -> dict[str, Any]:
    """`role` of the reader (empty when not signed in), its `role_name`, the `theme`, the
    `kept_draft` that the address names, and the decision that can be undone (`undo_offer`)."""
    role = role_of(request.user) if hasattr(request, "user") else ""
    return {
        "role": role,
        "role_name": NAMES.get(role, ""),
        "theme": theme_of(request),
        "kept_draft": _draft(request) if role else None,
        "undo_offer": offered(request) if role else None,
    }


def _draft(request: HttpRequest) -> Draft | None:
    number = as_number(request.GET.get("draft", ""))
    return None if number is None else drafts_of(request.user).filter(pk=number).first()


@login_required
@require_GET
def account(request: HttpRequest) -> HttpResponse:
    """The page."""
    return _page(request)


@sensitive_post_parameters()
@login_required
@require_POST
def change_password(request: HttpRequest) -> HttpResponse:
    """Change the password; the old one is asked for. Only this session stays signed in."""
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
    """Change the mail address; the password is asked for."""
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
    """End one session; ending the present one signs out."""
    try:
        end_session(user=request.user, session=pk)  # type: ignore[arg-type]
    except Missing as error:
        raise Http404 from error
    return redirect("account")


@login_required
@require_POST
def end_others(request: HttpRequest) -> HttpResponse:
    """End all sessions except this one."""
    user: Any = request.user
    end_other_sessions(user_id=user.pk, current=request.session.session_key or "")
    messages.success(request, _("all other sessions ended"))
    return redirect("account")


@login_required
@require_POST
def new_token(request: HttpRequest) -> HttpResponse:
    """Create a token; the page shows it once and never again."""
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
    """The account page; `forms` that were refused are shown as they were filled in."""
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


# The forms of the account page.

DAYS = (1, 7, 30, 90, 365)


class PasswordForm(PasswordChangeForm):
    """Django's form, with the rules for a password in plain sentences."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rules = " ".join(password_validators_help_texts())
        self.fields["new_password1"].help_text = rules
        self.fields["old_password"].widget.attrs.pop("autofocus", None)


class AddressForm(forms.Form):
    """The address that a link for a new password is sent to; only somebody who knows the password
    may change it."""

    email = forms.EmailField(
        label=gettext_lazy("Mail address"),
        required=False,
        max_length=254,
        help_text=gettext_lazy(
            "Where a link is sent when you forget your password. Empty: nowhere."
        ),
    )
    password = forms.CharField(
        label=gettext_lazy("Your password"),
        widget=forms.PasswordInput,
        strip=False,
        max_length=4096,
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.auto_id, self.user = "address-%s", user
        self.fields["email"].initial = user.email

    def clean_password(self) -> str:
        """Raises ValidationError for a password that is not the present one."""
        given: str = self.cleaned_data["password"]
        if not self.user.check_password(given):
            raise ValidationError(gettext_lazy("that is not your password"))
        return given


class TokenForm(forms.Form):
    """A new API token."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=100,
        help_text=gettext_lazy("What it is for: a script, a machine."),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("What it may do"),
        choices=[
            (READ, gettext_lazy("read what you may see")),
            (SUBMIT, gettext_lazy("submit, answer and change your own work")),
            (REVIEW, gettext_lazy("decide on the work of others, if you may")),
        ],
        initial=[READ],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("choose one at least")},
    )
    days = forms.TypedChoiceField(label=gettext_lazy("Ends after"), coerce=int, initial=30)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        most = settings.REST_KNOX["TOKEN_TTL"].days
        days = [each for each in DAYS if each <= most] or [1]
        field: Any = self.fields["days"]
        field.choices = [
            (each, ngettext("%(n)s day", "%(n)s days", each) % {"n": each}) for each in days
        ]


# A new password ends what the old one gave access to: sessions, tokens and links.


class EndsWhatItLetIn:
    """Django calls its validators for every new password, however it is set."""

    def validate(self, password: str, user: Any = None) -> None:
        """Accepts every password."""

    def password_changed(self, password: str, user: Any = None) -> None:
        if user is not None and user.pk is not None:
            revoke_all_tokens(user_id=user.pk)
            end_other_sessions(user_id=user.pk)
            audit.note(AuditEntry.Act.PASSWORD, audit.named(user.pk))

    def get_help_text(self) -> str:
        return _("A new password ends all other sessions and all API tokens.")


def set_address(*, user: User, email: str) -> None:
    """Change the mail address of an account; empty removes it."""
    User.objects.filter(pk=user.pk).update(email=User.objects.normalize_email(email))
    audit.note(AuditEntry.Act.ADDRESS, audit.named(user.pk))


# The sessions of a person, and how to end them.

# Most browsers also name the browsers that they resemble: the more specific name comes first.
_KNOWN = (
    (("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrome", "Chrome"),
     ("Safari", "Safari"), ("curl", "curl")),
    (("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"),
     ("Mac OS X", "macOS"), ("Linux", "Linux")),
)  # fmt: skip


def remember(sender: Any, request: HttpRequest, user: User, **_signal: Any) -> None:
    """Record a new session. A token obtained with a password has none."""
    key = request.session.session_key
    if key and request.session.get(SESSION_KEY) == str(user.pk):
        values = {"user": user, "browser": browser_of(request.headers.get("User-Agent", ""))}
        SignedIn.objects.update_or_create(session_key=key, defaults=values)


def browser_of(agent: str) -> str:
    """The names of browser and system, as their owner knows them: the first known name in the user
    agent."""
    names = (next((name for sign, name in each if sign in agent), "") for each in _KNOWN)
    return ", ".join(filter(None, names)) or agent[:60]


def sessions_of(*, user: User) -> QuerySet[SignedIn]:
    """A person's live sessions, the newest first."""
    live = Session.objects.filter(session_key__in=_keys(SignedIn.objects.filter(user=user)))
    return SignedIn.objects.filter(user=user, session_key__in=_keys(live))


def end_session(*, user: User, session: int) -> None:
    """End one session of a person. Raises Missing."""
    if not _end(SignedIn.objects.filter(user=user, pk=session)):
        raise Missing(_("there is no such session"))


def end_other_sessions(*, user_id: int, current: str = "") -> int:
    """End all sessions of a person except the one with this key; returns the number."""
    return _end(SignedIn.objects.filter(user=user_id).exclude(session_key=current))


def prune_signed_in() -> int:
    """Delete the records of sessions that are over; returns the number."""
    live = Session.objects.values("session_key")
    return SignedIn.objects.exclude(session_key__in=live).delete()[0]


def _keys(rows: QuerySet[Any]) -> Any:
    return rows.order_by().values("session_key")


def _end(rows: QuerySet[SignedIn]) -> int:
    keys = list(rows.values_list("session_key", flat=True))
    Session.objects.filter(session_key__in=keys).delete()
    SignedIn.objects.filter(session_key__in=keys).delete()
    return len(keys)


# Choices made on any page.


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
    set_cookie(answer, STEPS_SEEN, "yes")
    return answer


def _back(request: HttpRequest) -> HttpResponseRedirect:
    """The page that the request came from, if it is one of ours."""
    page = request.POST.get("next", "")
    ours = url_has_allowed_host_and_scheme(
        page, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return HttpResponseRedirect(page if ours else reverse("inbox"))
