"""Scratch databases on a PostgreSQL server, and a scratch queue on Redis."""

from __future__ import annotations

from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from django.utils.translation import gettext as _

from .errors import ChaosError


class Databases:
    """Those that are made on the server of a URL, by an account that may make some."""

    def __init__(self, url: str) -> None:
        self._url = url

    def url_of(self, name: str) -> str:
        return urlsplit(self._url)._replace(path=f"/{name}").geturl()

    def create(self, name: str, template: str = "template1") -> None:
        """Raises ChaosError."""
        self._do("CREATE DATABASE {} TEMPLATE {}", name, template)

    def drop(self, name: str) -> None:
        """Raises ChaosError."""
        self._do("DROP DATABASE IF EXISTS {} WITH (FORCE)", name)

    def _do(self, statement: str, *names: str) -> None:
        try:
            import psycopg
        except ImportError:
            raise ChaosError(
                _("PostgreSQL needs the packages psycopg and psycopg-binary")
            ) from None
        from psycopg import sql

        try:
            with psycopg.connect(self._url, autocommit=True, connect_timeout=10) as server:
                server.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))
        except psycopg.Error as error:
            told = " ".join(str(error).split())[:200]
            raise ChaosError(_("no scratch database could be made: %s") % told) from None


def forget_queue(url: str, name: str) -> None:
    """Take a round's queue out of Redis; one that is away has nothing to keep."""
    import redis

    with suppress(redis.RedisError, OSError), redis.from_url(url) as client:
        found: Any = client.keys(f"*{name}*")
        if found:
            client.delete(*found)


def check_redis(url: str) -> None:
    """Raises ChaosError when it does not answer."""
    try:
        import redis
    except ImportError:
        raise ChaosError(_("Redis needs the package redis")) from None
    try:
        with redis.from_url(url) as client:
            client.ping()
    except (redis.RedisError, OSError, ValueError):
        raise ChaosError(_("no Redis answers at --redis: start it, or name another")) from None
