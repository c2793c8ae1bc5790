"""What the broker was told, whichever it is: the database's queue or Redis."""

from __future__ import annotations

from django.conf import settings
from django_q.brokers import get_broker
from django_q.models import OrmQ


def told() -> list[int]:
    """The runs that no worker heard of yet, the oldest first."""
    if not settings.REDIS_URL:
        return [queued.task["kwargs"]["run_id"] for queued in OrmQ.objects.order_by("id")]
    broker = get_broker()
    return [int(each) for each in broker.connection.lrange(broker.runs_key, 0, -1)]


def empty() -> None:
    """Redis forgets nothing with a test's transaction."""
    if settings.REDIS_URL:
        get_broker().purge_queue()
