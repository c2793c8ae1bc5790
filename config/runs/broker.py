"""The broker wakes the workers. It may be unavailable for a while: the database is the truth."""

from __future__ import annotations

import logging
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from django.conf import settings

from config.outage import broker_complaint, broker_errors

if TYPE_CHECKING:
    from redis.retry import Retry

    from .redis_broker import RunsFirst

logger = logging.getLogger(__name__)


def wake(run_id: int) -> bool:
    """Send a run's number to a worker. When Redis is unavailable this is logged, and False is
    returned: the sweeper sends it later."""
    if not settings.REDIS_URL:
        _put_into_the_database(run_id)
        return True
    try:
        _redis(settings.REDIS_URL).tell(run_id)
    except broker_errors() as error:
        logger.warning("run %s waits: %s", run_id, broker_complaint(error))
        return False
    return True


def _put_into_the_database(run_id: int) -> None:
    from django_q.tasks import async_task

    async_task("config.runs.tasks.run_task", run_id=run_id, task_name=f"run {run_id}")


@lru_cache(maxsize=1)
def _redis(_address: str) -> RunsFirst:
    """One connection for the whole process: connecting anew takes longer than sending."""
    from django_q.brokers import get_broker

    broker = get_broker()
    broker.connection.set_retry(_once())  # seconds: somebody waits, and the sweeper sends it again
    return cast("RunsFirst", broker)


def _once() -> Retry:
    """A connection closed by the server is opened again; the client by itself would retry for
    seconds."""
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    return Retry(NoBackoff(), 1)


def fault() -> str:
    """The reason why Redis, where it is the broker, does not answer; empty when all is well."""
    if not settings.REDIS_URL:
        return ""
    import redis

    try:
        with redis.from_url(settings.REDIS_URL, retry=_once()) as client:
            client.ping()
    except broker_errors() as error:
        return broker_complaint(error)
    return ""
