"""`manage.py qcluster`: django-q2's own; where Redis is the broker its workers wait there."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django_q.management.commands import qcluster


class Command(qcluster.Command):  # type: ignore[misc]  # django-q2 has no types
    def handle(self, *args: Any, **options: Any) -> None:
        if settings.REDIS_URL:
            from config.runs import wake_queue

            wake_queue.install()
        super().handle(*args, **options)
