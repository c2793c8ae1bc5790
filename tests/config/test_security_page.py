"""What docs/security.md says is shown by a test names one that is there."""

from __future__ import annotations

import re

import pytest
from django.conf import settings

PAGE = (settings.BASE_DIR / "docs" / "security.md").read_text()
LINES = [line for line in PAGE.splitlines() if re.match(r"\| V\d", line)]


def test_every_chapter_is_there() -> None:
    chapters = {int(found) for line in LINES for found in re.findall(r"^\| V(\d+)", line)}
    assert chapters == set(range(1, 18))


@pytest.mark.parametrize(
    "file", sorted(set(re.findall(r"`([a-z_/]+/test_[a-z_]+\.py)", "\n".join(LINES))))
)
def test_a_test_that_is_named_exists(file: str) -> None:
    assert (settings.BASE_DIR / "tests" / file).is_file()


def test_the_pauses_are_those_of_the_code() -> None:
    from config.desk.sign_in import ACCOUNT, ADDRESS

    limit = settings.AXES_FAILURE_LIMIT
    stated = [int(found) for found in re.findall(r"^\| [^|]+ \| (\d+) \|", PAGE, re.M)]
    assert stated == [limit, limit * ADDRESS, limit * ACCOUNT, limit]
