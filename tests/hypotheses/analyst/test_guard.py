"""What a version must keep: exposure, outcome, sign and conditions."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from hypotheses.analyst.guard import drift
from hypotheses.analyst.syntax.sign import sign
from hypotheses.domain.claim import Claim, Direction, Slot
from hypotheses.domain.types import Language
from tests.hypotheses.analyst.writer.claims import QUALIFIERS, RELATIONS, Text, completed, written

OPPOSITE: dict[Direction, Direction] = {
    "increase": "decrease",
    "decrease": "increase",
    "none": "increase",
    "difference": "none",
}
# Pairs of words that turn a claim, as a text may word them.
TURNS: dict[Language, list[tuple[str, str]]] = {
    "en": [
        ("positively related to", "negatively related to"),
        ("more likely to", "less likely to"),
        ("is likely to raise", "is unlikely to raise"),
        ("increases", "does not increase"),
        ("the more the more", "the more the less"),
        ("the higher the lower", "the higher the higher"),
        ("has a positive effect on", "has a negative effect on"),
        ("is positively associated with", "is inversely associated with"),
        ("does better in", "does worse in"),
        ("has fewer", "has more"),
        ("comes with higher", "comes with lower"),
        ("reduces", "increases"),
        ("improves", "doesn't improve"),
    ],
    "pt": [
        ("positivamente relacionado a", "negativamente relacionado a"),
        ("tem mais", "tem menos"),
        ("quanto mais mais", "quanto mais menos"),
        ("quanto maior menor", "quanto maior maior"),
        ("tem efeito positivo sobre", "tem efeito negativo sobre"),
        ("aumenta", "não aumenta"),
        ("melhora", "piora"),
        ("reduz", "aumenta"),
        ("é melhor em", "é pior em"),
        ("diminui", "eleva"),
    ],
}


def changed(draw: random.Random, language: Language) -> Text:
    """A text whose claim has a condition."""
    text = written(language, draw)
    tokens = Slot(draw.choice(QUALIFIERS[language]))
    return replace(text, claim=text.claim.with_slot("qualifiers", tokens))


@pytest.mark.parametrize("language", ["en", "pt"])
def test_a_turned_direction_is_never_missed(language: Language) -> None:
    draw = random.Random(1)  # noqa: S311
    for _ in range(1000):
        claim = written(language, draw).claim
        turned = OPPOSITE[claim.direction]
        version = replace(
            claim, direction=turned, relation=draw.choice(RELATIONS[language][turned])
        )
        assert "direction" in drift(claim, version, language)


@pytest.mark.parametrize("language", ["en", "pt"])
def test_turned_words_are_noticed_where_the_reader_saw_no_change(language: Language) -> None:
    draw = random.Random(2)  # noqa: S311
    for _ in range(1000):
        claim = written(language, draw).claim
        pair = list(draw.choice(TURNS[language]))
        draw.shuffle(pair)
        original, version = (
            replace(claim, direction="unspecified", relation=tokens) for tokens in pair
        )
        assert drift(original, version, language) == ["direction"], pair


@pytest.mark.parametrize("language", ["en", "pt"])
def test_swapped_variables_are_never_missed(language: Language) -> None:
    draw = random.Random(3)  # noqa: S311
    for _ in range(1000):
        claim = written(language, draw).claim
        version = replace(claim, exposure=claim.outcome, outcome=claim.exposure)
        assert {"independent", "dependent"} <= set(drift(claim, version, language))


@pytest.mark.parametrize("language", ["en", "pt"])
def test_a_dropped_condition_is_never_missed(language: Language) -> None:
    draw = random.Random(4)  # noqa: S311
    for _ in range(1000):
        claim = changed(draw, language).claim
        assert drift(claim, claim.with_slot("qualifiers", None), language) == ["condition"]


@pytest.mark.parametrize("language", ["en", "pt"])
def test_a_faithful_version_raises_no_alarm(language: Language) -> None:
    draw = random.Random(5)  # noqa: S311
    for _ in range(1000):
        text = changed(draw, language)
        version = completed(text, language, draw)
        if version.qualifiers != text.claim.qualifiers:
            version = version.with_slot("qualifiers", text.claim.qualifiers)
        reworded = draw.choice(RELATIONS[language][text.claim.direction])
        assert drift(text.claim, replace(version, relation=reworded), language) == []


def test_a_condition_that_became_its_opposite_is_noticed() -> None:
    claim = Claim(exposure=Slot("mulch"), outcome=Slot("yield"), qualifiers=Slot("with irrigation"))
    version = claim.with_slot("qualifiers", Slot("without irrigation"))
    assert drift(claim, version, "en") == ["condition"]


def test_a_unit_may_be_replaced_but_not_dropped() -> None:
    claim = Claim(exposure=Slot("coffee"), outcome=Slot("mood"), unit=Slot("teams"))
    assert drift(claim, claim.with_slot("unit", Slot("accountants", "guidance")), "en") == []
    assert drift(claim, claim.with_slot("unit", None), "en") == ["condition"]


def test_letters_are_there_to_be_replaced() -> None:
    claim = Claim("causal", "increase", exposure=Slot("X"), outcome=Slot("Y"))
    version = Claim("causal", "increase", exposure=Slot("coffee"), outcome=Slot("mood"))
    assert drift(claim, version, "en") == []


@pytest.mark.parametrize(
    ("relation", "outcome", "wanted"),
    [
        ("is positively related to", "", "increase"),
        ("is negatively related to", "", "decrease"),
        ("is unlikely to increase", "", "decrease"),
        ("has an effect on", "mood", "unspecified"),
        ("does not change", "", "none"),
        ("the lower the lower", "", "increase"),
        ("makes", "fewer mistakes", "decrease"),
        ("não reduz", "", "none"),
        ("quanto maior menor", "", "decrease"),
    ],
)
def test_signs_multiply(relation: str, outcome: str, wanted: Direction) -> None:
    assert sign(relation, outcome) == wanted
