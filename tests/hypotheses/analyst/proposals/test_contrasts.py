"""What the author's own sentence sets an exposure against."""

import pytest

from hypotheses.analyst.proposals.contrasts import is_event, not_so, other_option
from tests.hypotheses.analyst.proposals.claims import claim


@pytest.mark.parametrize(
    ("source", "exposure", "other"),
    [
        ("If I water seedlings from below instead of overhead, fewer of them die.",
         "water seedlings from below instead of overhead", "overhead"),
        ("Does whole milk or oat milk foam better?", "whole milk or oat milk", "oat milk"),
        ("Does tea help people sleep?", "tea", None),
    ],
)  # fmt: skip
def test_the_other_option_stands_in_the_sentence(source, exposure, other):
    idea = claim("comparative", "difference", exposure=exposure)
    assert other_option(idea, source) == other


def test_another_reason_is_no_option():
    text = "Teenagers sleep less because of homework, or maybe because of their phones."
    assert other_option(claim(exposure="homework"), text) is None


@pytest.mark.parametrize(
    ("source", "exposure", "event"),
    [
        ("Since I stopped drinking coffee I fall asleep faster.",
         "Since I stopped drinking coffee", True),
        ("A conta de luz diminuiu depois da reforma do telhado.", "reforma do telhado", True),
        ("As pessoas dormem melhor depois do jantar.", "jantar", False),
    ],
)  # fmt: skip
def test_what_happened_is_compared_with_before(source, exposure, event):
    assert is_event(claim(exposure=exposure), source) is event


@pytest.mark.parametrize(
    ("language", "source", "exposure", "denied"),
    [
        ("en", "On routes where the driver says hello, passengers pay more often.",
         "routes where the driver says hello", "on routes where the driver does not"),
        ("pt", "Se o juiz usa linguagem simples, as partes recorrem menos.",
         "usa linguagem simples", "se o juiz não usa linguagem simples"),
        ("pt", "Meus alunos estudam mais quando eu mando vídeo.",
         "quando eu mando vídeo", "quando eu não mando vídeo"),
    ],
)  # fmt: skip
def test_a_clause_is_denied_with_its_subject(language, source, exposure, denied):
    assert not_so(claim(exposure=exposure), language, source) == denied
