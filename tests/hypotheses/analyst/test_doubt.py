"""What is made of a text whose claim was not read, or only with doubt."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hypotheses.analyst.assessment import findings
from hypotheses.analyst.edits import apply_answers
from hypotheses.analyst.questions import questions
from hypotheses.analyst.reader import read
from hypotheses.analyst.structurer import Brief, first_version, refine
from hypotheses.analyst.writer import question, statements
from hypotheses.domain.claim import Claim, Slot, from_dict
from hypotheses.domain.types import Language

STALL = (
    "Tenho uma banca de revista perto do metrô. O povo passa correndo. Meu primo jura que é o"
    " preço, minha mulher diz que é o calor, e eu só sei que depois do feriado ninguém para mais."
)
POOL = (
    "I run a small swimming school. Most parents tell me that mornings are a struggle. My own kids"
    " were like that. It may just be the cold water, or that nobody slept."
)


def asked(text: str, language: Language) -> dict[str, str]:
    return questions(findings(read(text, language).claim, language, text))


def test_a_sentence_that_names_no_outcome_is_asked_about_by_its_own_words():
    assert asked("Standing desks help office workers", "en")["outcome"].startswith("What should")


def test_of_a_long_story_the_end_is_quoted():
    made = first_version(f"{'My stall is small. ' * 60}{POOL}", "en").question
    assert made.startswith("Does this hold: “… ")
    assert made.endswith("or that nobody slept”?")
    assert len(made) < 650


def test_it_has_neither_h0_nor_h1():
    draft = first_version(STALL, "pt")
    made = statements(draft.claim, "pt", draft.question)
    assert (made.null, made.alternative) == ("", "")


def test_what_its_author_answers_makes_a_sentence_of_it():
    claim = read(STALL, "pt").claim
    answers = {"exposure": "o feriado", "outcome": "as vendas da banca"}
    made = refine(Brief(STALL, "pt", STALL, claim, answers))
    assert not made.claim.is_unread
    assert "“" not in made.question
    assert "feriado" in made.question
    assert "vendas da banca" in made.question


CLAIM = Claim(
    "causal",
    "decrease",
    unit=Slot("tomatoes"),
    exposure=Slot("the fan"),
    outcome=Slot("the mould"),
    comparator=Slot("no fan"),
)


@pytest.mark.parametrize("name", ["exposure", "outcome"])
def test_no_sentence_is_put_together_of_what_may_be_read_wrongly(name):
    source = "The fan hums and the tomatoes had the mould before"
    assert question(CLAIM, "en", source) is not None
    doubted = replace(CLAIM, **{name: replace(getattr(CLAIM, name), sure=False)})
    assert question(doubted, "en", source) is None


def test_what_was_read_elsewhere_with_doubt_is_added_to_no_sentence():
    source = "The fan lowers the mould on the tomatoes"
    claim = Claim(
        "causal",
        "decrease",
        unit=slot(source, "the tomatoes"),
        exposure=slot(source, "The fan"),
        outcome=slot(source, "the mould"),
        margin=Slot("two weeks"),
        relation="lowers",
    )
    assert "two weeks" in str(question(claim, "en", source))
    doubted = replace(claim, margin=Slot("two weeks", sure=False))
    assert "two weeks" not in str(question(doubted, "en", source))


def slot(source: str, text: str) -> Slot:
    start = source.index(text)
    return Slot(text, "user", start, start + len(text))


def test_a_claim_kept_before_stories_were_told_apart_is_read_as_one_sentence():
    kept = CLAIM.as_dict()
    kept.pop("story")
    assert not from_dict(kept).story


def doubtful(design: str, **slots: str) -> Claim:
    """A claim with these words, all of them in doubt."""
    claim = Claim(design, "difference")  # type: ignore[arg-type]
    for name, words in slots.items():
        claim = claim.with_slot(name, Slot(words, sure=False))  # type: ignore[arg-type]
    return claim


WELDERS = "Shift length, burns reported on site, and masks that fog up"


def test_what_may_be_read_wrongly_is_asked_for_with_the_reading():
    claim = doubtful("correlational", outcome="burns").with_slot("exposure", Slot("shift length"))
    asks = questions(findings(claim, "en", "Burns go with shift length"))["outcome"]
    assert asks == (
        "What exactly would you observe or count? I read “burns”: confirm it, or say it in your own"
        " words."
    )
    asks = questions(findings(doubtful("qualitative", outcome="luto"), "pt", "o luto"))["outcome"]
    assert asks == (
        "O que exatamente você quer compreender? Li “luto”: confirme, ou diga com as suas palavras."
    )


def test_what_varies_and_the_outcome_in_doubt_are_asked_for_in_one_question():
    claim = doubtful("causal", exposure="Shift length", outcome="masks")
    asks = questions(findings(claim, "en", WELDERS))
    assert asks["exposure"].startswith(
        "I read that “Shift length” makes the difference, and that it shows in “masks”: confirm"
    )
    assert "outcome" not in asks


def test_the_answer_to_that_question_fills_both():
    claim = doubtful("causal", exposure="Shift length", outcome="masks")
    answer = {"exposure": "longer shifts lead to more burns"}
    made = apply_answers(claim, answer, "en")
    assert made.exposure is not None
    assert made.exposure.text == "longer shifts"
    assert made.outcome is not None
    assert made.outcome.text == "burns"
    assert made.exposure.sure
    assert made.outcome.sure


def test_both_sides_that_were_read_are_confirmed_at_once():
    claim = doubtful("causal", exposure="Shift length", outcome="masks")
    confirmed = apply_answers(claim, {"exposure": ""}, "en")
    assert confirmed.unsure == ()
