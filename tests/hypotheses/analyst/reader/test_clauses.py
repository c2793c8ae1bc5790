"""A clause of a known form says which part of the claim its words are."""

from __future__ import annotations

import pytest

from hypotheses.domain.types import Language

from .marked import assembled


@pytest.mark.parametrize(
    ("language", "marked", "parts"),
    [
        (
            "en",
            (
                "the {relation|effect} of {exposure|caffeine} on {outcome|sprints} is"
                " {relation|larger} {unit|in cyclists} than {comparator|in runners}"
            ),
            {"unit": "in cyclists", "comparator": "in runners", "qualifier": None},
        ),
        (
            "en",
            (
                "The {relation|effect} of {exposure|coffee} on {outcome|sleep} is"
                " {relation|greater} than that of {comparator|tea}"
            ),
            {"comparator": "tea", "qualifier": None},
        ),
        (
            "pt",
            (
                "o {relation|efeito} da {exposure|meditação} na {outcome|ansiedade} é"
                " {relation|maior} em {qualifier|mulheres} do que em {comparator|homens}?"
            ),
            {"qualifier": "mulheres", "comparator": "homens"},
        ),
        (
            "pt",
            (
                "a {exposure|semana curta} {relation|reduz} o {outcome|cansaço}"
                " {relation|sem perder} {outcome|produtividade}"
            ),
            {"outcome": "cansaço", "relation": "reduz", "qualifier": "sem perder produtividade"},
        ),
        (
            "pt",
            (
                "{exposure|minha filha} {outcome|lê} {relation|melhor} {exposure|em papel} do que"
                " {comparator|no tablet}"
            ),
            {"unit": "minha filha", "exposure": "em papel", "comparator": "no tablet"},
        ),
        (
            "en",
            (
                "Can we predict which {unit|patients} {outcome|miss a visit from the reminders they"
                " opened}?"
            ),
            {"exposure": "reminders they opened", "outcome": "miss a visit"},
        ),
        (
            "en",
            "In {unit|goats}, {unit|twins} {outcome|grow} {relation|slower} than {comparator|kids}",
            {"unit": "goats", "exposure": "twins", "comparator": "kids"},
        ),
        (
            "en",
            "{exposure|Hems} {outcome|hold} {relation|longer} than {comparator|seams}",
            {"exposure": "Hems", "outcome": "hold"},
        ),
        (
            "pt",
            (
                "O {exposure|prefeito} {exposure|trocou as lombadas por radares} e os"
                " {outcome|acidentes} {relation|caíram}"
            ),
            {"exposure": "radares", "comparator": "lombadas", "outcome": "acidentes"},
        ),
    ],
)
def test_a_clause_gives_its_words_their_part(
    language: Language, marked: str, parts: dict[str, str | None]
) -> None:
    put = assembled(marked, language)
    found: dict[str, str] = {}
    for span in put.spans:
        found.setdefault(span.tag, put.words.quote(span.first, span.end))
    assert {tag: found.get(tag) for tag in parts} == parts
