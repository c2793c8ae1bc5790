"""What two hands agree on."""

from __future__ import annotations

from tests.lab.reader.agreement import agreement, second_hand, slots


def test_the_second_hand_marked_texts_of_the_first() -> None:
    classes, found = agreement()
    assert found["exposure"].total() > 250
    assert 0.9 < classes["design"] < 1  # two hands, not one copied


def test_a_slot_is_counted_without_its_article() -> None:
    each = next(iter(second_hand()))
    assert all(
        each.words.lower[at] not in ("the", "o", "a") for own in slots(each).values() for at in own
    )
