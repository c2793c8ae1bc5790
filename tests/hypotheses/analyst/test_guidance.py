"""What a reviewer says is put into its slot, or asked of the author: never pasted as it is."""

from __future__ import annotations

import pytest

from hypotheses.analyst.guidance import apply_guidance
from hypotheses.analyst.reader import read
from hypotheses.domain.types import Language

CLAIMS: dict[Language, str] = {
    "en": "Pair programming reduces defects in the developers of a bank",
    "pt": "Programar em par reduz defeitos nos desenvolvedores de um banco",
}


@pytest.mark.parametrize(
    ("language", "words", "slot"),
    [
        ("en", "name the bank", "bound"),
        ("en", "Which bank?", "bound"),
        ("en", "the population is too broad", "bound"),
        ("en", "say over how many months", "window"),
        ("en", "compared with what?", "comparator"),
        ("en", "how will defects be counted?", "measure"),
        ("en", "define defects", "outcome"),
        ("pt", "diga qual banco", "bound"),
        ("pt", "por quanto tempo?", "window"),
        ("pt", "como os defeitos serão contados?", "measure"),
        ("pt", "defina defeito", "outcome"),
    ],
)
def test_what_is_asked_for_is_asked_of_the_author(
    language: Language, words: str, slot: str
) -> None:
    claim = read(CLAIMS[language], language).claim
    guided = apply_guidance(claim, words, language)
    assert guided.asked == {slot: words}
    assert guided.not_understood == ()
    assert {each.text for _, each in guided.claim.items()} == {
        each.text for _, each in claim.items()
    }
    held = guided.claim.slot(slot)  # type: ignore[arg-type]
    assert held is None or not held.sure


@pytest.mark.parametrize(
    ("language", "words", "slots"),
    [
        ("pt", "só desenvolvedores júnior", {"unit": "desenvolvedores júnior"}),
        ("en", "only at Itaú, six months", {"bound": "at Itaú", "window": "six months"}),
        ("en", "name the bank: at Itaú", {"bound": "at Itaú"}),
        ("en", "measure it by escaped defects", {"measure": "escaped defects"}),
    ],
)
def test_what_is_said_stands_in_its_slot(
    language: Language, words: str, slots: dict[str, str]
) -> None:
    guided = apply_guidance(read(CLAIMS[language], language).claim, words, language)
    found = {name: each.text for name, each in guided.claim.items() if each.origin == "guidance"}
    assert (found, guided.asked) == (slots, {})


def test_two_requests_for_a_slot_are_one_question() -> None:
    claim = read(CLAIMS["en"], "en").claim
    guided = apply_guidance(claim, "name the bank. Which country?", "en")
    assert guided.asked == {"bound": "name the bank; Which country?"}


def test_what_names_and_asks_nothing_is_quoted_back() -> None:
    guided = apply_guidance(read(CLAIMS["en"], "en").claim, "be bolder", "en")
    assert (guided.asked, guided.not_understood) == ({}, ("be bolder",))
