"""How likely a slot is right, from all that was read in the text."""

from __future__ import annotations

import pytest

from hypotheses.analyst.reader.parts import SCORED_SLOTS, load_confidence, parts_of
from hypotheses.analyst.syntax.tokens import split


@pytest.mark.parametrize("slot", SCORED_SLOTS)
def test_another_word_for_the_slot_lowers_its_chance(slot: str) -> None:
    parts = parts_of(split("Later school starts raise attendance"), "en")
    span = next(span for span in parts.put.spans if span.tag == "exposure")
    found = list(parts.features(span))
    alone = load_confidence().chance(slot, found)
    found[4], found[5] = 0.7, 1.0  # the mass beside the slot, and its likeliest word
    assert load_confidence().chance(slot, found) < alone


def test_a_plain_claim_is_sure_and_a_story_with_two_candidates_is_not() -> None:
    plain = parts_of(split("Later school starts raise attendance"), "en")
    assert all(plain.is_sure(span) for span in plain.put.spans if span.tag in SCORED_SLOTS)
    story = parts_of(
        split(
            "we put a free coffee machine in our shop last month and people seem to stay longer."
            " Does free coffee make customers spend more?"
        ),
        "en",
    )
    assert not all(story.is_sure(span) for span in story.put.spans if span.tag == "exposure")
