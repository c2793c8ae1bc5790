"""What a connection to SQLite keeps in memory."""

from __future__ import annotations

import os
from pathlib import Path

import psutil
import pytest
from django.conf import settings
from django.db.utils import ConnectionHandler

MIB = 1024 * 1024


@pytest.mark.django_db
@pytest.mark.skipif(not settings.SQLITE, reason="of SQLite alone")
def test_a_statement_does_not_keep_the_file_that_it_stored(tmp_path: Path) -> None:
    place = {**settings.DATABASES["default"], "NAME": tmp_path / "db.sqlite3"}
    connection = ConnectionHandler({"default": place})["default"]
    process = psutil.Process(os.getpid())
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE file (content blob)")
    before = process.memory_full_info().uss
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO file VALUES (%s)", [bytes(64 * MIB)])
    kept = process.memory_full_info().uss - before
    connection.close()
    assert kept < 32 * MIB
