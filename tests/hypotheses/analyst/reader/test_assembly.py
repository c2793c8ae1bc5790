"""Spans become the parts of one claim; what else a sentence holds is told."""

from __future__ import annotations

import re

import pytest

from hypotheses.analyst.assessment import assess
from hypotheses.analyst.edits import apply_answers
from hypotheses.analyst.reader import read
from hypotheses.analyst.reader.parts import Leftovers
from hypotheses.domain.claim import Claim, Slot
from hypotheses.domain.types import Language

from .marked import assembled


@pytest.mark.parametrize(
    ("language", "text", "slot", "words"),
    [
        ("en", "Longer queues at the polling station predict lower turnout", "exposure",
         "Longer queues at the polling station"),
        ("en", "Gardeners who water roses before cutting them get fuller blooms", "exposure",
         "who water roses before cutting them"),
        ("en", "Puppies bark less when the radio is on", "exposure", "when the radio is on"),
        ("pt", "Filas longas na votação preveem abstenção maior", "exposure",
         "Filas longas na votação"),
        ("en", "coffee and a nap together make drivers more alert", "exposure",
         "coffee and a nap together"),
        ("en", "We switched to four day weeks in the office and people look happier", "exposure",
         "switched to four day weeks in the office"),
    ],
)  # fmt: skip
def test_a_phrase_that_was_cut_is_one_slot(
    language: Language, text: str, slot: str, words: str
) -> None:
    held = getattr(read(text, language).claim, slot)
    assert held is not None
    assert held.text == words


@pytest.mark.parametrize(
    ("language", "text", "siblings"),
    [
        ("en", "Coffee improves mood and reduces sleep", ["Coffee reduces sleep"]),
        ("en", "Remote work raises output and job satisfaction",
         ["Remote work raises job satisfaction"]),
        ("pt", "O trabalho remoto aumenta a produtividade, mas também aumenta a solidão",
         ["O trabalho remoto aumenta a solidão"]),
        ("pt", "O adubo orgânico aumenta a altura das mudas e o número de folhas",
         ["O adubo orgânico aumenta o número de folhas"]),
        ("en", "Late coffee worsens sleep and also makes drivers angry the next morning",
         ["Late coffee makes drivers angry the next morning"]),
        ("en", "do dogs that are walked twice a day chew less furniture and bark less",
         ["Dogs that are walked twice a day bark less"]),
        # Of the same subject, though no outcome was read there.
        ("en", "Potters who sketch first throw fewer bowls but break more of them.",
         ["Potters who sketch first break more of them."]),
        ("en", "Bakeries with a queue sell fewer pies but more bread.",
         ["Bakeries with a queue sell more bread."]),
        ("pt", "Carteiros que usam bicicleta entregam menos pacotes mas perdem menos cartas.",
         ["Carteiros que usam bicicleta perdem menos cartas."]),
        ("en", "Feedback improves grades, and the effect is small and is weaker in towns", []),
        ("en", "Salt and pepper improve the taste of soup", []),
        ("en", "Nurses on nights sleep less than nurses on days", []),
    ],
)  # fmt: skip
def test_a_second_claim_of_a_sentence_is_told_apart(
    language: Language, text: str, siblings: list[str]
) -> None:
    assert [each.text for each in read(text, language).siblings] == siblings


@pytest.mark.parametrize(
    ("language", "text", "lost"),
    [
        ("en", "Paving reduces fish in streams around Rio, and shade weakens this link", "shade"),
    ],
)  # fmt: skip
def test_words_that_belong_to_nothing_are_named_and_not_approved(
    language: Language, text: str, lost: str
) -> None:
    found = assess(text, language)
    assert found.claim.leftover is not None
    assert lost in found.claim.leftover.text
    assert found.verdict == "needs_refinement"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Firms with more independent directors have fewer frauds than other firms"),
        ("en", "Hypothesis: phoning the patient lowers the no-show rate, compared with letters"),
        ("pt", "O curso aumenta a renda em comparação com nenhum curso, com margem de 3 pontos"),
    ],
)
def test_connectives_are_no_leftover(language: Language, text: str) -> None:
    assert read(text, language).claim.leftover is None


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", ("Goats given willow leaves twice a week had lower worm egg counts than goats on"
               " grass only, 25 animals per group")),
        ("en", ("Concrete cured with wash water reaches the same compressive strength as concrete"
               " cured with tap water (40 cylinders each)")),
        ("pt", ("Bezerros que mamam duas vezes ao dia ganham mais peso do que os que mamam uma vez,"
               " 30 animais em cada grupo")),
    ],
)  # fmt: skip
def test_how_many_are_observed_is_no_part_of_the_claim(language: Language, text: str) -> None:
    claim = read(text, language).claim
    assert claim.leftover is None
    assert not any(re.search(r"25|30|40", slot.text) for _, slot in claim.items())


def test_a_number_within_the_claim_stays_in_it() -> None:
    claim = read("Classes of 15 pupils per group learn more than larger classes", "en").claim
    assert "15" in " ".join(slot.text for _, slot in claim.items())


def test_a_leftover_is_confirmed_as_a_condition_or_said_in_other_words() -> None:
    claim = Claim(leftover=Slot("only in dry regions", sure=False))
    confirmed = apply_answers(claim, {"leftover": ""}, "en")
    assert confirmed.leftover is None
    assert confirmed.qualifiers == Slot("only in dry regions", "confirmed")
    said = apply_answers(claim, {"leftover": "where it is dry"}, "en")
    assert said.qualifiers == Slot("where it is dry", "confirmed")


def test_doubts_about_design_and_direction_are_settled_by_an_answer() -> None:
    claim = Claim(design="causal", direction="increase", doubts=("design", "direction"))
    chosen = apply_answers(claim, {"design": "correlational"}, "en")
    assert (chosen.design, chosen.doubts) == ("correlational", ("direction",))
    assert apply_answers(chosen, {"direction": ""}, "en").doubts == ()


@pytest.mark.parametrize(
    ("language", "text", "condition"),
    [
        ("en", "Feedback improves grades, and the effect is stronger when the class is small",
         "the effect is stronger when the class is small"),
        ("en", "Feedback improves grades, with a stronger effect among shy pupils",
         "with a stronger effect among shy pupils"),
        ("pt", ("A irrigação noturna reduz o consumo de água, com efeito mais acentuado em solos "
                "arenosos"), "com efeito mais acentuado em solos arenosos"),
        ("pt", "A tutoria melhora as notas, sendo tal efeito moderado pela idade do aluno",
         "tal efeito moderado pela idade do aluno"),
        ("pt", "Idosos freiam mais tarde que os jovens, e a diferença é maior à noite",
         "a diferença é maior à noite"),
        ("pt", "O uso de redes está associado à tristeza em moças de Recife, mas não em rapazes",
         "mas não em rapazes"),
    ],
)  # fmt: skip
def test_where_the_effect_is_stronger_is_a_condition(language, text, condition):
    claim = read(text, language).claim
    assert claim.qualifiers is not None
    assert claim.qualifiers.text == condition
    assert claim.leftover is None
    assert condition.split()[3] not in claim.relation


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Is the price of paint associated with the number of claims it causes?"),
        ("en", "I want to know if street lights affect the sleep of owls."),
        ("pt", "No meu mestrado investigo se a poda altera a produção de figos."),
    ],
)
def test_the_word_that_asks_is_no_part_of_what_varies(language: Language, text: str) -> None:
    exposure = read(text, language).claim.exposure
    assert exposure is not None
    assert exposure.text.split()[0].lower() not in ("if", "se")


def test_a_slot_holds_the_bracket_that_it_opens() -> None:
    text = "Schools with free meals (lunch, soup, etc.) hand out more fruit."
    exposure = read(text, "en").claim.exposure
    assert exposure is not None
    assert exposure.text == "with free meals (lunch, soup, etc.)"


@pytest.mark.parametrize(
    "text",
    [
        "Painted buses have fewer accidents but the council stopped counting.",
        "Painted buses have fewer accidents, however our first count did not show this.",
    ],
)
def test_an_objection_to_the_claim_is_not_asked_about(text: str) -> None:
    assert read(text, "en").claim.leftover is None


def test_which_of_two_is_asked_stays_a_comparison() -> None:
    claim = read("Do cats or dogs live longer?", "en").claim
    assert claim.comparator is not None


def test_figures_in_brackets_are_no_leftover() -> None:
    text = "Pupils who walk had a higher attendance rate (93.4%) than those who did not (88.1%)."
    assert read(text, "en").claim.leftover is None


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Guests who get a note complain less, could be coincidence tho"),
        ("pt", "Gatos castrados fogem menos, pelo menos lá em casa foi assim."),
    ],
)
def test_a_guess_or_a_memory_behind_the_claim_is_not_asked_about(language, text) -> None:
    claim = read(text, language).claim
    assert (claim.leftover, claim.rivals) == (None, ())


@pytest.mark.parametrize(
    ("text", "leftover"),
    [
        ("are wolves making the deer in our valley more nocturnal", None),
        ("is our new ticket system the reason that customers complain less", None),
    ],
)
def test_only_what_says_something_is_left_over(text: str, leftover: str | None) -> None:
    held = read(text, "en").claim.leftover
    assert (held and held.text) == leftover


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "what makes a good nurse")],
)
def test_a_word_that_asks_is_no_outcome(language: Language, text: str) -> None:
    assert read(text, language).claim.outcome is None


@pytest.mark.parametrize(
    ("marked", "tag", "words"),
    [
        (("{unit|Dough} {exposure|in a fridge} {outcome|rises} {relation|more}"
         " {window|the next day} than {comparator|dough on the counter} {window|for two hours}"),
         "comparator", "dough on the counter for two hours"),
        (("{exposure|Owl boxes} {relation|reduce} {quantity|rats} on {unit|farms} where no poison"
         " is used, {window|within one harvest}"), "unit", "farms where no poison is used"),
        ("{exposure|Bells} {relation|raise} {outcome|sales} {unit|of shops} compared with others",
         "outcome", "sales"),
    ],
)  # fmt: skip
def test_a_phrase_that_leads_on_belongs_to_its_slot(marked: str, tag: str, words: str) -> None:
    put = assembled(marked, "en")
    held = next(span for span in put.spans if span.tag == tag)
    assert put.words.quote(held.first, held.end) == words


def test_a_second_reading_of_a_slot_is_left_over() -> None:
    put = assembled(
        "{exposure|Scales}, {exposure|ten minutes a day}, {relation|reduce} {outcome|wrong notes}",
        "en",
    )
    lost = Leftovers(put).longest()
    assert lost is not None
    assert put.words.quote(lost.first, lost.end) == "ten minutes a day"
