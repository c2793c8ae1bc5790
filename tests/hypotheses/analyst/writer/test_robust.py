"""Words that fit into no sentence, and the hypotheses of a post of many sentences."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hypotheses.analyst.writer import question, statements
from hypotheses.analyst.writer.clauses import amount
from hypotheses.analyst.writer.compose import composed, robust
from hypotheses.analyst.writer.grammar import is_grammatical
from hypotheses.domain.claim import Claim, Slot
from hypotheses.domain.types import Language
from tests.hypotheses.analyst.writer.marked import marked


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Is translators who use memories less creative?"),
        ("en", "Most donors give once. Does a message bring them back?"),
        ("pt", "Em que medida no verão passado fizemos barraca mista?"),
    ],
)
def test_a_broken_question_is_told(language: Language, text: str) -> None:
    unit = Slot("translators") if language == "en" else None
    assert not is_grammatical(text, Claim("causal", "increase", unit=unit), language)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Do Ti-6Al-4V coupons have higher elongation?"),
        ("pt", "Três dias de amoxicilina não são inferiores a sete na cura?"),
    ],
)
def test_a_sound_question_is_none(language: Language, text: str) -> None:
    claim = Claim("causal", "increase", unit=Slot("coupons"), exposure=Slot("Ti-6Al-4V"))
    assert is_grammatical(text, claim, language)


def test_words_that_are_no_nouns_take_a_form_that_is_one() -> None:
    claim = Claim("equivalence", "none", unit=Slot("class II restorations"),
                  exposure=Slot("bulk-fill composite"), outcome=Slot("survival"),
                  comparator=Slot("incremental composite"))  # fmt: skip
    assert robust(claim, "en") == (
        "Among class II restorations, is survival the same with bulk-fill composite as with "
        "incremental composite?"
    )
    claim = Claim("comparative", "increase", unit=Slot("meninos"),
                  exposure=Slot("barraca mista"), outcome=Slot("ficaram acordados"),
                  comparator=Slot("a tenda comum"))  # fmt: skip
    assert robust(claim, "pt") == (
        "A frequência com que os meninos ficaram acordados é maior com a barraca mista do que com "
        "a tenda comum?"
    )


def test_a_margin_is_its_size_alone() -> None:
    assert amount("half a point as the margin") == "half a point"


def test_a_claim_without_outcome_is_left_to_its_own_words() -> None:
    assert question(Claim("causal", "increase", exposure=Slot("coffee")), "en") is None


def test_the_hypotheses_of_a_post_are_those_of_its_claim_alone() -> None:
    text, claim = marked(
        "Most donors give once. We examined that: {exposure|a text message} {relation|increases} "
        "{outcome|return visits} of {unit|donors}. Nothing else was altered.",
        "causal",
        "increase",
    )
    made = statements(claim, "en", text)
    assert made.null == "A text message does not increase return visits of donors."
    assert made.alternative == "A text message increases return visits of donors."


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        (
            "en",
            "{exposure|Taller} {unit|candidates} {outcome|win elections} {relation|more often}.",
            "Do taller candidates win elections more often than other candidates?",
        ),
        (
            "en",
            "{exposure|Older} {unit|trees} have {relation|more} {outcome|lichen}, on one side.",
            "Is lichen greater in older trees than in younger trees?",
        ),
        (
            "pt",
            "As {exposure|mulheres} são {relation|mais} {outcome|interrompidas} nas reuniões.",
            "As mulheres são mais interrompidas do que os homens?",
        ),
    ],
)
def test_an_adjective_stands_at_what_it_describes(
    language: Language, text: str, wanted: str
) -> None:
    source, claim = marked(text, "comparative", "increase")
    others = {"lichen": "younger trees", "interrompidas": "homens"}
    other = others.get(claim.outcome.text) if claim.outcome else None
    claim = replace(claim, comparator=Slot(other) if other else None)
    assert composed(claim, language, source) == wanted


_EFFECT = {
    "en": "{relation|The effect} of {exposure|sun} on {outcome|hue} is {relation|larger} in ",
    "pt": "{relation|O efeito} do {exposure|sol} na {outcome|cor} é {relation|maior} em ",
}


@pytest.mark.parametrize(
    ("language", "condition", "null"),
    [
        ("en", "oils", "The effect of sun on hue is no greater in oils than in the others."),
        ("pt", "telas", "O efeito do sol sobre a cor não é maior nas telas do que nos demais."),
    ],
)
def test_the_effect_under_a_condition_names_the_others(
    language: Language, condition: str, null: str
) -> None:
    text = f"{_EFFECT[language]}{{qualifiers|{condition}}}."
    _, claim = marked(text, "causal", "increase")
    assert statements(claim, language).null == null
