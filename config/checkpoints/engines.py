"""Where checkpoints are stored: a file beside the SQLite database, or tables in the PostgreSQL one.

The savers are LangGraph's own, an optional part; stored checkpoints can be listed and deleted
without them.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection

PATIENCE = 5
"""The most seconds that one access to checkpoints may delay a run."""
_RETRY_SECONDS = 0.05  # between two tries to get the lock
_LOCK = 7_316_041_508  # of the lock of the process that creates the tables
_ready: set[str] = set()  # databases in which this process has seen the tables


def file() -> Path:
    """The file that holds them on SQLite. It may be deleted at any time."""
    return Path(str(connection.settings_dict["NAME"])).with_suffix(".checkpoints.sqlite3")


def tables() -> tuple[str, ...]:
    """LangGraph's tables, first the one that names the threads."""
    if settings.SQLITE:
        return ("checkpoints", "writes")
    return ("checkpoints", "checkpoint_blobs", "checkpoint_writes")


def exist() -> bool:
    if settings.SQLITE:
        return file().exists()
    return "checkpoints" in connection.introspection.table_names()


@contextmanager
def cursor() -> Iterator[Any]:
    """A connection for plain SQL; on PostgreSQL it commits with the caller's own transaction."""
    if settings.SQLITE:
        with closing(sqlite3.connect(file(), timeout=PATIENCE)) as here, here:
            yield here.cursor()
    else:
        with connection.cursor() as there:
            yield there


@asynccontextmanager
async def saver_in() -> AsyncIterator[Any]:
    """LangGraph's saver for the event loop that is running, with its tables."""
    async with _in_file() if settings.SQLITE else _in_database() as saver:
        yield saver


@asynccontextmanager
async def _in_file() -> AsyncIterator[Any]:
    import aiosqlite
    from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

    async with aiosqlite.connect(file(), timeout=PATIENCE) as here:
        await here.execute("PRAGMA synchronous=NORMAL")
        saver = AsyncSqliteSaver(here, serde=plain_serializer())
        await saver.setup()
        yield saver


@asynccontextmanager
async def _in_database() -> AsyncIterator[Any]:
    from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
    from psycopg import AsyncConnection
    from psycopg.rows import dict_row

    async with await AsyncConnection.connect(
        **parameters(), autocommit=True, prepare_threshold=0, row_factory=dict_row
    ) as there:
        saver = AsyncPostgresSaver(there, serde=plain_serializer())
        await _made(saver, there)
        yield saver


async def _made(saver: Any, there: Any) -> None:
    """Create the tables, in one process at a time. The other processes must not wait inside a
    statement: the creation of an index would wait for them."""
    name = there.info.dbname
    if name in _ready:
        return
    while True:
        found = await there.execute("SELECT pg_try_advisory_lock(%s) AS ours", [_LOCK])
        if (await found.fetchone())["ours"]:
            break
        await asyncio.sleep(_RETRY_SECONDS)
    await saver.setup()
    await there.execute("SELECT pg_advisory_unlock(%s)", [_LOCK])
    _ready.add(name)


def parameters() -> dict[str, Any]:
    """Django's connection settings, without the options that are Django's own."""
    own = {"context", "cursor_factory", "prepare_threshold", "server_side_binding"}
    return {k: v for k, v in connection.get_connection_params().items() if k not in own}


def plain_serializer() -> Any:
    """Reads plain values only, as with LANGGRAPH_STRICT_MSGPACK: a checkpoint holds no code."""
    from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

    return JsonPlusSerializer(allowed_msgpack_modules=None)
