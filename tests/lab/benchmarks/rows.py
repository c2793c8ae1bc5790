"""Many rows at once, as a database makes them of a few expressions."""

from __future__ import annotations

import json
from typing import Any

from django.db import connection, models
from django.utils import timezone


def fill(model: type[models.Model], count: int, **columns: str) -> None:
    """`count` rows of a model, numbered from 1: `columns` are SQL in `i`, the number of a row.

    What is not named has its default, or what is empty of its kind.
    """
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    values = [columns.get(field.attname) or _literal(field) for field in fields]
    names = ", ".join(connection.ops.quote_name(str(field.column)) for field in fields)
    table = connection.ops.quote_name(model._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(
            "WITH RECURSIVE rows(i) AS "  # noqa: S608  # names of columns, and our own expressions
            f"(SELECT 1 UNION ALL SELECT i + 1 FROM rows WHERE i < {int(count)}) "
            f"INSERT INTO {table} (id, {names}) SELECT i, {', '.join(values)} FROM rows"
        )


def _literal(field: Any) -> str:
    if field.has_default():
        value = field.get_default()
    elif field.null:
        return "NULL"
    else:
        value = timezone.now() if isinstance(field, models.DateTimeField) else ""
    if isinstance(field, models.JSONField):
        value = json.dumps(value)
    if isinstance(value, bool | int | float):
        return str(int(value))
    return f"'{value}'"
