"""The rows that migrations make, to put them back where a test has emptied the database."""

from __future__ import annotations

from typing import Any

from django.contrib.contenttypes.models import ContentType
from django.db import connection, transaction

KEPT_ANYWAY = "django_migrations"  # a flush leaves it alone
Rows = list[tuple[str, list[tuple[Any, ...]]]]


def read() -> Rows:
    """All rows there are, by table."""
    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.django_table_names(
            only_existing=True, include_views=False
        ):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")  # noqa: S608
            if table != KEPT_ANYWAY and (rows := cursor.fetchall()):
                found.append((table, rows))
    return found


def write(made: Rows) -> None:
    """Put them into empty tables, with their keys; references are checked when all are there."""
    ContentType.objects.clear_cache()
    with transaction.atomic(), connection.cursor() as cursor:
        for table, rows in made:
            places = ", ".join(["%s"] * len(rows[0]))
            name = connection.ops.quote_name(table)
            cursor.executemany(f"INSERT INTO {name} VALUES ({places})", rows)  # noqa: S608
