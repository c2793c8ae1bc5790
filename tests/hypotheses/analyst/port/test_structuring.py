"""An analyst writes versions."""

from __future__ import annotations

from typing import get_args

import pytest

from hypotheses.domain.types import ASPECTS, Origin
from tests.hypotheses.analyst.port.briefs import IDEAS, done, every_idea, second


@every_idea
def test_a_draft_has_its_shape(analyst, language, text):
    draft = second(analyst, language, text)

    assert set(draft) - {"notes"} == {"question", "elements", "asks"}
    assert [note for note in draft.get("notes", []) if note["kind"] == "degraded"] == []
    assert draft["question"].strip()
    for element in draft["elements"]:
        assert set(element) == {"aspect", "kind", "text", "origin"}
        assert element["aspect"] in ASPECTS
        assert element["origin"] in get_args(Origin)
        assert element["text"].strip()
    for ask in draft["asks"]:
        assert set(ask) == {"aspect", "question"}
        assert ask["aspect"] in ASPECTS
        assert ask["question"].endswith(("?", "."))


@every_idea
def test_the_authors_words_are_kept_when_asked(analyst, language, text):
    brief = {"original": text, "language": language, "keep_words": True}

    assert done(analyst.structure(brief))["question"] == text


@pytest.mark.parametrize(("language", "text"), IDEAS["semi_formed"])
def test_what_it_adds_is_marked_as_suggested(analyst, language, text):
    draft = second(analyst, language, text)
    added = [e for e in draft["elements"] if e["text"] in draft["question"]]
    unsaid = [e for e in added if e["text"].lower() not in text.lower() and e["kind"] != "claim"]

    assert unsaid
    assert {e["origin"] for e in unsaid} == {"suggested"}


@pytest.mark.parametrize(("language", "text"), IDEAS["unanswerable"])
def test_it_asks_for_what_it_cannot_fill(analyst, language, text):
    draft = second(analyst, language, text)

    assert {ask["aspect"] for ask in draft["asks"]} == set(ASPECTS)
    assert [e for e in draft["elements"] if e["origin"] == "suggested"] == []


@pytest.mark.parametrize(
    ("language", "text", "answer"),
    [
        ("en", *IDEAS["semi_formed"][0][1:], "developers of a bank in Lisbon"),
        ("pt", *IDEAS["semi_formed"][1][1:], "desenvolvedores de um banco de Lisboa"),
    ],
)
def test_an_answer_is_put_in_as_confirmed(analyst, language, text, answer):
    draft = second(analyst, language, text, answers={"population": answer})
    told = [e for e in draft["elements"] if e["kind"] == "population"]

    assert [(e["text"], e["origin"]) for e in told] == [(answer, "confirmed")]


@every_idea
def test_no_number_is_made_up(analyst, language, text):
    assert not any(c.isdigit() for c in second(analyst, language, text)["question"])
