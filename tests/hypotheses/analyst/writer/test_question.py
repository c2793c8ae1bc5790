"""A claim as one sentence."""

from __future__ import annotations

import random

import pytest

from hypotheses.analyst.writer import listing, question
from hypotheses.domain.claim import Claim, Slot
from hypotheses.domain.types import Language
from tests.hypotheses.analyst.writer.claims import DESIGNS, completed, framed, written
from tests.hypotheses.analyst.writer.form import faults, stand_once


def read(source: str, **slots: object) -> Claim:
    """A claim whose string slots are quotes of the source."""
    made: dict[str, object] = {}
    for name, value in slots.items():
        if isinstance(value, str) and name not in ("design", "direction", "relation"):
            start = source.index(value)
            made[name] = Slot(value, "user", start, start + len(value))
        else:
            made[name] = value
    return Claim(**made)  # type: ignore[arg-type]


def suggested(tokens: str) -> Slot:
    return Slot(tokens, "suggested")


def test_the_authors_sentence_takes_what_was_added_in_its_place() -> None:
    source = "TDD reduces bugs in small teams"
    claim = read(
        source,
        design="causal",
        direction="decrease",
        exposure="TDD",
        outcome="bugs",
        unit="small teams",
        relation="reduces",
        bound=suggested("of a single company"),
        measure=suggested("the number of bugs per release"),
        comparator=suggested("development without tests written first"),
    )
    assert question(claim, "en", source) == (
        "Does TDD reduce bugs in small teams of a single company, measured by the number of bugs "
        "per release, compared with development without tests written first?"
    )


@pytest.mark.parametrize(
    ("language", "source", "words", "asked"),
    [
        (
            "en",
            "Goats give more milk when the radio plays",
            {"unit": "Goats", "outcome": "milk", "relation": "give more",
             "exposure": "when the radio plays", "comparator": suggested("when the radio does not"),
             "measure": suggested("the litres of milk per goat per day")},
            "Do goats give more milk when the radio plays than when the radio does not?",
        ),
        (
            "pt",
            "As cabras dão mais leite quando o rádio toca",
            {"unit": "cabras", "outcome": "leite", "relation": "dão mais",
             "exposure": "quando o rádio toca", "comparator": suggested("quando o rádio não toca")},
            "As cabras dão mais leite quando o rádio toca do que quando o rádio não toca?",
        ),
        (
            "en",
            "Boars dig up more roots after a dry summer",
            {"unit": "Boars", "outcome": "roots", "relation": "dig up more",
             "exposure": "after a dry summer", "comparator": suggested("after other summers")},
            "Do boars dig up more roots after a dry summer than after other summers?",
        ),
    ],
)  # fmt: skip
def test_a_comparison_follows_the_authors_comparative(language, source, words, asked) -> None:
    claim = read(source, design="causal", direction="increase", **words)
    assert question(claim, language, source) == asked


def test_a_choice_of_the_study_stands_in_no_sentence() -> None:
    source = "Shade reduces aphids on roses"
    claim = read(
        source, design="causal", direction="decrease", exposure="Shade", outcome="aphids",
        unit="roses", relation="reduces",
        bound=suggested("to be named: in which garden"), comparator=suggested("roses in full sun"),
    )  # fmt: skip
    made = question(claim, "en", source)
    assert made is not None
    assert "to be named" not in made


def test_a_portuguese_statement_becomes_a_question_that_agrees_and_contracts() -> None:
    source = "O uso de uniforme reduz as faltas."
    claim = read(
        source,
        design="causal",
        direction="decrease",
        exposure="uso de uniforme",
        outcome="faltas",
        relation="reduz",
        measure=suggested("o registro de presença"),
        comparator=suggested("alunos sem uniforme"),
    )
    assert question(claim, "pt", source) == (
        "O uso de uniforme reduz as faltas, medidas pelo registro de presença, em comparação com"
        " alunos sem uniforme?"
    )


def test_a_question_stays_a_question_and_a_complete_sentence_stays_as_it_is() -> None:
    source = "Are remote workers happier than office workers?"
    claim = read(
        source,
        design="comparative",
        direction="increase",
        unit="workers",
        exposure="remote",
        outcome="happier",
        comparator="office workers",
    )
    assert question(claim, "en", source) == source


def test_words_that_replace_others_stand_in_their_place() -> None:
    source = "Coffee raises the mood of programmers."
    claim = read(source, design="causal", direction="increase", exposure="Coffee", outcome="mood",
                 unit="programmers", relation="raises")  # fmt: skip
    assert claim.unit is not None
    replaced = claim.with_slot(
        "unit", Slot("accountants", "guidance", claim.unit.start, claim.unit.end)
    )
    made = question(replaced, "en", source)
    assert made is not None
    assert "accountants" in made
    assert "programmers" not in made


def test_an_opinion_before_the_claim_is_left_out() -> None:
    source = "Acho que trabalhar em pé aumenta a concentração"
    claim = read(source, design="causal", direction="increase", exposure="trabalhar em pé",
                 outcome="concentração", relation="aumenta", hedges=("Acho que",))  # fmt: skip
    made = question(claim, "pt", source)
    assert made is not None
    assert made.startswith("Trabalhar em pé aumenta a concentração")


@pytest.mark.parametrize("source", ["- café especial\n- fidelidade do cliente", "X improves Y"])
def test_notes_and_placeholders_make_no_sentence(source: str) -> None:
    tokens = source.replace("- ", "").replace(" improves", "\n").split("\n")
    claim = Claim("causal", "increase", exposure=Slot(tokens[0]), outcome=Slot(tokens[1].strip()))
    made = question(claim, "pt", source)
    assert made is None or faults(made, "pt") == []
    if source.startswith("X"):
        assert made is None


@pytest.mark.parametrize("language", ["en", "pt"])
def test_a_written_claim_keeps_every_slot_once_and_its_form(language: Language) -> None:
    draw, none = random.Random(19), 0  # noqa: S311
    for _ in range(1000):
        text = written(language, draw, question=language == "pt" and draw.random() < 0.5)
        claim = completed(text, language, draw)
        made = question(claim, language, text.source)
        if made is None:
            none += 1
            continue
        assert faults(made, language) == [], made
        assert stand_once(made, claim) == [], made
    assert none < 100


@pytest.mark.parametrize("design", DESIGNS)
@pytest.mark.parametrize("language", ["en", "pt"])
def test_a_frame_without_a_text_makes_a_question(language: Language, design: str) -> None:
    draw, none = random.Random(7), 0  # noqa: S311
    for _ in range(200):
        claim = framed(language, draw, design)  # type: ignore[arg-type]
        made = question(claim, language)
        if made is None:
            none += 1
            continue
        assert made.endswith("?"), made
        assert faults(made, language) == [], made
        assert stand_once(made, claim) == [], made
    assert none < 60


def test_a_sentence_is_completed_by_what_it_lacks() -> None:
    claim = Claim(
        exposure=Slot("coffee"),
        outcome=Slot("mood"),
        measure=suggested("the PANAS"),
        comparator=suggested("days without it"),
    )
    assert listing(claim, "coffee and mood", "en") == (
        "Coffee and mood, compared with days without it, measured by the PANAS."
    )
    assert listing(claim, "coffee, mood, the PANAS, days without it", "en").endswith("without it")


def test_an_article_gives_up_its_capital_and_a_formula_keeps_its_own() -> None:
    source = "A daily walk lowers blood pressure."
    claim = read(source, design="causal", direction="decrease", exposure="daily walk",
                 outcome="blood pressure", relation="lowers")  # fmt: skip
    assert question(claim, "en", source) == "Does a daily walk lower blood pressure?"
    source = "Ti-6Al-4V coupons have higher elongation."
    claim = read(source, design="comparative", direction="increase", unit="coupons",
                 exposure="Ti-6Al-4V", outcome="elongation", relation="higher")  # fmt: skip
    assert question(claim, "en", source) == "Do Ti-6Al-4V coupons have higher elongation?"


def test_bounds_stand_behind_the_subject_that_a_question_moves() -> None:
    source = "Herds lose more calves than flocks."
    claim = read(source, design="comparative", direction="increase", exposure="Herds", unit="Herds",
                 outcome="calves", comparator="flocks", bound=suggested("in Goiás"))  # fmt: skip
    assert question(claim, "en", source) == "Do herds in Goiás lose more calves than flocks?"


def test_a_unit_and_its_bounds_that_the_author_left_out_go_to_the_end() -> None:
    source = "Firm size is negatively related to innovation"
    claim = read(source, design="correlational", direction="decrease", exposure="Firm size",
                 outcome="innovation", unit=suggested("manufacturing firms"),
                 bound=suggested("in Portugal"))  # fmt: skip
    assert question(claim, "en", source) == (
        "Is firm size negatively related to innovation in manufacturing firms in Portugal?"
    )


def test_a_lone_verb_takes_its_measure_at_the_end() -> None:
    source = "Background music makes software testers miss more defects"
    claim = read(source, design="causal", direction="increase", exposure="Background music",
                 unit="software testers", outcome="miss", relation="makes more",
                 measure=suggested("share of seeded defects not found"),
                 comparator=suggested("the same testers working in silence"))  # fmt: skip
    assert question(claim, "en", source) == (
        "Does background music make software testers miss more defects, measured by share of seeded"
        " defects not found, compared with the same testers working in silence?"
    )


def test_a_proportion_takes_its_bounds_within_the_sentence() -> None:
    source = "The longer a patient waits, the more often the family complains"
    claim = read(
        source, design="correlational", direction="increase", unit="patient", exposure="waits",
        outcome="family complains", relation="The longer", bound=suggested("of one clinic"),
    )  # fmt: skip
    assert question(claim, "en", source) == (
        "Is it true that the longer a patient of one clinic waits, the more often the family "
        "complains?"
    )


def test_a_proportion_may_get_worse() -> None:
    source = "The more coffee nurses drink the worse they sleep"
    claim = read(
        source, design="correlational", direction="decrease", unit="nurses",
        exposure="coffee nurses drink", outcome="they sleep", relation="the worse",
    )  # fmt: skip
    assert question(claim, "en", source) == f"Is it true that {source[0].lower()}{source[1:]}?"


def test_a_verb_of_the_author_may_change_its_form_in_the_question() -> None:
    source = "bread dough rises better when the windows are shut"
    claim = read(
        source, design="comparative", direction="increase", unit="bread dough", outcome="rises",
        exposure="when the windows are shut", relation="better", bound=suggested("of one bakery"),
    )  # fmt: skip
    wanted = "Does bread dough of one bakery rise better when the windows are shut?"
    assert question(claim, "en", source) == wanted
    asked = "To what extent does bread dough rise better when the windows are shut?"
    assert listing(claim, asked, "en") == f"{asked} (Population: of one bakery.)"


@pytest.mark.parametrize(
    ("language", "source", "wanted"),
    [
        (
            "en",
            "Comparing moth diversity under white lamps with that under yellow lamps.",
            "Is there a difference in moth diversity between white lamps and yellow lamps?",
        ),
        (
            "pt",
            "Queria comparar a diversidade sob lâmpadas brancas com a sob lâmpadas amarelas",
            "Há diferença na diversidade entre as lâmpadas brancas e as lâmpadas amarelas?",
        ),
    ],
)
def test_an_aim_becomes_a_question_of_its_frame(
    language: Language, source: str, wanted: str
) -> None:
    words = {
        "en": ("white lamps", "moth diversity", "yellow lamps"),
        "pt": ("lâmpadas brancas", "diversidade", "lâmpadas amarelas"),
    }[language]
    names = ("exposure", "outcome", "comparator")
    claim = read(
        source, design="comparative", direction="difference", **dict(zip(names, words, strict=True))
    )
    assert question(claim, language, source) == wanted


def test_an_amount_of_what_happens_is_a_measure() -> None:
    source = "A bell makes porters forget fewer trolleys"
    claim = read(
        source,
        design="causal",
        direction="decrease",
        exposure="A bell",
        unit="porters",
        outcome="forget fewer trolleys",
        relation="makes",
        measure=suggested("the number of times this happens per porter"),
    )
    wanted = "forget fewer trolleys, measured by the number of times this happens per porter?"
    for text in (source, ""):
        assert (question(claim, "en", text) or "").endswith(wanted)


def test_a_title_is_no_clause_whatever_its_nouns_look_like() -> None:
    source = "Effect of mulching on soil moisture in vineyards"
    claim = read(
        source, design="causal", direction="difference", exposure="mulching",
        outcome="soil moisture", unit="vineyards", relation="Effect",
        comparator=suggested("vineyards without mulching"),
    )  # fmt: skip
    assert question(claim, "en", source) == (
        "Does mulching affect soil moisture in vineyards, compared with vineyards without mulching?"
    )


def test_words_that_no_slot_holds_stay_behind_the_slot_they_follow() -> None:
    source = "Folha de louro espanta a barata do armário"
    claim = read(
        source,
        design="causal",
        direction="decrease",
        relation="espanta",
        exposure="Folha de louro",
        outcome="barata",
        leftover="do armário",
        comparator=suggested("a ausência de folha de louro"),
    )
    asked = question(claim, "pt", source)
    assert asked is not None
    assert "a barata do armário" in asked


def test_bounds_that_the_unit_names_are_said_once() -> None:
    claim = Claim(
        "causal",
        "decrease",
        unit=Slot("our support team"),
        bound=Slot("our"),
        exposure=Slot("chat"),
        outcome=Slot("complaints"),
    )
    assert claim.population == Slot("our support team")
    assert "(our)" not in (question(claim, "en") or "(our)")


def test_a_place_named_elsewhere_keeps_its_capital() -> None:
    source = "A presença de cães diminui o número de ninhos?"
    claim = read(
        source,
        design="causal",
        direction="decrease",
        relation="diminui",
        exposure="presença de cães",
        outcome="número de ninhos",
    )
    for place, said in (("Ilhéus", "em Ilhéus?"), ("Na minha praia", "na minha praia?")):
        asked = question(claim.with_slot("bound", Slot(place)), "pt", source)
        assert said in (asked or "")


def test_people_abandon_nothing_by_means_of_interviews() -> None:
    source = "Por que os clientes abandonam o carrinho"
    approach = "entrevistas semiestruturadas"
    claim = read(
        source,
        design="qualitative",
        unit="clientes",
        outcome="abandonam o carrinho",
        approach=suggested(approach),
    )
    assert question(claim, "pt", source) == "Por que os clientes abandonam o carrinho?"
    claim = claim.with_slot("approach", Slot(approach))
    assert "a investigar por meio de entrevistas" in (question(claim, "pt", source) or "")


def test_an_added_unit_stands_before_the_place_that_the_author_names() -> None:
    source = "removing the sweets cuts impulse buying in a small supermarket"
    claim = read(
        source,
        design="causal",
        direction="decrease",
        relation="cuts",
        exposure="removing the sweets",
        outcome="impulse buying",
        bound="in a small supermarket",
        unit=suggested("customers"),
    )
    asked = question(claim, "en", source) or ""
    assert "impulse buying among customers in a small supermarket" in asked


def test_a_suggestion_in_another_number_is_not_said_again() -> None:
    source = "O preço do boi gordo na região cai depois que a usina anuncia férias"
    claim = read(
        source, bound="na região", exposure="a usina anuncia férias", outcome="preço do boi gordo",
        unit=suggested("bois gordos"), comparator=suggested("o período anterior"),
        design="causal", direction="decrease", relation="cai",
    )  # fmt: skip
    asked = question(claim, "pt", source)
    assert asked == f"{source}?"
