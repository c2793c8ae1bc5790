"""What happened once, what a speaker says of himself, and what an author's words leave out."""

from __future__ import annotations

import pytest

from hypotheses.analyst.writer import located, question, statements, what_changed, without_scraps
from hypotheses.analyst.writer.edit import edited
from hypotheses.analyst.writer.focus import focused
from hypotheses.analyst.writer.fragments import event_of
from hypotheses.analyst.writer.phrases import analysed
from hypotheses.domain.claim import Claim, Slot
from hypotheses.domain.types import Language
from tests.hypotheses.analyst.writer.marked import marked


@pytest.mark.parametrize(
    ("language", "act", "wanted"),
    [
        ("en", "gave out maps", "after giving out maps"),
        ("en", "the bridge closed", ""),  # for the tagger no verb stands there beyond doubt
        ("en", "the school banned phones", "after the school banned phones"),
        ("en", "walks to work", ""),
        ("pt", "trocamos a farinha", "depois de trocar a farinha"),
        ("pt", "passou a fazer a ata à mão", "depois de fazer a ata à mão"),
        ("pt", "a ponte fechou", "depois que a ponte fechou"),
        ("pt", "caminham até a escola", ""),
    ],
)
def test_a_past_act_is_a_time(language: Language, act: str, wanted: str) -> None:
    assert event_of(analysed(act, language), language) == wanted


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        (
            "en",
            "Since we {exposure|moved the desks} {unit|people} {outcome|talk} {relation|less}.",
            "Since we moved the desks, do people talk less, compared with the period before that?",
        ),
        (
            "pt",
            "Desde que {exposure|há mesas} {unit|as pessoas} {outcome|falam} {relation|menos}.",
            "Desde que há mesas, as pessoas falam menos, em comparação com o período anterior?",
        ),
    ],
)
def test_what_happens_since_is_compared_with_before(
    language: Language, text: str, wanted: str
) -> None:
    source, claim = marked(text, "causal", "decrease")
    other = "the period before that" if language == "en" else "o período anterior"
    claim = claim.with_slot("comparator", Slot(other, "suggested"))
    assert edited(claim, language, source) == wanted


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "{exposure|Knitting} helps me {outcome|concentrate}.",
         "Does knitting help students concentrate?"),
        ("pt", "{exposure|Fazer tricô} me ajuda a {outcome|concentrar}.",
         "Fazer tricô ajuda os estudantes a concentrar?"),
    ],
)  # fmt: skip
def test_what_a_speaker_says_of_himself_is_asked_of_the_unit(
    language: Language, text: str, wanted: str
) -> None:
    source, claim = marked(text, "causal", "increase")
    unit = "students" if language == "en" else "estudantes"
    assert edited(claim.with_slot("unit", Slot(unit, "suggested")), language, source) == wanted


def test_a_clause_behind_depois_que_is_not_what_somebody_says() -> None:
    source, claim = marked(
        "Depois que {exposure|a ponte fechou}, {unit|as lojas} {outcome|venderam} menos.",
        "causal",
        "decrease",
    )
    assert focused(source, claim, "pt")[0].startswith("Depois que a ponte fechou")


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "The school took away {exposure|phones}.",
         "What changed after the school took away phones?"),
        ("pt", "A escola proibiu {exposure|celular} em março.",
         "O que mudou depois que a escola proibiu celular em março?"),
        ("pt", "A escola proíbe {exposure|celular}.", None),
    ],
)  # fmt: skip
def test_an_act_without_outcome_asks_what_changed(
    language: Language, text: str, wanted: str | None
) -> None:
    source, claim = marked(text, "causal", "decrease")
    assert what_changed(claim, source, language) == wanted


def test_words_without_content_and_words_of_an_aside_leave_the_claim() -> None:
    text, claim = marked(
        "{unit|Teams} {outcome|decide} faster {window|since then}, in my experience as a "
        "{bound|manager at two firms}.",
        "comparative",
        "increase",
    )
    left = without_scraps(claim.with_slot("qualifiers", Slot("but I cannot say why")), text, "en")
    assert left.qualifiers is None
    assert left.window is None
    assert left.bound is None
    assert left.unit == claim.unit


def test_words_within_another_slot_are_not_the_place_of_a_slot() -> None:
    text = "Do loaves come back more, measured by the share of loaves that come back?"
    claim = Claim(
        unit=Slot("loaves", start=40, end=46),
        measure=Slot("the share of loaves that come back"),
    )
    unit = located(claim, text).unit
    assert unit is not None
    assert unit.start == 3


def test_the_hypotheses_of_a_written_question_need_no_place_of_its_words() -> None:
    claim = Claim("causal", "increase", relation="more", unit=Slot("loaves"),
                  exposure=Slot("gave out maps"), outcome=Slot("come back"))  # fmt: skip
    asked = question(claim, "en")
    assert asked == "Do loaves come back more often after giving out maps than before?"
    made = statements(located(claim, asked), "en", asked)
    assert made.null == "Loaves do not come back more often after giving out maps than before."


def test_a_share_is_estimated_of_a_unit_that_does_something() -> None:
    text = "Quantas {unit|lojas} {bound|do centro} {outcome|aceitam pix}?"
    source, claim = marked(text, "descriptive", "unspecified")
    made = statements(claim, "pt", source)
    assert made.estimand == (
        "A proporção de lojas do centro que aceitam pix, com seu intervalo de confiança."
    )


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "{unit|Tenistas} {exposure|canhotos} ganham {relation|mais} {outcome|pontos}.",
            "Tenistas canhotos de um único clube ganham mais pontos?",
        ),
        (
            "{unit|Aulas} de xadrez {exposure|com vídeo} têm {relation|mais} {outcome|alunos}.",
            "Aulas de xadrez de um único clube com vídeo têm mais alunos?",
        ),
    ],
)
def test_bounds_stand_behind_what_belongs_to_the_unit(text: str, wanted: str) -> None:
    source, claim = marked(text, "comparative", "increase")
    claim = claim.with_slot("bound", Slot("de um único clube", "suggested"))
    assert edited(claim, "pt", source) == wanted
