"""Claims that say one thing twice, and claims that only repeat a word."""

from __future__ import annotations

import pytest

from hypotheses.analyst.assess import assess

CIRCULAR = [
    ("en", "Rich countries are wealthier than poor countries"),
    ("pt", "Países ricos têm mais riqueza que países pobres"),
    ("en", "The heavier the sample, the greater its weight"),
    ("pt", "Quanto mais pesada a amostra, maior o seu peso"),
    ("en", "Unemployed people do not have a job"),
    ("pt", "Pessoas desempregadas não têm emprego"),
    ("en", "Sedentary workers are less active than active workers"),
    ("pt", "Trabalhadores sedentários são menos ativos que os trabalhadores ativos"),
    ("en", "Programs without bugs show fewer bugs than programs that have bugs"),
    ("pt", "Programas sem bugs apresentam menos bugs do que programas que têm bugs"),
    ("en", "Bilinguals speak two languages because they are bilingual"),
    ("pt", "Os bilíngues falam duas línguas porque são bilíngues"),
]
REPEATED = [
    ("en", "Unemployed people eat less than employed people"),
    ("pt", "Pessoas desempregadas comem menos que pessoas empregadas"),
    ("en", "Older trees grow more slowly than younger trees"),
    ("pt", "Árvores velhas crescem mais devagar que árvores jovens"),
    ("en", "Systems without redundancy fail more often than systems with it"),
    ("pt", "Sistemas sem redundância falham mais do que sistemas com ela"),
    ("en", "Families with debts save less than families without debts"),
    ("pt", "Famílias com dívidas poupam menos que famílias sem dívidas"),
    ("en", "Alloys with more carbon are harder than alloys with less carbon"),
    ("pt", "Ligas com mais carbono são mais duras que ligas com menos carbono"),
    ("en", "Poor children read less because their schools are poor in books"),
    ("pt", "Crianças pobres leem menos porque suas escolas são pobres em livros"),
]


@pytest.mark.parametrize(("language", "text"), CIRCULAR)
def test_a_claim_that_only_repeats_itself_is_a_tautology(language, text):
    assert [veto.code for veto in assess(text, language).vetoes] == ["tautology"]


@pytest.mark.parametrize(("language", "text"), REPEATED)
def test_a_word_said_twice_is_no_tautology(language, text):
    assert assess(text, language).vetoes == ()
