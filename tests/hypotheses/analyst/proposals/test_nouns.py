"""Noun phrases in the singular and in the plural."""

import pytest

from hypotheses.analyst.proposals.nouns import plural, singular


@pytest.mark.parametrize(
    ("language", "many", "one"),
    [
        ("en", "My fifth graders", "fifth grader"),
        ("en", "people over seventy", "person over seventy"),
        ("en", "children", "child"),
        ("en", "bakeries", "bakery"),
        ("en", "classes", "class"),
        ("pt", "meninas pequenas", "menina pequena"),
        ("pt", "alunos do primeiro ano", "aluno do primeiro ano"),
        ("pt", "professores", "professor"),
        ("pt", "pedestres", "pedestre"),
        ("pt", "caminhões", "caminhão"),
        ("pt", "freguês", "freguês"),
        ("pt", "gente", "pessoa"),
    ],
)
def test_one_of_many(language, many, one):
    assert singular(many, language) == one


@pytest.mark.parametrize(
    ("language", "one", "many"),
    [
        ("en", "the baby", "babies"),
        ("en", "knife", "knives"),
        ("en", "well water", "well water"),
        ("pt", "criança pequena", "crianças pequenas"),
        ("pt", "irmão", "irmãos"),
        ("pt", "fiscal", "fiscais"),
        ("pt", "pessoal", "pessoas"),
    ],
)
def test_many_of_one(language, one, many):
    assert plural(one, language) == many


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "those"), ("en", "one"), ("pt", "nós, vizinhos"), ("pt", "quem"), ("en", "")],
)
def test_pronouns_name_no_kind(language, words):
    assert singular(words, language) == plural(words, language) == ""


@pytest.mark.parametrize(
    ("language", "both", "one"),
    [
        ("en", "nurses and porters", "nurse or porter"),
        ("pt", "enfermeiras e porteiros", "enfermeira ou porteiro"),
        ("pt", "fumantes e não fumantes", "fumante ou não fumante"),
    ],
)
def test_one_of_two_groups(language, both, one):
    assert singular(both, language) == one


def test_a_participle_behind_a_plural_has_no_plural():
    assert plural("drivers killed", "en") == "drivers killed"


@pytest.mark.parametrize("words", ["pais e professores", "não pais"])
def test_a_half_without_a_singular_has_none_together(words):
    assert singular(words, "pt") == ""


@pytest.mark.parametrize(
    ("one", "many"), [("grass seed", "grass seeds"), ("process speed", "process speeds")]
)
def test_a_noun_in_ed_is_no_participle(one, many):
    assert plural(one, "en") == many
