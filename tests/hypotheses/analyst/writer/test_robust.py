"""Words that fit into no sentence, and the hypotheses of a post of many sentences."""

from __future__ import annotations

import pytest

from hypotheses.analyst.writer import question, statements
from hypotheses.analyst.writer.clauses import amount
from hypotheses.analyst.writer.grammar import is_grammatical
from hypotheses.analyst.writer.robust import robust
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


def test_words_that_are_no_nouns_stand_in_quotation_marks() -> None:
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
        "Entre os meninos, “ficaram acordados” é mais frequente com a barraca mista do que com a "
        "tenda comum?"
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
