"""Counts by the minute that all processes share: they are rows.

A limit of so many a minute looks back over sixty seconds: what the minute before counts is weighed
by the share of it that still lies within them.
"""

from __future__ import annotations

import math
import time

from django.db.models import F

from .models import Tally

MINUTE = 60


def add(key: str, amount: int) -> None:
    """Count so much in the present minute."""
    minute = int(time.time()) // MINUTE
    _begin(key, minute)
    Tally.objects.filter(key=key, minute=minute).update(amount=F("amount") + amount)


def this_minute(key: str) -> int:
    """What the present minute counts."""
    minute = int(time.time()) // MINUTE
    return (
        Tally.objects.filter(key=key, minute=minute).values_list("amount", flat=True).first() or 0
    )


def seconds_left() -> int:
    """Until the next minute begins."""
    return MINUTE - int(time.time()) % MINUTE


def take(key: str, limit: int) -> bool:
    """Count one more, unless `limit` of the last sixty seconds are counted: then False.

    One conditional update decides, so that of several processes at once none goes over the limit.
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
    """The row of a key and a minute; the first one of a minute takes old ones away."""
    if Tally.objects.filter(key=key, minute=minute).exists():
        return
    Tally.objects.bulk_create([Tally(key=key, minute=minute)], ignore_conflicts=True)
    Tally.objects.filter(minute__lt=minute - 1).delete()
