"""Counts per minute that all processes share as rows.

A limit per minute looks back over sixty seconds: the count of the minute before is weighted by the
share of it that lies within them.
"""

from __future__ import annotations

import math
import time

from django.db.models import F

from .models import Tally

MINUTE = 60


def add(key: str, amount: int) -> None:
    """Add to the count of the present minute."""
    minute = int(time.time()) // MINUTE
    _begin(key, minute)
    Tally.objects.filter(key=key, minute=minute).update(amount=F("amount") + amount)


def this_minute(key: str) -> int:
    """The count of the present minute."""
    minute = int(time.time()) // MINUTE
    return (
        Tally.objects.filter(key=key, minute=minute).values_list("amount", flat=True).first() or 0
    )


def seconds_left() -> int:
    """Seconds until the next minute begins."""
    return MINUTE - int(time.time()) % MINUTE


def take(key: str, limit: int) -> bool:
    """Count one more, unless `limit` of the last sixty seconds is reached: then return False.

    One conditional update decides, so that several processes at once cannot exceed the limit.
    """
    now = time.time()
    minute = int(now) // MINUTE
    _begin(key, minute)
    share = 1 - now % MINUTE / MINUTE
    free = math.floor(limit - _amount(key, minute - 1) * share)
    row = Tally.objects.filter(key=key, minute=minute, amount__lt=free)
    return bool(row.update(amount=F("amount") + 1))


def _amount(key: str, minute: int) -> int:
    found = Tally.objects.filter(key=key, minute=minute).values_list("amount", flat=True)
    return found.first() or 0


def _begin(key: str, minute: int) -> None:
    """The row of a key and a minute; the first one of a minute deletes old ones."""
    if Tally.objects.filter(key=key, minute=minute).exists():
        return
    Tally.objects.bulk_create([Tally(key=key, minute=minute)], ignore_conflicts=True)
    Tally.objects.filter(minute__lt=minute - 1).delete()
