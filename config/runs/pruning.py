"""Lets go of what need not be kept."""

from __future__ import annotations

import time
from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from .models import ModelAnswer

_EVERY = 3_600  # seconds


def prune_answers() -> int:
    """Delete models' answers that are older than the cache keeps them; how many those were."""
    days = settings.LLM_CACHE_DAYS
    if not days:
        return 0
    oldest = timezone.now() - timedelta(days=days)
    deleted, _models = ModelAnswer.objects.filter(created_at__lt=oldest).delete()
    return deleted


class Pruner:
    """Prunes at its first call, and then once an hour at most."""

    def __init__(self) -> None:
        self._next = 0.0

    def __call__(self) -> None:
        if time.monotonic() >= self._next:
            prune_answers()
            self._next = time.monotonic() + _EVERY
