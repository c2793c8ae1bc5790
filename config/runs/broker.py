"""The broker: what wakes a worker. The database is the truth, so it may be away for a while."""

from __future__ import annotations

import logging
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

logger = logging.getLogger(__name__)


def wake(run_id: int) -> None:
    """Tell a worker of a run. Where Redis is away that is logged: the sweeper tells it later."""
    from django_q.tasks import async_task

    try:
        async_task("config.runs.tasks.run_task", run_id=run_id, broker=_broker(settings.REDIS_URL))
    except redis_errors() as error:
        logger.warning("run %s waits: %s", run_id, complaint(error))


@lru_cache(maxsize=2)
def _broker(_address: str) -> Any:
    """One for the whole process: to connect to Redis anew takes longer than to tell it."""
    from django_q.brokers import get_broker

    return get_broker()


def fault() -> str:
    """Why Redis, where it is the broker, does not answer; empty where all is well."""
    if not settings.REDIS_URL:
        return ""
    import redis

    try:
        with redis.from_url(settings.REDIS_URL) as client:
            client.ping()
    except redis_errors() as error:
        return complaint(error)
    return ""


def complaint(error: BaseException) -> str:
    """One line; it holds no password: the client's messages name host and port alone."""
    what = " ".join(str(error).split())[:200]
    return _("Redis does not answer (%s): start it, or check REDIS_URL") % what


def is_fault(error: BaseException) -> bool:
    """Whether it is Redis's own: an OSError alone may be anybody's."""
    return isinstance(error, redis_errors()[:1])


def redis_errors() -> tuple[type[Exception], ...]:
    """What a Redis that is away raises; nothing where the database is the broker."""
    if not settings.REDIS_URL:
        return ()
    import redis

    return (redis.RedisError, OSError)
