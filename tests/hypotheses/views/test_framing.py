"""The frame of a new idea: what was read, and what its author sets before anything runs."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.cache import cache

from config.runs.execution import execute
from config.runs.models import Run
from hypotheses.models import Hypothesis
from tests.hypotheses.helpers import stored

NEW, FRAME = "/hypotheses/new/", "/hypotheses/new/frame/"
TEXT = "Coffee makes nurses less tired on night shifts"
IDEA = {"text": TEXT, "language": "auto", "max_refinements": "2"}


def values(page: str) -> dict[str, str]:
    """The fields of a frame as a browser would send them."""
    found = dict(re.findall(r'name="((?:claim|read)-[a-z]+)" value="([^"]*)"', page))
    chosen = re.findall(
        r'name="(claim-[a-z]+)"[^>]*>.*?<option value="([a-z_]+)" selected', page, re.S
    )
    return found | dict(chosen)


def test_the_words_are_coloured_and_each_slot_can_be_edited(ana: Any) -> None:
    page = ana.post(FRAME, IDEA).text
    assert re.search(r'<mark class="a-population ?">nurses', page)
    sent = values(page)
    assert sent["claim-design"] == "causal"
    assert (sent["claim-exposure"], sent["claim-outcome"]) == ("Coffee", "tired")
    assert sent["claim-measure"] == ""
    assert "Does one thing change another?" in page


def test_another_design_has_other_slots_and_keeps_what_was_changed(ana: Any) -> None:
    sent = values(ana.post(FRAME, IDEA).text) | {"claim-outcome": "sleepy at 5 am"}
    page = ana.post(FRAME, IDEA | sent | {"claim-design": "correlational"}).text
    assert values(page)["claim-outcome"] == "sleepy at 5 am"
    assert values(page)["claim-design"] == "correlational"
    asked = values(ana.post(FRAME, IDEA | sent | {"claim-design": "qualitative"}).text)
    assert {"claim-participants", "claim-setting", "claim-phenomenon"} <= asked.keys()
    assert "claim-exposure" not in asked


@pytest.mark.parametrize(("reader", "said"), [("en", "Name the "), ("pt-BR", "Nomeie ")])
def test_what_is_asked_is_in_the_reader_s_language(ana: Any, reader: str, said: str) -> None:
    page = ana.post(FRAME, IDEA, headers={"accept-language": reader}).text
    hints = re.findall(r'id="hint-\w+" lang="(\w+)">([^<]+)', page)
    assert {language for language, _ in hints} == {reader[:2]}
    assert any(text.startswith(said) for _, text in hints), hints


def test_what_was_read_changes_with_the_text(ana: Any) -> None:
    sent = values(ana.post(FRAME, IDEA).text)
    page = ana.post(FRAME, {**sent, **IDEA, "text": TEXT.replace("nurses", "porters")}).text
    assert values(page)["claim-population"].startswith("porters")


def test_what_the_author_sets_is_the_authors_own_and_is_not_read_again(ana: Any) -> None:
    sent = values(ana.post(FRAME, IDEA).text)
    changed = {"claim-measure": "the score on the Need for Recovery Scale"}
    answer = ana.post(NEW, IDEA | sent | changed)
    assert answer.status_code == 302
    run = Run.objects.get()
    assert run.params["frame"] == {"measure": changed["claim-measure"]}
    execute(run.pk)
    version = Hypothesis.objects.get().versions.get(number=1)
    measure = version.claim.measure
    assert measure is not None
    assert (measure.text, measure.origin) == (changed["claim-measure"], "user")


def test_a_frame_that_nobody_touched_sets_nothing(ana: Any) -> None:
    ana.post(NEW, IDEA | values(ana.post(FRAME, IDEA).text))
    assert "frame" not in Run.objects.get().params


def test_bad_words_are_said_and_what_was_typed_is_kept(ana: Any) -> None:
    sent = values(ana.post(FRAME, IDEA).text) | {"claim-outcome": "sleepy\x07"}
    before = stored()
    page = ana.post(NEW, IDEA | sent)
    assert page.status_code == 422
    assert "outcome: " in page.text
    assert "control character" in page.text
    assert values(page.text)["claim-outcome"].startswith("sleepy")
    assert stored() == before


@pytest.mark.parametrize(
    ("text", "said"), [("tea", ""), ("Die Katze schläft auf dem Sofa", "German")]
)
def test_what_cannot_be_read_has_no_frame(ana: Any, text: str, said: str) -> None:
    page = ana.post(FRAME, IDEA | {"text": text})
    assert page.status_code == 200
    assert "claim-" not in page.text
    assert said in page.text


def test_reading_while_typing_has_its_budget(ana: Any, settings: Any) -> None:
    cache.clear()
    settings.READING_SECONDS = 0
    assert ana.post(FRAME, IDEA).status_code == 200
    assert ana.post(FRAME, IDEA).status_code == 429
    page = ana.get(NEW, {"text": TEXT})
    assert page.status_code == 200
    assert "try again in" in page.text
