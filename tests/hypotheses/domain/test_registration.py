"""The canonical form and its hash; what differs; what deviates and since when."""

from __future__ import annotations

from datetime import UTC, datetime

from hypotheses.domain.registration import (
    RegistrationDifference,
    Stand,
    canonical,
    deviations,
    differences,
    digest,
    version_parts,
)

DAYS = [datetime(2026, 1, day, tzinfo=UTC) for day in range(1, 6)]


def stand(day: int, **values: str) -> Stand:
    return Stand(DAYS[day], values, version=day + 1)


def test_the_hash_is_of_one_text_whatever_the_order_of_keys() -> None:
    assert canonical({"b": "é", "a": [1, None]}) == '{"a":[1,null],"b":"é"}'
    # printf '{"a":[1,null],"b":"é"}' | sha256sum
    expected = "e03c3c1ebb5fccd76e3bd35b9a86169f35e6f1b069645d48ac278175f54c4208"
    assert digest({"a": [1, None], "b": "é"}) == digest({"b": "é", "a": [1, None]}) == expected


def test_differences_name_their_place() -> None:
    recorded = {"version": {"elements": [{"text": "a"}, {"text": "b"}]}, "gone": 1}
    found = {"version": {"elements": [{"text": "a"}, {"text": "c"}, {"text": "d"}]}}
    assert list(differences(recorded, found)) == [
        RegistrationDifference("version.elements.1.text", "b", "c"),
        RegistrationDifference("version.elements.2", None, {"text": "d"}),
        RegistrationDifference("gone", 1, None),
    ]


def test_a_deviation_is_dated_by_the_version_that_it_came_with() -> None:
    stands = [stand(0, question="q"), stand(1, question="r"), stand(2, question="r")]
    (found,) = deviations({"question": "q"}, stands)
    assert (found.before, found.after, found.at, found.version) == ("q", "r", DAYS[1], 2)


def test_what_was_changed_back_and_changed_once_more_is_dated_by_the_last_change() -> None:
    values = ["q", "r", "q", "r", "r"]
    stands = [stand(day, question=value) for day, value in enumerate(values)]
    (found,) = deviations({"question": "q"}, stands)
    assert (found.at, found.version) == (DAYS[3], 4)


def test_what_deviates_from_the_first_on_is_dated_by_the_first() -> None:
    stands = [stand(day, question="r") for day in range(3)]
    (found,) = deviations({"question": "q"}, stands)
    assert (found.at, found.version) == (DAYS[0], 1)


def test_a_part_that_went_is_dated_by_the_version_without_it() -> None:
    stands = [stand(0, question="q", metric="m"), stand(1, question="q"), stand(2, question="q")]
    (found,) = deviations({"question": "q", "metric": "m"}, stands)
    assert (found.part, found.at, found.version) == ("metric", DAYS[1], 2)


def test_each_part_is_dated_by_its_own_change() -> None:
    stands = [
        stand(0, question="q", metric="m"),
        stand(1, question="q", metric="n"),
        stand(2, question="r", metric="n"),
        stand(3, question="r", metric="n"),
    ]
    found = deviations({"question": "q", "metric": "m"}, stands)
    assert {each.part: each.version for each in found} == {"question": 3, "metric": 2}


def test_what_was_changed_back_deviates_no_more() -> None:
    stands = [stand(0, question="q"), stand(1, question="r"), stand(2, question="q")]
    assert deviations({"question": "q"}, stands) == []


def test_a_part_that_came_or_went_deviates() -> None:
    frozen = {"question": "q", "metric": "m", "origin:metric": "user"}
    found = deviations(frozen, [stand(1, question="q", window="w", **{"origin:window": "user"})])
    assert [(d.part, d.before, d.after) for d in found] == [
        ("metric", "m", ""),
        ("window", "", "w"),
    ]


def test_an_assumption_that_is_confirmed_deviates_in_who_said_it_alone() -> None:
    elements = [{"kind": "window", "text": "a year", "origin": "suggested"}]
    frozen = version_parts("q", elements)
    now = version_parts("q", [{**elements[0], "origin": "confirmed"}])
    (found,) = deviations(frozen, [Stand(DAYS[1], now)])
    assert (found.part, found.before, found.after) == ("origin:window", "suggested", "confirmed")


def test_an_amendment_declares_only_what_it_says() -> None:
    frozen = {"question": "q", "metric": "m"}
    stands = [stand(1, question="r", metric="n")]
    found = deviations(frozen, stands, {2: {"question": "r", "metric": "m"}})
    assert {d.part: d.declared for d in found} == {"question": 2, "metric": None}


def test_an_element_that_is_the_whole_question_is_not_told_twice() -> None:
    found = deviations({"question": "q", "claim": "q"}, [stand(1, question="r", claim="r")])
    assert [each.part for each in found] == ["question"]
    found = deviations({"question": "q", "claim": "q"}, [stand(1, question="r", claim="s")])
    assert [each.part for each in found] == ["question", "claim"]
