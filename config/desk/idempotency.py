"""A creation that is asked for twice under one key happens once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from .models import IdempotencyKey
from .refusals import Refusal

KEPT = timedelta(hours=24)


class KeyReused(Refusal):
    """The key belongs to another request."""


@dataclass(frozen=True)
class Receipt:
    """What a creation made: ids by name, and the one to look at next.

    `leads_to` is that one's name, after its kind where the name alone would be ambiguous:
    "run", "strategy-decision".
    """

    made: Mapping[str, int | None]
    leads_to: str
    replayed: bool = field(default=False, compare=False)


def once(*, user: User, key: str, fingerprint: str, create: Callable[[], Receipt]) -> Receipt:
    """Create under a key, or tell again what was created under it within 24 hours.

    The key and what it made are written in one transaction: a failed creation keeps no key, and
    of several at once one creates while the others wait for it. Raises KeyReused, and whatever
    `create` raises.
    """
    with transaction.atomic():
        IdempotencyKey.objects.filter(created_at__lt=timezone.now() - KEPT).delete()
        row, new = IdempotencyKey.objects.get_or_create(
            user=user, key=key, defaults={"fingerprint": fingerprint}
        )
        if not new:
            return _told_again(row, fingerprint)
        receipt = create()
        row.made, row.leads_to = dict(receipt.made), receipt.leads_to
        row.save(update_fields=["made", "leads_to"])
        return receipt


def is_known(*, user: User, key: str) -> bool:
    """Whether something was created under a key within 24 hours."""
    since = timezone.now() - KEPT
    return IdempotencyKey.objects.filter(user=user, key=key, created_at__gte=since).exists()


def _told_again(row: IdempotencyKey, fingerprint: str) -> Receipt:
    if row.fingerprint != fingerprint:
        raise KeyReused(_("this key was used for another request: take a new one"))
    return Receipt(row.made, row.leads_to, replayed=True)
