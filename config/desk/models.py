"""What both apps' decisions share; keys of requests that may be repeated, drafts, and accounts."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.db import models
from django.http import QueryDict
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _

from config.desk.roles import is_admin


class DeskDecision(models.Model):
    """One verdict on a subject. Append-only: a new one replaces the current, it never edits it.

    A concrete model adds the foreign key to its subject and a unique constraint on it where
    `current` is true, so that one decision at a time is in force.
    """

    class Source(models.TextChoices):
        AGENT = "agent", _("agent")
        FORCED = "forced", _("forced")
        HUMAN = "human", _("person")

    source = models.CharField(_("source"), max_length=8, choices=Source)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("user"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    actor = models.CharField(
        _("actor"), max_length=150, blank=True, help_text=_("A person without an account here.")
    )
    before = models.CharField(_("before"), max_length=20, blank=True)
    after = models.CharField(_("after"), max_length=20)
    reason = models.TextField(_("reason"))
    current = models.BooleanField(_("in force"), default=True)
    created_at = models.DateTimeField(_("made at"), auto_now_add=True)
    withdrawn_at = models.DateTimeField(
        _("withdrawn at"), null=True, blank=True, help_text=_("Taken back by who made it, at once.")
    )

    class Meta:
        abstract = True
        ordering = ["created_at", "id"]

    def __str__(self) -> str:
        return f"{self.before or '-'} → {self.after} ({self.source})"


class IdempotencyKey(models.Model):
    """An idempotency key of a creation and the ids of what it made; no texts. `fingerprint` is a
    hash of the request, so that a key cannot stand for two."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("user"),
        on_delete=models.CASCADE,
        related_name="+",
    )
    key = models.CharField(_("key"), max_length=200)
    fingerprint = models.CharField(_("fingerprint"), max_length=64)
    made = models.JSONField(_("made"), default=dict)
    leads_to = models.CharField(_("leads to"), max_length=20, blank=True)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    class Meta:
        verbose_name = _("idempotency key")
        verbose_name_plural = _("idempotency keys")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["user", "key"], name="idempotency_key_once"),
        ]

    def __str__(self) -> str:
        return self.key


class Draft(models.Model):
    """A form that a person filled in and could not send because the session had ended."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("user"),
        on_delete=models.CASCADE,
        related_name="+",
    )
    path = models.CharField(_("sent to"), max_length=500)
    page = models.CharField(_("page"), max_length=2_000, blank=True)
    fields = models.JSONField(_("fields"), default=dict)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    class Meta:
        verbose_name = _("draft")
        verbose_name_plural = _("drafts")
        ordering = ["id"]

    def __str__(self) -> str:
        return self.path

    @property
    def address(self) -> str:
        """The URL of the page with its form, filled in from the draft; else a page for the draft
        itself."""
        own = reverse("draft", args=[self.pk])
        if not url_has_allowed_host_and_scheme(self.page, allowed_hosts=None):
            return own
        path, _mark, query = self.page.partition("?")
        query_dict = QueryDict(query, mutable=True)
        query_dict["draft"] = str(self.pk)
        return f"{path}?{query_dict.urlencode()}"

    @property
    def words(self) -> str:
        """The longest text that was typed."""
        return max((str(value) for values in self.fields.values() for value in values), key=len)

    @property
    def as_json(self) -> str:
        """The fields, for the script that fills in the form."""
        return json.dumps(self.fields)


class TokenGrant(models.Model):
    """The name of a token and what it may do; a token without this row may do all that its owner
    may."""

    token = models.OneToOneField(
        "knox.AuthToken",
        verbose_name=_("token"),
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="grant",
    )
    name = models.CharField(_("name"), max_length=100)
    may_submit = models.BooleanField(_("may submit"), default=False)
    may_review = models.BooleanField(_("may review"), default=False)

    class Meta:
        verbose_name = _("token grant")
        verbose_name_plural = _("token grants")

    def __str__(self) -> str:
        return self.name


class SignedIn(models.Model):
    """A session and its owner, who can end it; no address and no visited page is stored."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("user"),
        on_delete=models.CASCADE,
        related_name="+",
    )
    session_key = models.CharField(_("session"), max_length=40, unique=True)
    browser = models.CharField(_("browser"), max_length=200, blank=True)
    created_at = models.DateTimeField(_("since"), auto_now_add=True)

    class Meta:
        verbose_name = _("session")
        verbose_name_plural = _("sessions")
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.browser


class Preference(models.Model):
    """The language and theme that a person chose, for every browser that they sign in with."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        verbose_name=_("user"),
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="+",
    )
    language = models.CharField(_("language"), max_length=10, blank=True)
    theme = models.CharField(_("theme"), max_length=10, blank=True)

    class Meta:
        verbose_name = _("preference")
        verbose_name_plural = _("preferences")

    def __str__(self) -> str:
        return f"{self.language} {self.theme}".strip()


class SavedView(models.Model):
    """A filter of a list, saved under a name."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("user"),
        on_delete=models.CASCADE,
        related_name="+",
    )
    page = models.CharField(_("list"), max_length=40)
    name = models.CharField(_("name"), max_length=60)
    query = models.CharField(_("filter"), max_length=1_000)

    class Meta:
        verbose_name = _("saved view")
        verbose_name_plural = _("saved views")
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["user", "page", "name"], name="saved_view_once"),
        ]

    def __str__(self) -> str:
        return self.name


class Tally(models.Model):
    """A counter per minute (since 1970), for the limits that processes share."""

    key = models.CharField(_("key"), max_length=120)
    minute = models.BigIntegerField(_("minute"))
    amount = models.BigIntegerField(_("amount"), default=0)

    class Meta:
        verbose_name = _("tally")
        verbose_name_plural = _("tallies")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["key", "minute"], name="tally_once"),
        ]

    def __str__(self) -> str:
        return f"{self.key}: {self.amount}"


class AuditQuerySet(models.QuerySet["AuditEntry"]):
    def visible_to(self, user: Any) -> AuditQuerySet:
        return self if is_admin(user) else self.none()


class AuditEntry(models.Model):
    """An act of a person on accounts or data. Append-only."""

    class Act(models.TextChoices):
        SIGNED_IN = "signed_in", _("signed in")
        SIGNED_OUT = "signed_out", _("signed out")
        FAILED = "failed", _("wrong password")
        PAUSED = "paused", _("sign-in paused")
        PASSWORD = "password", _("new password")
        RESET_ASKED = "reset_asked", _("new password asked for by mail")
        ADDRESS = "address", _("mail address changed")
        TOKEN_MADE = "token_made", _("token made")
        TOKEN_ENDED = "token_ended", _("token ended")
        ACCOUNT_MADE = "account_made", _("account made")
        ACCOUNT_ERASED = "account_erased", _("account erased")
        ROLE_GIVEN = "role_given", _("role given")
        ROLE_TAKEN = "role_taken", _("role taken away")
        EXPORTED = "exported", _("file taken")
        ERASED = "erased", _("erased")

    LENGTH = 200

    at = models.DateTimeField(_("when"), auto_now_add=True, db_index=True)
    act = models.CharField(_("act"), max_length=20, choices=Act)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("user"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    person = models.CharField(_("person"), max_length=150, blank=True)
    address = models.GenericIPAddressField(_("address"), null=True, blank=True)
    subject = models.CharField(_("what"), max_length=LENGTH, blank=True)

    objects = AuditQuerySet.as_manager()

    class Meta:
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit entries")
        ordering = ["-id"]

    def __str__(self) -> str:
        return " ".join(filter(None, [self.person, self.get_act_display(), self.subject]))

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert the entry. Raises TypeError for one that is already stored."""
        if not self._state.adding:
            raise TypeError("the audit log is append-only")
        super().save(*args, **kwargs)
