from __future__ import annotations

from datetime import UTC, datetime

import pytest

from config.llm.retrying import Patience, asked_wait

NOW = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("3", 3.0),
        ("0.5", 0.5),
        ("-1", 0.0),
        ("inf", 1e9),
        ("nan", 0.0),
        ("Thu, 01 Jan 2026 12:00:30 GMT", 30.0),
        ("Thu, 01 Jan 2026 11:00:00 GMT", 0.0),
        ("soon", None),
        ("", None),
    ],
)
def test_retry_after_is_seconds_or_a_date(value: str, seconds: float | None) -> None:
    assert asked_wait(value, NOW) == seconds


def test_waits_double_within_their_jitter_up_to_a_bound() -> None:
    patience = Patience(attempts=9, first=1.0, longest=4.0)

    for tries, most in [(1, 1.0), (2, 2.0), (3, 4.0), (8, 4.0)]:
        assert all(most / 2 <= patience.wait(tries, None) <= most for _time in range(50))


def test_what_the_server_asks_for_is_waited_in_full() -> None:
    assert 7 <= Patience().wait(1, 7.0) <= 7.1
