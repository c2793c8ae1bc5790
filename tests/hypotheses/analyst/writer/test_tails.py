"""The proposed parts that a question says at its end, and those that only the frame says."""

from __future__ import annotations

from hypotheses.analyst.writer import question
from hypotheses.domain.claim import Claim, Slot
from tests.hypotheses.analyst.writer.test_question import read, suggested


def _watering(source: str, **more: object) -> Claim:
    return read(
        source,
        design="causal",
        direction="increase",
        exposure="drip watering",
        outcome="yield",
        relation="raises" if "raises" in source else "raise",
        **more,
    )


def test_a_short_clause_carries_what_is_proposed() -> None:
    source = "drip watering raises the yield"
    claim = _watering(
        source,
        measure=suggested("the kilos that one plant bears"),
        comparator=suggested("flooded furrows"),
    )
    assert question(claim, "en", source) == (
        "Does drip watering raise the yield, measured by the kilos that one plant bears,"
        " compared with flooded furrows?"
    )


def test_a_long_sentence_carries_no_proposal_and_keeps_what_its_author_adds() -> None:
    source = (
        "drip watering raises the yield of the tomatoes that my neighbours grow on the dry"
        " terraces above the village"
    )
    own = _watering(source, comparator=Slot("flooded furrows"))
    claim = own.with_slot("comparator", suggested("flooded furrows"))
    whole = question(claim, "en", source)
    assert whole is not None
    assert whole.endswith("above the village?")
    assert "compared with flooded furrows" in (question(own, "en", source) or "")


def test_a_question_of_how_carries_no_proposal() -> None:
    source = "How does drip watering raise the yield?"
    claim = _watering(source, comparator=suggested("flooded furrows"))
    assert question(claim, "en", source) == source


def test_a_list_carries_no_proposal() -> None:
    source = "A poda curta aumenta os frutos, as flores e os brotos"
    claim = read(
        source,
        design="causal",
        direction="increase",
        exposure="poda curta",
        outcome="frutos, as flores e os brotos",
        relation="aumenta",
        comparator=suggested("a poda longa"),
    )
    assert question(claim, "pt", source) == f"{source}?"


def test_a_measure_that_says_the_claim_again_stands_in_the_frame_only() -> None:
    source = "Beginners drop the ball more often"
    claim = read(
        source,
        design="comparative",
        direction="increase",
        exposure="Beginners",
        outcome="drop the ball",
        measure=suggested("the number of times that beginners drop the ball"),
    )
    assert question(claim, "en", source) == "Do beginners drop the ball more often?"


def test_what_the_author_confirmed_is_always_said() -> None:
    """An answer reaches the sentence, however long that becomes."""
    source = "Beginners drop the ball more often, when they train in the evening after work"
    claim = read(
        source,
        design="comparative",
        direction="increase",
        exposure="Beginners",
        outcome="drop the ball",
        measure=Slot("the count of a referee", "confirmed"),
    )
    assert "measured by the count of a referee" in (question(claim, "en", source) or "")
