"""A database that cannot hold every text is refused before anything is kept in it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.checks import run_checks
from django.db import connection

from config import encoding
from tests.config.test_startup import MANAGE, plain_environment
from tests.processes import CEILING

NAME = "crivo_latin"


@pytest.mark.django_db
def test_the_database_of_these_tests_holds_every_text() -> None:
    assert encoding.encoding() == ("" if settings.SQLITE else "UTF8")
    assert encoding.complaint() == ""
    assert not [each for each in run_checks(databases=["default"]) if each.id == "crivo.E001"]


if not settings.SQLITE:

    @pytest.fixture(scope="module")
    def latin(django_db_setup: None, django_db_blocker: pytest.FixtureRequest) -> Iterator[str]:
        """The address of a database in LATIN1."""
        with django_db_blocker.unblock(), connection.cursor() as cursor:  # type: ignore[attr-defined]
            cursor.execute(f"DROP DATABASE IF EXISTS {NAME}")
            cursor.execute(
                f"CREATE DATABASE {NAME} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0"
            )
        yield os.environ["DATABASE_URL"].rpartition("/")[0] + f"/{NAME}"
        with django_db_blocker.unblock(), connection.cursor() as cursor:  # type: ignore[attr-defined]
            cursor.execute(f"DROP DATABASE {NAME}")

    @pytest.mark.parametrize("command", ["migrate", "work", "doctor"])
    def test_another_encoding_is_named_with_its_mend(
        command: str, latin: str, tmp_path: Path
    ) -> None:
        result = subprocess.run(
            [*MANAGE, command],
            env=plain_environment(tmp_path) | {"DATABASE_URL": latin},
            capture_output=True,
            text=True,
            timeout=CEILING,
            check=False,
        )
        said = result.stdout + result.stderr
        assert result.returncode == 1
        assert "LATIN1" in said
        assert encoding.MEND in said
        assert "Traceback" not in said
