"""Frame -> sentence -> frame: what is written is read back as it was."""

from __future__ import annotations

import random

import pytest

from hypotheses.analyst.guard import drift
from hypotheses.analyst.reader import read
from hypotheses.analyst.writer import question
from hypotheses.domain.claim import Claim, SlotName
from hypotheses.domain.types import Language
from tests.hypotheses.analyst.writer.claims import completed, written
from tests.hypotheses.analyst.writer.form import flat

VARIABLES = 0.95  # share of sentences whose exposure and outcome must come back
WHOLE: dict[Language, float] = {"en": 0.8, "pt": 0.53}  # ... every slot, as measured; to reach: .9


def differing(claim: Claim, found: Claim) -> list[SlotName]:
    """The slots whose words came back with less than half of their words, or not at all."""
    names: list[SlotName] = []
    for name, slot in claim.items():
        found_slot = getattr(found, name)
        wanted = set(flat(slot.text).split())
        back = set(flat(found_slot.text).split()) if found_slot is not None else set()
        if 2 * len(wanted & back) < len(wanted):
            names.append(name)
    return names


@pytest.mark.parametrize("language", ["en", "pt"])
def test_what_is_written_is_read_back(language: Language) -> None:
    draw = random.Random(23)  # noqa: S311
    total = whole = variables = faithful = 0
    for _ in range(300):
        text = written(language, draw)
        claim = completed(text, language, draw)
        sentence = question(claim, language, text.source)
        if sentence is None:
            continue
        found = read(sentence, language).claim
        lost = differing(claim, found)
        total += 1
        whole += not lost
        variables += not {"exposure", "outcome"} & set(lost)
        faithful += "direction" not in drift(text.claim, found, language)
    assert total > 250
    assert variables >= VARIABLES * total
    assert faithful >= VARIABLES * total
    assert whole >= WHOLE[language] * total
