"""Lets go of what need not be kept."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from .models import ModelAnswer


def prune_answers() -> int:
    """Delete models' answers that are older than the cache keeps them; how many those were."""
    days = settings.LLM_CACHE_DAYS
    if not days:
        return 0
    oldest = timezone.now() - timedelta(days=days)
    deleted, _models = ModelAnswer.objects.filter(created_at__lt=oldest).delete()
    return deleted
