"""What is left to the author of a text: words that no slot holds, further claims, and words that
point at nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hypotheses.analyst.assessment import assess
from hypotheses.analyst.proposals import ask
from hypotheses.analyst.reader import claims, read
from hypotheses.analyst.reader.siblings import is_whole
from hypotheses.analyst.structurer import Brief, first_version, refine
from hypotheses.domain.claim import Slot
from hypotheses.domain.types import Language
from tests.hypotheses.analyst.proposals.claims import claim
from tests.hypotheses.graph.loop import refine as run


def with_lost(text: str, language: Language, lost: str) -> Brief:
    found = read(text, language).claim
    start = text.index(lost)
    held = found.with_slot("leftover", Slot(lost, "user", start, start + len(lost), sure=False))
    return Brief(text, language, text, held)


@pytest.mark.parametrize(
    ("language", "text", "lost"),
    [
        ("en", ("Do geese that winter here carry the seeds and gain more weight than geese that "
         "leave it?"), "the seeds"),
        ("pt", ("Os gansos que invernam no lago levam as sementes e ganham mais peso do que os "
         "gansos que migram?"), "as sementes"),
    ],
)  # fmt: skip
def test_words_that_stand_in_the_question_are_not_asked_about(language, text, lost):
    made = refine(with_lost(text, language, lost))
    assert lost in made.question
    assert made.claim.leftover is None


@pytest.mark.parametrize(
    ("text", "outcome", "lost"),
    [
        ("There may be a fault in the pumps, such as seals from the old mill.",
         "fault in the pumps", "such as seals from the old mill"),
        ("Is there a fault in the pumps of the mill?", "fault in the pumps", "of the mill"),
    ],
)  # fmt: skip
def test_words_that_hang_on_a_noun_of_a_slot_belong_to_it(text, outcome, lost):
    places = {name: text.index(words) for name, words in (("outcome", outcome), ("lost", lost))}
    held = claim(design="descriptive")
    end = places["outcome"] + len(outcome)
    held = held.with_slot("outcome", Slot(outcome, "user", places["outcome"], end))
    end = places["lost"] + len(lost)
    held = held.with_slot("leftover", Slot(lost, "user", places["lost"], end, sure=False))
    made = claims._joined_leftover(held, text)
    assert made.leftover is None
    assert made.outcome is not None
    assert made.outcome.text == text[places["outcome"] : end]


def test_a_clause_about_something_else_is_asked_about():
    text = "Do geese on the lake gain more weight than geese at sea, and frost delays the hatching?"
    lost = "frost delays the hatching"
    brief = with_lost(text, "en", lost)
    held = replace(brief.claim, qualifiers=None)
    assert refine(replace(brief, claim=held)).claim.leftover is not None


def test_words_that_a_later_version_no_longer_holds_come_back():
    text = "Paving reduces fish in streams around Rio, and shade weakens this link"
    found = read(text, "en").claim
    assert found.leftover is not None
    brief = Brief(text, "en", text, found.with_slot("leftover", None))
    assert refine(brief).claim.leftover is not None


@pytest.mark.parametrize(
    ("language", "text", "other"),
    [
        ("en", ("I wonder whether night lighting lowers the catch of moths. Why? "
         "Besides, which lamps draw the most moths?"), "Which lamps draw the most moths?"),
        ("pt", ("Quero saber se a poda aumenta a colheita das videiras. Quais castas dão mais "
         "cachos?"), "Quais castas dão mais cachos?"),
        ("pt", ("Esta pesquisa investiga se a poda aumenta a colheita das videiras e quais castas "
         "dão mais cachos no vale."), "Quais castas dão mais cachos no vale?"),
        ("en", ("This thesis investigates how tides shape the diet of crabs and which beaches "
         "shelter the most crabs."), "Which beaches shelter the most crabs?"),
    ],
)  # fmt: skip
def test_a_second_question_is_offered_whole(language, text, other):
    assert first_version(text, language).siblings == (other,)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", ("Even though ten boats sank last year, I want to know whether life vests lower the "
         "number of drownings.")),
        ("en", ("We trained forty dogs in two yards. My hypothesis is that music lowers the "
         "barking of dogs.")),
        ("en", ("I find the debate tiring. My guess is that people who knit sleep longer than "
         "people who do not knit.")),
        ("en", ("It was assumed in our plan that kites with tails fly longer than kites without "
         "tails, since wind tears the smaller kites, therefore tails would help the club.")),
        ("pt", ("Em alguns meses, o preço do peixe caía com a chuva. Suspeito que a lua cheia "
         "reduz a pesca de camarão.")),
    ],
)  # fmt: skip
def test_background_a_reason_and_a_task_are_no_further_claims(language, text):
    assert first_version(text, language).siblings == ()


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("classify the shells by colour", False),
        ("The effects of rain on kites", False),
        ("Vento e chuva nas dunas", False),
        ("Ducks that are fed swim less.", True),
        ("Os patos nadam menos", True),
    ],
)
def test_a_fragment_is_no_sentence(text, whole):
    assert is_whole(text) is whole


def asked(text: str, language: Language) -> dict[str, str]:
    found: dict[str, str] = run(text, language=language)["methodologist_output"]["clarifications"]
    return found


@pytest.mark.parametrize(
    ("language", "text", "slot", "words"),
    [
        ("en", "Do gulls in the harbour return to those cliffs?", "outcome",
         "“those cliffs”"),
        ("en", "I suspect they sleep less in summer.", "population", "“they”"),
        ("pt", "Acho que eles erram menos quando a lista é curta.", "population", "“eles”"),
    ],
)  # fmt: skip
def test_what_points_at_nothing_is_asked_before_all_else(language, text, slot, words):
    found = asked(text, language)
    assert list(found) == [slot]
    assert words in found[slot]


def test_what_points_back_at_a_thing_is_not_asked_about():
    text = "Our choir has new robes. Do these robes lower the stress of the singers?"
    assert not any("these" in each for each in asked(text, "en").values())


@pytest.mark.parametrize(("language", "odd"), [("en", "plots"), ("pt", "canteiros")])
def test_where_something_is_observed_is_asked_in_words_that_fit_anything(language, odd):
    for words in ({"outcome": "syntax"}, {"exposure": "cache", "outcome": "latency"}):
        assert odd not in ask(claim(design="descriptive", **words), "unit", language)


def test_another_explanation_leaves_the_hypotheses_with_what_leads_to_it():
    text = "Quem usa o livro digital faz menos a lição de casa, ou é só na turma da tarde?"
    made = assess(text, "pt")
    assert made.null == "Quem usa o livro digital não faz menos a lição de casa."
    assert made.claim.rivals
