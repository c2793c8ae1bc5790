"""Portuguese as the structurer writes it."""

from __future__ import annotations

import pytest

from hypotheses.analyst.portuguese import (
    article,
    contract,
    contractions,
    gender,
    is_plural,
    measured,
)


@pytest.mark.parametrize(
    "noun",
    "taxa qualidade pressão ação análise mulher dor equipe mão viagem memória nota árvore ciência "
    "criança altura gravidez".split(),
)
def test_feminine_nouns(noun):
    assert gender(noun) == "f"


@pytest.mark.parametrize(
    "noun",
    "bug número sistema problema nível mapa dia tempo desempenho erro café índice rendimento "
    "irmão clima humor".split(),
)
def test_masculine_nouns(noun):
    assert gender(noun) == "m"


@pytest.mark.parametrize(
    ("plural", "told"),
    [("ações", "f"), ("níveis", "m"), ("bugs", "m"), ("notas", "f"), ("árvores", "f"),
     ("erros", "m"), ("viagens", "f"), ("problemas", "m")],
)  # fmt: skip
def test_a_plural_has_the_gender_of_its_singular(plural, told):
    assert gender(plural) == told


@pytest.mark.parametrize("noun", ["XYZ", "HbA1c"])
def test_an_unknown_gender_is_not_guessed(noun):
    assert gender(noun) is None
    assert article(noun) is None
    assert measured(noun, "a taxa de erro") is None


@pytest.mark.parametrize(
    ("noun", "told"),
    [("número", "o"), ("taxa", "a"), ("bugs", "os"), ("notas", "as"), ("sistemas", "os")],
)
def test_the_article_agrees(noun, told):
    assert article(noun) == told


@pytest.mark.parametrize("noun", ["bugs", "ações", "níveis"])
def test_plurals(noun):
    assert is_plural(noun)


@pytest.mark.parametrize("noun", ["vírus", "ônibus", "lápis", "mês", "bug"])
def test_a_final_s_alone_makes_no_plural(noun):
    assert not is_plural(noun)


@pytest.mark.parametrize(
    ("preposition", "phrase", "joined"),
    [
        ("de", "o número", "do número"),
        ("de", "a taxa", "da taxa"),
        ("de", "os erros", "dos erros"),
        ("de", "as notas", "das notas"),
        ("em", "o grupo", "no grupo"),
        ("em", "as escolas", "nas escolas"),
        ("em", "um bairro", "em um bairro"),
        ("por", "o número", "pelo número"),
        ("por", "as notas", "pelas notas"),
        ("a", "a escola", "à escola"),
        ("a", "os alunos", "aos alunos"),
        ("de", "TDD", "de TDD"),
        ("de", "alunos", "de alunos"),
    ],
)
def test_prepositions_contract_with_articles_only(preposition, phrase, joined):
    assert contract(preposition, phrase) == joined


@pytest.mark.parametrize(
    ("noun", "said"),
    [
        ("bugs", "medidos pelo número de erros"),
        ("produtividade", "medida pelo número de erros"),
        ("notas", "medidas pelo número de erros"),
        ("desempenho", "medido pelo número de erros"),
    ],
)
def test_the_participle_agrees_with_what_is_measured(noun, said):
    assert measured(noun, "o número de erros") == said


def test_a_last_preposition_contracts_with_each_article():
    assert contractions("número de") == ["número do", "número da", "número dos", "número das"]
    assert contractions("per capita") == contractions("de") == []
