"""An auxiliary agrees with its subject, where the subject tells its number."""

from __future__ import annotations

import pytest

from hypotheses.analyst.syntax.auxiliaries import agreeing, is_doubled
from hypotheses.analyst.syntax.tokens import split


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("Does moral frames affect people more than self-interest frames?", {0: "do"}),
        ("Do the class that sings gain more?", {0: "does"}),
        ("Is the effects of light larger?", {0: "are"}),
        ("How does nurses on the ward talk about death?", {1: "do"}),
        ("Was the streets hit first?", {0: "were"}),
        ("Does a new timetable shortens the queue at lunch?", {4: "shorten"}),
        ("What is the differences between a beer and an ale?", {1: "are"}),
        ("Do people simply stopped declaring them?", {3: "stop"}),
        ("Is there a difference in reading speed between left and right handers?", {}),
        ("Do nurses sleep better?", {}),
        # What the subject is, its form does not tell.
        ("Does playing live music in the dialysis room lower pain?", {}),
        ("Do age and income go together?", {}),
        ("Nurses do sleep better?", {}),
    ],
)
def test_the_auxiliary_has_the_number_of_its_subject(question, wanted):
    assert agreeing(split(question)) == wanted


def test_two_auxiliaries_of_one_verb_are_no_question():
    assert is_doubled(split("Why do nurses won't use the new lift?"))
    assert not is_doubled(split("Why do nurses use the new lift?"))
    assert not is_doubled(split("Do nurses who have slept use the new lift?"))
