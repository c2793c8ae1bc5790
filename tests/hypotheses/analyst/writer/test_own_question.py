"""The author's own question is kept wherever it can be."""

from __future__ import annotations

import pytest

from hypotheses.analyst import structurer, writer
from hypotheses.analyst.reader import read
from hypotheses.domain.types import Language
from tests.hypotheses.graph.loop import last


def _first(text: str, language: Language) -> str:
    return structurer.first_version(text, language).question


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("In which month do herons leave the lake?", "en"),
        ("With which glaze do the bowls crack less?", "en"),
        ("Em que mês as garças deixam o lago?", "pt"),
        ("Is the glaze applied evenly when sprayed compared to when it is brushed?", "en"),
    ],
)
def test_a_question_keeps_its_words(text: str, language: Language) -> None:
    """A question behind a preposition is not turned a second time."""
    assert _first(text, language) == text


def test_a_claim_in_the_passive_keeps_its_words() -> None:
    """Its auxiliary moves before the subject; no word is lost by that."""
    text = "Our guess is that glaze is spread differently when sprayed compared to when brushed."
    asked = _first(text, "en")
    assert asked == "Is glaze spread differently when sprayed compared to when brushed?"


@pytest.mark.parametrize(
    ("text", "language", "lead"),
    [
        ("The representation of winter in old paintings.", "en",
         "What characterises the representation"),
        ("A forma e a cor dos selos de três vilas.", "pt", "O que caracteriza a forma"),
    ],
)  # fmt: skip
def test_a_subject_in_doubt_is_asked_about(text: str, language: Language, lead: str) -> None:
    """Words that claim nothing become a question, too."""
    assert writer.echo(text, language).startswith(lead)
    assert writer.echo(text, language).endswith("?")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Which are the driest valleys?", "en"),
        ("Quais são os vales mais secos?", "pt"),
    ],
)
def test_a_question_for_which_ones_compares_them_with_each_other(
    text: str, language: Language
) -> None:
    """No comparison is put behind it, and nothing is stated that could be denied."""
    draft = structurer.first_version(text, language)
    assert draft.question == text
    made = writer.statements(draft.claim, language, draft.question)
    assert (made.null, made.alternative) == ("", "")


def test_a_short_verb_keeps_its_silent_letter() -> None:
    """`Cared` is of `care`, `barred` of `bar`, `added` of `add`."""
    made = [_first(f"I wonder if {who}.", "en") for who in (
        "owners cared for their boats", "clerks barred their doors", "cooks added more salt",
    )]  # fmt: skip
    assert made == [
        "Did owners care for their boats?", "Did clerks bar their doors?",
        "Did cooks add more salt?",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Does what we eat at night change our sleep?", "en"),
        ("Quem dorme pouco erra mais?", "pt"),
    ],
)
def test_a_question_that_can_be_denied_has_hypotheses(text: str, language: Language) -> None:
    """Only a question for a part of the claim itself states nothing."""
    draft = structurer.first_version(text, language)
    assert writer.statements(draft.claim, language, draft.question).null


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Veganos correm mais do que não veganos?", "pt"),
        ("Do divers sleep longer than sailors?", "en"),
    ],
)
def test_the_groups_that_are_compared_are_not_said_again(text: str, language: Language) -> None:
    """Whom the claim observes stands in the frame: both groups are in the question already."""
    found = structurer.Brief(text, language, text, read(text, language).claim)
    made = structurer.refine(found)
    assert made.claim.unit is not None
    assert made.claim.unit.text.lower() not in made.question.lower()


WHOLE = [
    ("Do I sleep fewer hours in the week after a run of nights than in the week before it?",
     "en", "I sleep fewer hours"),
    ("Do I drop off sooner on evenings when I write in a notebook than on evenings when I do not?",
     "en", "I drop off sooner"),
    ("Do drivers with earplugs on the 07:42 arrive with lower blood pressure than those without?",
     "en", "Drivers with earplugs on the 07:42 arrive with"),
    ("Do I have fewer pickups per day with a greyscale phone screen than with a colour one?",
     "en", "I have fewer pickups"),
    ("Does paying by standing order rather than in coins change how much of it children save?",
     "en", "Paying by standing order rather than in coins changes how"),
    ("Acordo com glicemia mais alta quando como pão às 22h do que quando como ovo?",
     "pt", "Acordo com"),
    ("Quando acordo sem ver a hora, volto a dormir antes do que quando vejo?",
     "pt", "Quando acordo sem ver a hora, volto a dormir"),
    ("Quem tricota com raiva aperta mais o ponto do que quem tricota sem raiva?",
     "pt", "Quem tricota com raiva aperta mais"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "language", "stated"), WHOLE)
def test_a_whole_question_stays_and_is_what_the_hypotheses_state(text, language, stated):
    made = last(text, language)
    assert made["question"].startswith(text.rstrip("?"))
    assert made["alternative"].startswith(stated)
    assert text.rstrip("?").rpartition(" ")[2] in made["alternative"]
    assert made["null"] not in ("", made["alternative"])


def test_the_denial_of_a_verb_without_subject_stands_before_it():
    made = last("Acordo com mais fome quando janto cedo do que quando janto tarde?", "pt")
    assert made["null"].startswith("Não acordo com mais fome")


def test_a_question_behind_an_announcement_keeps_its_subject():
    text = (
        "Comecei a anotar os gastos em janeiro. Será que eu gasto menos com delivery nos meses em "
        "que anoto à mão do que nos meses do aplicativo? Minha irmã fala que é a inflação."
    )
    assert last(text, "pt")["question"].startswith("Eu gasto menos com delivery")


def test_words_in_front_of_a_part_lose_their_mark():
    text = "Quanto tempo leva, em média, para um iniciante de 40+ sair de 600 para 1000 no lichess?"
    assert last(text, "pt")["question"].count("em média") == 1


def test_no_word_within_a_question_is_lost_from_its_hypotheses():
    made = last("Do broilers under blue light walk more and peck less than those under red?", "en")
    assert "walk more and peck less than those under red" in made["alternative"]


def test_a_further_question_of_its_own_is_not_stated():
    text = "Do body cameras reduce complaints against officers, and does it depend on their years?"
    assert last(text, "en")["alternative"].startswith(
        "Body cameras reduce complaints against officers"
    )
    assert "depend" not in last(text, "en")["alternative"]


def test_a_verb_that_is_alike_now_and_before_is_asked_of_many_as_it_is_now():
    text = "Pump owners over 65 set their thermostats higher than younger owners."
    assert last(text, "en")["question"].startswith("Do pump owners over 65 set")
