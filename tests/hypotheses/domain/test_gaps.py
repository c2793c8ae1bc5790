"""The gap ledger: what becomes of a gap from version to version."""

from __future__ import annotations

import json

from hypotheses.domain.gaps import SlotFinding, SlotGap, advance, from_dicts, open_gaps


def finding(filled: bool, slot: str = "measure", **changes) -> SlotFinding:
    if filled:
        return SlotFinding(slot, "metrics", True, **{"evidence": "words", **changes})
    missing = {"code": "missing", "gap": f"no {slot}", "suggestion": "name it"}
    return SlotFinding(slot, "metrics", False, **{**missing, **changes})


def after(*filled: bool, ledger: list[SlotGap] | None = None) -> SlotGap:
    """The gap of one slot after V1, V2 ... in which it was filled or not."""
    ledger = ledger or []
    before: list[str] = []
    for version, is_filled in enumerate(filled, 1):
        changes = {"evidence": f"words of V{version}"} if is_filled else {}
        ledger = advance(ledger, version, [finding(is_filled, **changes)], before)
        before = ["measure"] if is_filled else []
    (gap,) = ledger
    return gap


def test_an_open_slot_opens_a_gap_in_its_version():
    gap = after(False)
    assert (gap.state, gap.opened_in, gap.closed_in, gap.mark) == ("open", 1, None, "")
    assert (gap.code, gap.gap, gap.suggestion) == ("missing", "no measure", "name it")


def test_a_filled_slot_opens_none():
    assert advance([], 1, [finding(True)], []) == []


def test_a_gap_is_closed_by_the_words_of_its_own_slot_alone():
    ledger = advance([], 1, [finding(False), finding(False, "comparator")], [])
    ledger = advance(ledger, 2, [finding(True), finding(False, "comparator")], [])
    states = {gap.slot: (gap.state, gap.closed_by) for gap in ledger}
    assert states == {"measure": ("closed", "words"), "comparator": ("open", "")}


def test_a_proposal_closes_on_condition_until_somebody_confirms_it():
    ledger = advance([], 1, [finding(False)], [])
    (gap,) = advance(ledger, 2, [finding(True, conditional=True)], [])
    assert (gap.state, gap.conditional, gap.closed_in) == ("closed", True, 2)
    (gap,) = advance([gap], 3, [finding(True)], ["measure"])
    assert (gap.state, gap.conditional, gap.closed_in) == ("closed", False, 2)


def test_a_gap_whose_slot_is_no_longer_needed_is_closed():
    ledger = advance([], 1, [finding(False)], [])
    (gap,) = advance(ledger, 2, [], [])
    assert (gap.state, gap.closed_in, gap.closed_by) == ("closed", 2, "")


def test_a_gap_that_stays_open_has_its_new_words():
    ledger = advance([], 1, [finding(False)], [])
    (gap,) = advance(ledger, 2, [finding(False, gap="still none")], [])
    assert (gap.state, gap.opened_in, gap.gap) == ("open", 1, "still none")


def test_a_closed_gap_that_comes_back_is_reopened_not_doubled():
    gap = after(False, True, False)
    assert (gap.state, gap.opened_in) == ("reopened", 1)
    assert (gap.closed_in, gap.closed_by) == (None, "")


def test_a_gap_first_raised_later_says_whether_the_slot_was_filled_before():
    assert after(True, False).mark == "regression"
    (late,) = advance([], 2, [finding(False)], [])
    assert late.mark == "missed_earlier"


def test_what_a_person_waived_is_not_open():
    gap = SlotGap("measure", "metrics", "missing", "", "", "waived", 1)
    assert open_gaps([gap]) == []


def test_it_survives_json():
    gap = after(False, True)
    assert from_dicts(json.loads(json.dumps([gap.as_dict()]))) == [gap]
