"""What both apps' decisions share."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Decision(models.Model):
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

    class Meta:
        abstract = True
        ordering = ["created_at", "id"]

    def __str__(self) -> str:
        return f"{self.before or '-'} → {self.after} ({self.source})"
