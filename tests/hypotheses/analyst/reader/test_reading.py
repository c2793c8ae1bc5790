"""What is read in plain sentences of many registers."""

from __future__ import annotations

import pytest

from hypotheses.analyst.assessment import assess
from hypotheses.analyst.reader import read
from hypotheses.analyst.reader.frame import owned
from hypotheses.domain.claim import Claim, Slot
from hypotheses.domain.types import Language

CLAIMS = [
    ("en", "Job autonomy is positively associated with volunteering among retirees in Denmark",
     "correlational", "increase", "Job autonomy", "volunteering"),
    ("en", "Exercise does not reduce anxiety in university students",
     "causal", "none", "Exercise", "anxiety"),
    ("pt", "O uso de uniforme não altera a frequência escolar",
     "causal", "none", "uso de uniforme", "frequência escolar"),
    ("en", "Mindfulness training lowers burnout among nurses",
     "causal", "decrease", "Mindfulness training", "burnout"),
    ("pt", "Turmas maiores diminuem as notas dos alunos",
     "causal", "decrease", "Turmas maiores", "notas"),
    ("en", "Perceived fairness has a negative effect on turnover intention",
     "causal", "decrease", "Perceived fairness", "turnover intention"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "text", "design", "direction", "exposure", "outcome"), CLAIMS)
def test_a_claim_is_read(
    language: Language, text: str, design: str, direction: str, exposure: str, outcome: str
) -> None:
    claim = read(text, language).claim
    assert (claim.design, claim.direction) == (design, direction)
    assert claim.exposure is not None
    assert claim.exposure.text.removeprefix("O ") == exposure
    assert claim.outcome is not None
    assert claim.outcome.text == outcome


def test_a_slot_is_a_verbatim_quote() -> None:
    text = "TDD reduces bugs in small teams"
    slots = [slot for _, slot in read(text, "en").claim.items()]
    assert len(slots) == 3
    for slot in slots:
        assert text[slot.start : slot.end] == slot.text


def test_what_is_read_with_doubt_is_asked_and_not_approved() -> None:
    found = assess("purple cheese the sideways nurses thing of Tuesdays much", "en")
    assert found.claim.unsure
    assert found.verdict != "approved"


def test_who_does_worse_than_another_does_less() -> None:
    claim = read("Funds that trade daily underperform their index.", "en").claim
    assert (claim.direction, claim.outcome.text if claim.outcome else "") == (
        "decrease", "underperform",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("language", "text"),
    [("pt", "Método incremental é mais rápido"), ("en", "The incremental method is faster")],
)
def test_a_comparative_that_is_the_whole_predicate_is_surely_the_outcome(language, text):
    outcome = read(text, language).claim.outcome
    assert outcome is not None
    assert outcome.sure


def test_nothing_is_read_in_no_words() -> None:
    assert list(read("?!", "en").claim.items()) == []


@pytest.mark.parametrize(
    ("text", "unit", "bound"),
    [
        ("my dog barks less", "dog", Slot("my", "user", 0, 2)),
        ("do nossas clientes gastam mais", "clientes", Slot("nossas", "user", 3, 9)),
        ("a dog barks less", "dog", None),
    ],
)
def test_the_authors_own_of_a_kind_is_bounded_by_that(
    text: str, unit: str, bound: Slot | None
) -> None:
    at = text.index(unit)
    claim = Claim(unit=Slot(unit, "user", at, at + len(unit)))
    assert owned(claim, text).bound == bound


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Apprentices should make fewer cuts after each new safety talk."),
        ("en", "The later the train leaves, the less likely it is that commuters will sit."),
        ("pt", "Aprendizes deveriam fazer menos cortes depois da palestra de segurança."),
    ],
)
def test_a_prediction_is_no_judgement_and_no_tautology(language, text):
    assert read(text, language).vetoes == ()


def test_a_half_said_twice_is_a_tautology():
    assert [veto.code for veto in read("Widows are alone because they are widows.", "en").vetoes]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Does mulch raise or lower the number of slugs in lettuce beds?", "en"),
        ("A adubação aumenta ou reduz o número de lesmas nos canteiros?", "pt"),
    ],
)
def test_who_asks_up_or_down_expects_a_difference(text: str, language: Language):
    claim = read(text, language).claim
    assert (claim.direction, "direction" in claim.doubts) == ("difference", False)


def test_hearsay_is_no_proof_to_who_asks_whether_it_is_true():
    heard = "Everyone says that a radio in the stable makes goats give more milk"
    assert not read(f"{heard}, is that so", "en").vetoes
    assert read(f"{heard}.", "en").vetoes


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("pt", "Não espero ver diferença no tempo de parto entre os dois andares."),
        ("en", "I don't expect a difference in wear between the two tyres."),
    ],
)
def test_who_expects_no_difference_claims_none(language: Language, text: str) -> None:
    assert read(text, language).claim.direction == "none"


@pytest.mark.parametrize(
    ("language", "text", "unit", "outcome"),
    [
        ("en", "Why do tourists on our ferry stand up early, queue and then sit down again?",
         "tourists", "stand up early, queue and then sit down again"),
        ("pt", "Por que os vizinhos do térreo trancam o portão de dia?", "vizinhos do térreo",
         "trancam o portão de dia"),
        ("pt", "Quantos dos nossos alunos voltam depois de uma aula cancelada?", "alunos",
         "voltam depois de uma aula cancelada"),
    ],
)  # fmt: skip
def test_who_is_asked_about_does_what_the_whole_predicate_says(
    language: Language, text: str, unit: str, outcome: str
) -> None:
    claim = read(text, language).claim
    assert claim.unit is not None
    assert claim.outcome is not None
    assert (claim.unit.text, claim.outcome.text, claim.outcome.sure) == (unit, outcome, True)
    assert claim.leftover is None


@pytest.mark.parametrize(
    ("language", "text", "exposure", "outcome", "condition"),
    [
        ("en", "Trust in the foreman mediates the effect of praise on effort in bricklayers.",
         "praise", "effort", "Trust in the foreman"),
        ("en", "The link between noise and errors among clerks is moderated by age.",
         "noise", "errors", "age"),
        ("pt", "O efeito do barulho sobre os erros é mediado pelo cansaço percebido.",
         "barulho", "erros", "cansaço percebido"),
    ],
)  # fmt: skip
def test_what_lies_between_two_things_is_a_condition(
    language: Language, text: str, exposure: str, outcome: str, condition: str
) -> None:
    claim = read(text, language).claim
    found = (claim.exposure, claim.outcome, claim.qualifiers)
    assert tuple(slot and slot.text for slot in found) == (exposure, outcome, condition)
    assert claim.leftover is None
