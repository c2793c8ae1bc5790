"""A frame as its author sends it: what is taken, and what is refused at which field."""

from __future__ import annotations

from typing import Any

import pytest

from config.runs.errors import explain
from hypotheses.analyst.assessment import assess
from hypotheses.domain.frame import FrameError, check_frame
from tests.hypotheses.helpers import REFINED


def test_what_an_assessment_shows_is_taken_whole() -> None:
    claim = assess(REFINED["en"], "en").as_line()["claim"]
    told = check_frame(claim)
    assert told["design"] == claim["design"]
    assert told["exposure"] == claim["exposure"]["text"]
    assert not {"doubts", "null", "alternative"} & set(told)


def test_what_is_undecided_or_left_out_is_left_to_the_reader() -> None:
    claim = {"design": "unknown", "direction": "unspecified", "measure": " a  diary "}
    assert check_frame(claim) == {"measure": "a diary"}
    assert check_frame({"window": None, "margin": {"text": ""}}) == {"window": None, "margin": None}


@pytest.mark.parametrize(
    ("claim", "field"),
    [
        ({"design": "great"}, "design: is none of"),
        ({"direction": None}, "direction: is none of"),
        ({"direction": ["none"]}, "direction: is none of"),
        ({"colour": "red"}, "colour: there is no such field"),
        ({"unit": "teams"}, "unit: there is no such field"),
        ({"measure": 3}, "measure: takes words"),
        ({"measure": {"words": "x"}}, "measure: takes words"),
        ({"measure": {"origin": "user"}}, "measure: takes words"),
        ({"measure": "a" * 501}, "measure: the words cannot be taken: the text is longer"),
        ({"measure": "<b>x</b>"}, "measure: the words cannot be taken: the text holds HTML"),
        ({"measure": "a\x00b"}, "measure: the words cannot be taken"),
        ({"outcome": "a", "phenomenon": "b"}, "outcome: phenomenon holds words, too"),
        (["causal"], "the claim is no JSON object"),
    ],
)
def test_a_fault_is_one_line_that_names_the_field(claim: Any, field: str) -> None:
    with pytest.raises(FrameError) as refused:
        check_frame(claim)
    assert explain(refused.value).startswith(field)
