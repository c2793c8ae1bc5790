"""Vetoes: each kind with its quote, and the texts that only look like it."""

from __future__ import annotations

import pytest

from hypotheses.analyst.assess import assess
from hypotheses.analyst.messages import messages_for

VETOED = [
    ("popular_belief", "en", "Coffee is good because everybody knows it works"),
    ("popular_belief", "pt", "Café é bom porque todo mundo sabe que funciona"),
    ("popular_belief", "en", "It is common knowledge that index funds win"),
    ("popular_belief", "pt", "É de conhecimento geral que fundos de índice vencem"),
    ("popular_belief", "en", "My grandmother always said that tea cures colds"),
    ("popular_belief", "pt", "Minha avó sempre disse que chá cura resfriado"),
    ("value_judgement", "en", "Schools should ban phones"),
    ("value_judgement", "pt", "As escolas deveriam proibir celulares"),
    ("value_judgement", "en", "Animal testing is immoral"),
    ("value_judgement", "pt", "Testes em animais são imorais"),
    ("value_judgement", "en", "Abstract paintings are more beautiful than portraits"),
    ("value_judgement", "pt", "Pinturas abstratas são mais bonitas que retratos"),
    ("tautology", "en", "Prices either rise or do not rise"),
    ("tautology", "pt", "Os preços sobem ou não sobem"),
    ("tautology", "en", "By definition, tall players are taller"),
    ("tautology", "pt", "Por definição, jogadores altos são mais altos"),
    ("unfalsifiable", "en", "There is a force that cannot be measured and makes teams fail"),
    ("unfalsifiable", "pt", "Existe uma força que não pode ser medida e faz equipes falharem"),
    ("unfalsifiable", "en", "Everything happens for a reason in the labour market"),
    ("unfalsifiable", "pt", "Tudo acontece por uma razão no mercado de trabalho"),
    ("metaphysics", "en", "The market wants to punish impatient traders"),
    ("metaphysics", "pt", "O mercado quer punir os traders impacientes"),
    ("metaphysics", "en", "Souls of trees protect forests"),
    ("metaphysics", "pt", "As almas das árvores protegem as florestas"),
    ("vagueness", "en", "Things get better"),
    ("vagueness", "pt", "As coisas melhoram"),
    ("vagueness", "en", "Everything is connected to everything"),
    ("vagueness", "pt", "Tudo está conectado"),
]
LOOK_ALIKES = [
    ("en", "Contrary to popular belief, sugar lowers attention in children"),
    ("pt", "Ao contrário da crença popular, o açúcar reduz a atenção em crianças"),
    ("en", "We test whether, as everybody says, sugar lowers attention"),
    ("pt", "Testamos se, como todo mundo diz, o açúcar reduz a atenção"),
    ("en", "The index should fall below 5 % within a year"),
    ("pt", "O índice deve cair abaixo de 5 % em um ano"),
    ("en", "Treated patients should show lower blood pressure than controls"),
    ("pt", "Pacientes tratados devem apresentar pressão menor que os controles"),
    ("en", "Belief in karma lowers stress, measured by the PSS"),
    ("pt", "A crença no carma reduz o estresse, medido pela PSS"),
    ("en", "Perceived beauty of a page raises sales"),
    ("pt", "A beleza percebida da página aumenta as vendas"),
    ("en", "Children want sweets after advertising"),
    ("pt", "As crianças querem doces depois da propaganda"),
    ("en", "With agile methods, scalability is somehow higher"),
    ("pt", "Com métodos ágeis, a escalabilidade é de alguma forma maior"),
    ("en", "Solar energy raises income"),
    ("pt", "A energia solar aumenta a renda"),
    ("en", "Renewable energy lowers emissions either in summer or in winter"),
    ("pt", "A energia renovável reduz emissões no verão ou no inverno"),
    ("en", "Sleep improves memory and mood"),
    ("pt", "O sono melhora a memória e o humor"),
]


@pytest.mark.parametrize(("kind", "language", "text"), VETOED)
def test_a_veto_rejects(kind, language, text):
    found = assess(text, language)

    assert [veto.code for veto in found.vetoes] == [kind]
    assert found.verdict == "rejected"


@pytest.mark.parametrize(("kind", "language", "text"), VETOED)
def test_a_veto_quotes_the_text_and_says_why(kind, language, text):
    veto = assess(text, language).vetoes[0]

    assert veto.quote
    assert veto.quote in text
    assert veto.quote in veto.reason


@pytest.mark.parametrize(("language", "text"), LOOK_ALIKES)
def test_a_veto_word_alone_is_no_veto(language, text):
    found = assess(text, language)

    assert found.vetoes == ()
    assert found.verdict != "rejected"


@pytest.mark.parametrize("language", ["en", "pt"])
def test_every_kind_of_veto_has_its_reason(language):
    kinds = set(messages_for(language).tree["vetoes"])

    assert kinds == {kind for kind, _, _ in VETOED}
