"""PostgreSQL takes a database's encoding from its locale: without UTF-8 it fails at the first
text that is not ASCII, in the middle of a run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Error
from django.db import connection
from django.utils.translation import gettext as _

WHOLE = ("UTF8", "")
MEND = "createdb --encoding=UTF8 --template=template0"


def encoding() -> str:
    """The database's encoding by PostgreSQL's name; empty for SQLite, which always uses UTF-8."""
    if connection.vendor == "sqlite":
        return ""
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_encoding")
        return str(cursor.fetchone()[0])


def complaint() -> str:
    """One line about a database that cannot hold every text; empty for all others."""
    found = encoding()
    if found in WHOLE:
        return ""
    message = _(
        "the database %(name)s is encoded in %(encoding)s, not UTF8:"
        " make one with `%(mend)s` and set DATABASE_URL to it"
    )
    return message % {"name": connection.settings_dict["NAME"], "encoding": found, "mend": MEND}


def check(databases: Sequence[str] | None = None, **_app_configs: Any) -> list[CheckMessage]:
    """For `migrate`, which checks before it makes tables, and for `check --database default`."""
    found = complaint() if databases else ""
    return [Error(found, id="crivo.E001")] if found else []
