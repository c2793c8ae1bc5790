"""What the author of a claim is asked at a time."""

from __future__ import annotations

from typing import Any

import pytest

from hypotheses.analyst.questions import questions
from hypotheses.domain.gaps import SlotFinding


def open_slot(slot: str, code: str = "missing", **more: Any) -> SlotFinding:
    return SlotFinding(slot, "variables", False, code=code, suggestion=f"{slot}?", **more)


@pytest.mark.parametrize(
    ("slots", "asked"),
    [
        (["population", "measure", "comparator", "margin"], ["population", "comparator"]),
        (["leftover", "measure", "outcome", "design"], ["design", "outcome"]),
        (["measure"], ["measure"]),
    ],
)
def test_two_questions_at_a_time_the_most_decisive_first(slots, asked):
    assert list(questions(open_slot(slot, "unsure") for slot in slots)) == asked


def test_what_hangs_on_a_missing_slot_waits_for_it():
    wanting = [open_slot("measure"), open_slot("outcome"), open_slot("leftover", "unsure")]
    assert list(questions(wanting)) == ["outcome", "leftover"]


def test_what_hangs_on_a_doubtful_slot_waits_for_it():
    wanting = [open_slot("comparator"), open_slot("exposure", "unsure"), open_slot("measure")]
    assert list(questions(wanting)) == ["exposure", "measure"]


def test_of_a_story_that_was_not_read_its_parts_are_asked_before_its_kind():
    """What kind of claim it is was read in the same words."""
    wanting = [open_slot("design", "unsure"), open_slot("outcome", "unread")]
    assert list(questions([*wanting, open_slot("direction", "unsure")])) == ["outcome"]


def test_what_has_a_proposal_is_not_asked():
    assert questions([open_slot("measure", offered=True)]) == {}


def test_a_measure_is_asked_with_its_margin():
    assert list(questions([open_slot("margin"), open_slot("measure")])) == ["margin"]
