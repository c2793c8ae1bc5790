"""One hypothesis a record: several independent ones are told apart; near-duplicates are known."""

from __future__ import annotations

import pytest

from hypotheses.analyst import split as splitting
from hypotheses.analyst.reader import read
from hypotheses.analyst.split import alike, key_terms, near, split_ideas


@pytest.fixture
def read_texts(monkeypatch) -> list[str]:
    """What is read, text by text."""
    seen: list[str] = []

    def counted(text, language):
        seen.append(text)
        return read(text, language)

    monkeypatch.setattr(splitting, "read", counted)
    return seen


@pytest.mark.parametrize(
    "unit",
    [
        "TDD reduces bugs and tea lowers stress. ",
        "TDD reduces bugs and tea lowers stress\n",
        "TDD reduces bugs and ",
        "TDD reduces bugs; ",
        "a. ",
        "and ",
    ],
)
@pytest.mark.parametrize("size", [120, 390, 900, 5_000])
def test_what_is_read_of_one_text_is_bounded(unit, size, read_texts):
    text = (unit * size)[:size].strip()
    split_ideas(text, "en")
    assert len(read_texts) <= 72  # both sides of a joint, and each part
    assert sum(map(len, read_texts)) <= 2 * len(text) + 20_000


def test_two_long_sentences_are_two_ideas_still():
    ending = "of the volunteers whom we asked in the towns of the north " * 8
    ideas = [f"Exercise lowers the anxiety {ending.strip()}.", "Irrigation raises soybean yield."]
    assert split_ideas(" ".join(ideas), "en") == ideas


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
