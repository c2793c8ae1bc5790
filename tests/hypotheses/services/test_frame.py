"""An idea that comes with its frame: what its author set stands, and is not read again."""

from __future__ import annotations

from typing import Any

import pytest

from config.runs.execution import execute
from config.runs.models import Run
from hypotheses.analyst.assessment import assess
from hypotheses.domain.claim import Claim
from hypotheses.domain.frame import FrameError
from hypotheses.models import Hypothesis, Note, Version
from hypotheses.services.answers import answer_clarifications, edit_idea
from hypotheses.services.submit import submit_hypothesis

pytestmark = pytest.mark.django_db
MUSIC = "Background music makes software testers miss more defects"


def refined(text: str, language: str, claim: Any) -> list[Version]:
    run = submit_hypothesis(text=text, language=language, claim=claim, wake=False).run
    assert execute(run.pk).status == Run.Status.DONE
    return list(Version.objects.filter(hypothesis_id=run.subject_id).order_by("number"))


def held(claim: Claim) -> dict[str, tuple[str, str, bool]]:
    return {name: (slot.text, slot.origin, slot.sure) for name, slot in claim.items()}


def test_words_that_say_the_frame_stand_as_they_are() -> None:
    claim = assess(MUSIC, "en").as_line()["claim"]
    first = refined(MUSIC, "en", claim)[0]
    assert (first.question, first.origin) == (MUSIC, Version.Origin.USER)
    assert all(origin == "user" and sure for _text, origin, sure in held(first.claim).values())
    assert not first.claim.doubts


def test_what_the_text_does_not_say_is_written_and_kept_through_every_version() -> None:
    told = {
        "population": "software testers of one bank",
        "comparator": "the same testers in silence",
    }
    versions = refined(MUSIC, "en", told)
    assert versions[0].question == (
        "Does background music make software testers of one bank miss more defects, "
        "compared with the same testers in silence?"
    )
    assert versions[0].origin == Version.Origin.STRUCTURER
    for version in versions:
        slots = held(version.claim)
        assert slots["comparator"] == ("the same testers in silence", "user", True)
        assert slots["unit"][0] + " " + slots["bound"][0] == told["population"]
        assert not version.notes.filter(kind=Note.Kind.DRIFT).exists()


def test_a_vague_idea_is_framed_by_its_author() -> None:
    told = {
        "design": "causal", "direction": "decrease", "outcome": "dor nas costas",
        "population": "programadores de uma empresa de Recife",
    }  # fmt: skip
    first = refined("Acho que trabalhar em pé ajuda", "pt", told)[0]
    assert (first.claim.design, first.claim.direction) == ("causal", "decrease")
    assert "dor nas costas" in first.question
    assert "programadores de uma empresa de Recife" in first.question


def test_another_direction_than_the_words_say_is_written() -> None:
    first = refined("TDD reduces bugs in small teams", "en", {"direction": "increase"})[0]
    assert first.question == "Does TDD increase bugs in small teams?"
    assert first.claim.direction == "increase"


def test_a_slot_that_its_author_empties_is_not_found_again() -> None:
    first = refined(MUSIC, "en", {"population": None})[0]
    assert first.claim.population is None


def test_other_words_for_the_outcome_are_no_drift_in_a_later_round() -> None:
    versions = refined(MUSIC, "en", {"outcome": {"text": "overlook more faults"}})
    hypothesis = versions[0].hypothesis
    run = answer_clarifications(
        hypothesis_id=hypothesis.pk,
        answers={"population": "software testers of one bank"},
        wake=False,
    )
    assert execute(run.pk).status == Run.Status.DONE
    last = hypothesis.versions.order_by("number").last()
    assert last is not None
    assert held(last.claim)["outcome"][:2] == ("overlook more faults", "user")
    notes = Note.objects.filter(version__hypothesis=hypothesis, kind=Note.Kind.DRIFT)
    assert not notes.exists()


def test_the_frame_is_kept_with_the_run_so_that_it_can_be_taken_up_again() -> None:
    run = submit_hypothesis(text=MUSIC, claim={"measure": "defects"}, wake=False).run
    assert Run.objects.get(pk=run.pk).params == {"frame": {"measure": "defects"}}


def test_a_reworded_idea_is_read_anew() -> None:
    run = submit_hypothesis(text=MUSIC, claim={"measure": "defects"}, wake=False).run
    edit_idea(hypothesis_id=run.subject_id, text="TDD reduces bugs in small teams")
    assert Run.objects.get(pk=run.pk).params == {}


def test_nothing_is_kept_of_a_frame_that_cannot_be_taken() -> None:
    with pytest.raises(FrameError):
        submit_hypothesis(text=MUSIC, claim={"colour": "red"})
    assert not Hypothesis.objects.exists()
