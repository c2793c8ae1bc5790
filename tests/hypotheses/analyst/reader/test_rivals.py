"""Other explanations, and reasons, that an author names beside the claim."""

from __future__ import annotations

import pytest

from hypotheses.analyst.reader import read
from hypotheses.domain.analysis import plan


@pytest.mark.parametrize(
    ("language", "text", "rival"),
    [
        (
            "en",
            "Members of our gym stay longer since mirrors were put up. It could also be the cold.",
            "the cold",
        ),
        ("en", "Runners who stretch get fewer injuries, or is it just the shoes?", "the shoes"),
        (
            "en",
            "Free coffee makes our customers come back more. But the manager also changed in May.",
            "the manager also changed in May",
        ),
        (
            "pt",
            "A amostra grátis aumenta as vendas da padaria. Mas também mudou o gerente.",
            "mudou o gerente",
        ),
        (
            "pt",
            "Com consulta marcada por WhatsApp os pacientes faltam menos. Pode ser só o lembrete.",
            "o lembrete",
        ),
        ("en", "Does humming to the dough make it rise more or does it just warm the room?",
         "warm the room"),
        ("en", "Runners who stretch get fewer injuries. Might be they're the careful ones.",
         "they're the careful ones"),
        ("pt", "Gatos que tomam sol dormem mais, ou será só a idade?", "a idade"),
        ("en", "Sales fell after the redesign, but a rival's discount may explain it.",
         "a rival's discount"),
        ("en", "Our members stay longer since we put up mirrors. My sister thinks it's the cold.",
         "the cold"),
        ("en", "My tomatoes taste better since I compost. Or the new variety?", "the new variety"),
        ("en", "Teachers burn out because of paperwork, not because of pupils", "pupils"),
        ("pt", "As vendas caíram depois da reforma, mas a promoção do vizinho pode explicar isso.",
         "a promoção do vizinho"),
        ("pt", "Meus tomates ficaram mais doces desde que uso composto. Ou a variedade nova?",
         "a variedade nova"),
        ("pt", "Professores adoecem por causa da burocracia, não por causa dos alunos", "alunos"),
        ("en", "Twins who share a room read later but maybe its just that they share the books",
         "they share the books"),
        ("en", "We painted the hall in June and visits went up. Was it the paint or just the fair?",
         "the fair"),
        ("en", "Our goats give less milk since we moved the pen but it was also a dry spring.",
         "it was also a dry spring"),
    ],
)  # fmt: skip
def test_another_explanation_is_no_part_of_the_claim(language, text, rival):
    claim = read(text, language).claim
    assert claim.rivals == (rival,)
    assert not any(slot.text in rival for _, slot in claim.items())


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "It could be that coffee improves the memory of students."),
        ("pt", "Pode ser que o café melhore a memória de estudantes."),
        ("en", "Dogs walked twice a day bark less. It could be chance."),
        ("pt", "Os alunos erram mais na sala verde, e não pode ser o carpete."),
        ("en", "Kids who walk to school yawn less, and I think it's worse for girls than boys."),
        ("en", "A theory that could be tested in trials predicts lower mortality in nurses."),
    ],
)
def test_a_doubt_about_the_claim_itself_names_no_other_explanation(language, text):
    assert read(text, language).claim.rivals == ()


def test_a_claim_is_read_in_spite_of_the_doubt_behind_it():
    text = (
        "Trabalhamos com cães e vimos que quem dorme na varanda late menos, mas pode ser que cão "
        "quieto é que fica na varanda. Dá pra testar isso?"
    )
    claim = read(text, "pt").claim
    assert claim.rivals == ("cão quieto é que fica na varanda",)
    assert claim.outcome is not None
    assert claim.outcome.text == "late"


def test_what_an_idea_asks_about_alone_is_no_other_explanation():
    text = "Our school got a new bell. Since then the children shove more. Could it be the bell?"
    claim = read(text, "en").claim
    assert claim.rivals == ()
    assert claim.exposure is not None
    assert claim.exposure.text.endswith("bell")


def test_the_analysis_controls_for_what_the_author_names():
    text = "Runners who stretch get fewer injuries, but it could also be the better shoes."
    assert "“the better shoes”" in plan(read(text, "en").claim).family


def test_why_it_works_is_a_reason_and_nothing_lost():
    text = "Members stay longer at our gym with mirrors, because they check their form."
    claim = read(text, "en").claim
    assert claim.mechanism == "they check their form"
    assert claim.leftover is None
    assert "“they check their form”" in plan(claim).confounders_question
