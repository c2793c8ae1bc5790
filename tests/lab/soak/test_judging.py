"""Whether what was measured is flat: it must see a leak, and no leak where there is none."""

from __future__ import annotations

from typing import Any

import pytest

from tests.lab.soak.judging import Course, course, growth, memory, warm
from tests.lab.soak.soaking import judged


def samples(worker: list[float], runs: int = 100) -> list[dict[str, Any]]:
    """Looks at equal distances; the web server has 100 MiB all the time."""
    return [
        {
            "ended": round(number * runs / (len(worker) - 1)),
            "visits": 1_000,
            "memory": {"worker": [mib, 7, 50], "web": [100.0, 2, 20]},
            "database_mib": 1.0 + number,
            "passing": {"messages": 1},
        }
        for number, mib in enumerate(worker)
    ]


def told(worker: list[float], **other: Any) -> dict[str, Any]:
    return {
        "samples": samples(worker),
        "runs": {"refinement done": 100},
        "unfinished": 0,
        "crashes": 0,
        "left": [],
        "left_rows": {"messages": 0, "broker records": 0},
        "visits": [[1.0, "/", 200, 0.1]],
        **other,
    }


def faults(worker: list[float], **other: Any) -> list[str]:
    return judged("SQLite", told(worker, **other)).faults


def test_the_course_is_that_of_medians() -> None:
    assert course([1, 1, 9, 1, 1, 2, 2, 2, 3, 3]) == Course(1, 3, 9)
    assert course([5]) == Course(5, 5, 5)


@pytest.mark.parametrize(
    ("last", "flat"), [(109.9, True), (111.0, False), (90.1, True), (89.0, False)]
)
def test_a_tenth_more_or_less_is_flat(last: float, flat: bool) -> None:
    assert Course(100.0, last, 120.0).flat is flat


def test_what_is_loaded_in_the_warm_up_is_no_leak() -> None:
    assert faults([50, 70, *[100] * 9]) == []


def test_a_leak_is_a_fault_that_says_how_much() -> None:
    (fault,) = faults([100, 100, *range(100, 190, 10)])
    assert fault == "memory of worker: 105.0 MiB, then 175.0 MiB (+66.7 %)"


def test_the_warm_up_is_a_fifth_of_the_runs() -> None:
    assert next(each["ended"] for each in warm(samples([1.0] * 11), 100)) == 20
    assert memory(warm(samples([9, 9, *[1] * 9]), 100))["worker"] == Course(1, 1, 1)


def test_the_warm_up_lasts_until_the_web_server_was_asked_for_much() -> None:
    taken = samples([1.0] * 11)
    for early in taken[:5]:
        early["visits"] = 799
    assert next(each["ended"] for each in warm(taken, 100)) == 50


def test_growth_is_told_for_both_halves() -> None:
    taken = samples([1.0] * 11)
    for late in taken[6:]:
        late["database_mib"] += 5
    assert growth(taken) == (10.0, 20.0)


@pytest.mark.parametrize(
    ("wrong", "fault"),
    [
        ({"unfinished": 2}, "2 runs do not end"),
        ({"runs": {"refinement done": 99, "refinement dead": 1}}, "refinement dead: 1"),
        ({"crashes": 1}, "workers died under their runs: 1"),
        ({"left_rows": {"messages": 3}}, "rows that stay: 3 messages to workers"),
        ({"left_rows": {"broker records": 2}}, "rows that stay: 2 records of messages delivered"),
        ({"visits": [[1.0, "/", 500, 0.1]]}, "the page / failed (500)"),
        ({"visits": [[1.0, "/", 0, 0.1]]}, "the page / failed (0)"),
        ({"visits": []}, "no page was asked for"),
        ({"left": ["manage.py work"]}, "left behind by the worker: manage.py work"),
    ],
)
def test_whatever_is_not_as_it_should_be_is_a_fault(wrong: dict[str, Any], fault: str) -> None:
    assert faults([100.0] * 11, **wrong) == [fault]
