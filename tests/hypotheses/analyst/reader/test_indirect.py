"""Questions that an author asks within a sentence."""

from __future__ import annotations

import pytest

from hypotheses.analyst.reader import read
from hypotheses.analyst.structurer import Brief, first_version, refine
from hypotheses.analyst.syntax.indirect import asked
from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.tokens import split
from hypotheses.domain.types import Language

ASKED: list[tuple[Language, str, list[str]]] = [
    ("en", "I keep goats and wonder if hay at night makes them calmer.",
     ["hay at night makes them calmer"]),
    ("en", "We have ten years of logs and want to know if fog delays ferries or if wind does.",
     ["fog delays ferries", "wind does"]),
    ("en", "Not sure whether salt keeps the cut roses fresh.", ["salt keeps the cut roses fresh"]),
    ("en", "Nobody knows if the bells scare the deer.", ["the bells scare the deer"]),
    ("pt", "Cuido de uma horta e fiquei pensando se a cinza afasta as lesmas.",
     ["a cinza afasta as lesmas"]),
    ("pt", "Queremos saber se o coral melhora o humor dos idosos e se as famílias assistem.",
     ["o coral melhora o humor dos idosos", "as famílias assistem"]),
    ("pt", "A rua foi fechada e não sabemos se as vendas caíram.", ["as vendas caíram"]),
]  # fmt: skip


@pytest.mark.parametrize(("language", "text", "clauses"), ASKED)
def test_a_question_within_a_sentence_is_a_clause_of_its_own(language, text, clauses):
    tree = parsed(split(text))
    assert [tree.quote(each.first, each.end) for each in asked(tree)] == clauses


@pytest.mark.parametrize(
    "text",
    [
        "If it rains, do fewer people queue?",
        "Guests stay longer if the fire is lit.",
        "Nurses ask whether a drug is safe more often at night than by day.",
        "Se chove, menos gente espera na fila.",
        "As vacas se deitam mais quando o chão está seco.",
        "Os alunos perguntam se podem sair mais vezes de manhã do que à tarde.",
    ],
)
def test_a_condition_or_what_others_ask_is_no_question_of_the_author(text):
    assert asked(parsed(split(text))) == []


PLACED: list[tuple[Language, str, str, str, str]] = [
    ("en", "I train police dogs and wonder if walks at dawn with other dogs lower stress hormones.",
     "walks at dawn with other dogs", "stress hormones",
     "Do walks at dawn with other dogs lower stress hormones"),
    ("pt", "Treino nadadores juvenis e me pergunto se alongar antes da prova diminui as cãibras.",
     "alongar antes da prova", "cãibras", "Alongar antes da prova diminui as cãibras"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "text", "exposure", "outcome", "question"), PLACED)
def test_what_is_asked_is_read_without_what_its_author_does(
    language: Language, text: str, exposure: str, outcome: str, question: str
) -> None:
    claim = read(text, language).claim
    assert claim.exposure is not None
    assert claim.outcome is not None
    assert (claim.exposure.text, claim.outcome.text) == (exposure, outcome)
    made = refine(Brief(text, language, text, first_version(text, language).claim)).question
    assert made.startswith(question)


BESIDE: list[tuple[Language, str, str, str]] = [
    ("en", "I want to know whether masks lower absence and whether the staff wear them.",
     "masks", "Masks: do the staff wear them?"),
    ("pt", "Quero saber se a rampa reduz as quedas e se os vizinhos usam a calçada.",
     "rampa", "Os vizinhos usam a calçada?"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "text", "exposure", "sibling"), BESIDE)
def test_what_is_asked_or_claimed_besides_is_offered_whole(
    language: Language, text: str, exposure: str, sibling: str
) -> None:
    found = read(text, language)
    assert found.claim.exposure is not None
    assert found.claim.exposure.text == exposure
    assert [each.text for each in found.siblings] == [sibling]
    held = " ".join(slot.text for _, slot in found.claim.items())
    assert not {"staff", "merendeiras", "fogão", "queues", "trens"} & set(held.split())


@pytest.mark.parametrize(
    ("language", "text", "question"),
    [
        ("en", "I'd like to find out why nurses hide needle injuries.",
         "Why do nurses hide needle injuries?"),
        ("pt", ("queria entender pq meus vizinhos nao reciclam, acho q é pq falta espaço mas pode "
         "ser a coleta que passa cedo"), "Por que meus vizinhos nao reciclam?"),
    ],
)  # fmt: skip
def test_who_wants_to_know_why_asks_it_of_people(
    language: Language, text: str, question: str
) -> None:
    claim = read(text, language).claim
    assert claim.design == "qualitative"
    assert claim.exposure is None
    assert claim.unit is not None
    assert claim.unit.text in ("nurses", "vizinhos")
    assert first_version(text, language).question == question
