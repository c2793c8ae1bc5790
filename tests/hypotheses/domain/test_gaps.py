"""The gap ledger: what becomes of a gap from version to version."""

from __future__ import annotations

import json

import pytest

from hypotheses.domain.gaps import Finding, Gap, advance, from_dicts, open_gaps, waive
from hypotheses.domain.types import ASPECTS, Aspect

ALL_COVERED: dict[str, int] = dict.fromkeys(ASPECTS, 2)


def finding(score: int, aspect: Aspect = "metrics", evidence: str | None = None) -> Finding:
    code, gap = ("", "") if score == 2 else ("missing", f"missing in {aspect}")
    return Finding(aspect, score, evidence, code, gap, "measure it" if gap else "")


def after(*scores: int, ledger: list[Gap] | None = None) -> Gap:
    """The gap of one aspect after V1, V2 ... scored `scores`."""
    ledger = ledger or []
    before: dict[str, int] = {}
    for version, score in enumerate(scores, 1):
        ledger = advance(ledger, version, [finding(score, evidence=f"words of V{version}")], before)
        before = {"metrics": score}
    (gap,) = ledger
    return gap


@pytest.mark.parametrize("score", [0, 1])
def test_an_aspect_below_2_opens_a_gap_in_its_version(score: int) -> None:
    gap = after(score)
    assert (gap.state, gap.opened_in, gap.closed_in, gap.mark) == ("open", 1, None, "")
    assert (gap.code, gap.gap, gap.suggestion) == ("missing", "missing in metrics", "measure it")


def test_a_covered_aspect_opens_none() -> None:
    assert advance([], 1, [finding(2)], {}) == []


def test_a_gap_is_closed_by_the_words_that_cover_it() -> None:
    gap = after(0, 2)
    assert (gap.state, gap.closed_in, gap.closed_by) == ("closed", 2, "words of V2")


def test_a_gap_that_is_only_narrowed_stays_open_in_its_new_words() -> None:
    ledger = advance([], 1, [finding(0)], {})
    narrowed = Finding("metrics", 1, "quality", "construct_only", "a construct only", "a scale")
    (gap,) = advance(ledger, 2, [narrowed], {"metrics": 0})
    assert (gap.state, gap.opened_in, gap.code) == ("open", 1, "construct_only")
    assert (gap.gap, gap.suggestion) == ("a construct only", "a scale")


def test_a_closed_gap_that_comes_back_is_reopened_not_doubled() -> None:
    gap = after(0, 2, 1)
    assert (gap.state, gap.opened_in) == ("reopened", 1)
    assert (gap.closed_in, gap.closed_by) == (None, "")


def test_a_reopened_gap_can_be_closed_again() -> None:
    gap = after(0, 2, 1, 2)
    assert (gap.state, gap.closed_in, gap.closed_by) == ("closed", 4, "words of V4")


def test_a_closed_gap_keeps_the_words_that_first_closed_it() -> None:
    gap = after(0, 2, 2)
    assert (gap.closed_in, gap.closed_by) == (2, "words of V2")


def test_a_gap_where_the_version_before_was_covered_is_a_regression() -> None:
    (gap,) = advance([], 2, [finding(1)], {"metrics": 2})
    assert (gap.mark, gap.opened_in) == ("regression", 2)


@pytest.mark.parametrize("before", [{}, {"metrics": 1}, {"population": 2}])
def test_a_gap_first_named_later_was_missed_earlier(before: dict[str, int]) -> None:
    (gap,) = advance([], 3, [finding(1)], before)
    assert (gap.mark, gap.opened_in) == ("missed_earlier", 3)


def test_a_gap_of_the_first_version_has_no_mark() -> None:
    (gap,) = advance([], 1, [finding(1)], ALL_COVERED)
    assert gap.mark == ""


def test_a_waived_gap_is_not_open_and_stays_waived() -> None:
    (gap,) = waive([after(0)])
    assert (gap.state, gap.is_open) == ("waived", False)
    (again,) = advance([gap], 2, [finding(1)], {})
    assert again.state == "waived"


def test_waiving_leaves_a_closed_gap_closed() -> None:
    closed = after(0, 2)
    assert waive([closed]) == [closed]


def test_open_gaps_are_those_open_or_reopened() -> None:
    ledger = [after(0), after(0, 2), after(0, 2, 0), *waive([after(0)])]
    assert [gap.state for gap in open_gaps(ledger)] == ["open", "reopened"]


def test_a_ledger_holds_one_gap_an_aspect_in_the_fixed_order() -> None:
    ledger = advance([], 1, [finding(0, aspect) for aspect in reversed(ASPECTS)], {})
    assert [gap.aspect for gap in ledger] == list(ASPECTS)


def test_an_aspect_that_was_not_judged_keeps_its_gap() -> None:
    ledger = advance([], 1, [finding(0, "population"), finding(0)], {})
    states = [gap.state for gap in advance(ledger, 2, [finding(2, "population")], {})]
    assert states == ["closed", "open"]


def test_a_ledger_survives_the_way_through_json() -> None:
    ledger = [after(0, 2), after(1)]
    assert from_dicts(json.loads(json.dumps([gap.as_dict() for gap in ledger]))) == ledger
