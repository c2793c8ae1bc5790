"""One hypothesis a record: several independent ones are told apart; near-duplicates are known."""

from __future__ import annotations

import pytest

from hypotheses.analyst.split import alike, key_terms, near, split_ideas


def terms(language, text):
    return key_terms(text, language)


@pytest.mark.parametrize(
    ("language", "text", "ideas"),
    [
        (
            "en",
            "Exercise lowers anxiety in adults. Irrigation raises the yield of soybean.",
            ["Exercise lowers anxiety in adults.", "Irrigation raises the yield of soybean."],
        ),
        (
            "pt",
            "O exercício reduz a ansiedade em adultos. A irrigação aumenta a produção de soja.",
            [
                "O exercício reduz a ansiedade em adultos.",
                "A irrigação aumenta a produção de soja.",
            ],
        ),
        (
            "en",
            "Exercise lowers anxiety and irrigation raises the yield of soybean",
            ["Exercise lowers anxiety", "irrigation raises the yield of soybean"],
        ),
        (
            "pt",
            "O exercício reduz a ansiedade e a irrigação aumenta a produção de soja",
            ["O exercício reduz a ansiedade", "a irrigação aumenta a produção de soja"],
        ),
    ],
)
def test_independent_hypotheses_are_split_verbatim(language, text, ideas):
    assert split_ideas(text, language) == ideas


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "TDD reduces bugs in small teams"),
        ("pt", "TDD reduz bugs em equipes pequenas"),
        ("en", "Exercise improves sleep and mood"),
        ("pt", "O exercício melhora o sono e o humor"),
        ("en", "We watched two teams. TDD reduces bugs in small teams."),
        ("en", "Exercise lowers anxiety. Exercise lowers the anxiety of adults."),
        ("en", ""),
    ],
)
def test_one_hypothesis_stays_whole(language, text):
    assert split_ideas(text, language) == [text]


@pytest.mark.parametrize(
    ("language", "first", "second"),
    [
        ("en", "TDD reduces bugs in small teams", "In small teams, TDD reduces the bug"),
        ("pt", "TDD reduz bugs em equipes pequenas", "Em equipes pequenas, o TDD reduz os bugs"),
        ("pt", "O café melhora a memória", "o cafe melhora a memoria"),
    ],
)
def test_near_duplicates_are_known(language, first, second):
    assert near(terms(language, first), terms(language, second))


@pytest.mark.parametrize(
    ("language", "first", "second"),
    [
        ("en", "TDD reduces bugs in small teams", "Coffee improves memory in small teams"),
        ("pt", "TDD reduz bugs em equipes", "A irrigação aumenta a produção de soja"),
    ],
)
def test_other_ideas_are_none(language, first, second):
    assert not near(terms(language, first), terms(language, second))


def test_likeness_runs_from_0_to_1():
    assert (alike("ab", "ab"), alike("ab", "cd"), alike("", "")) == (1.0, 0.0, 0.0)
