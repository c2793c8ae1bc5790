"""What the broker was told, whichever it is: the database's queue or Redis."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django_q.brokers import get_broker
from django_q.models import OrmQ
from django_q.signing import SignedPackage


def messages() -> list[dict[str, Any]]:
    """The tasks that no worker took yet, the oldest first."""
    if not settings.REDIS_URL:
        return [queued.task for queued in OrmQ.objects.order_by("id")]
    broker = get_broker()
    return [SignedPackage.loads(each) for each in broker.connection.lrange(broker.list_key, 0, -1)]


def told() -> list[int]:
    """The runs the broker was told of."""
    return [message["kwargs"]["run_id"] for message in messages()]


def empty() -> None:
    """Redis forgets nothing with a test's transaction."""
    if settings.REDIS_URL:
        get_broker().purge_queue()
