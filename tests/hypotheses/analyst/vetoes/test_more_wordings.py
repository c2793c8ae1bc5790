"""Further wordings of each veto in both languages, each with honest texts that come near it."""

from __future__ import annotations

import pytest

from hypotheses.analyst.assess import assess

VETOED = [
    ("popular_belief", "en", "RSI works, and the proof is that nobody on the forum disagrees"),
    ("popular_belief", "pt", "O RSI funciona, e a prova é que no fórum inteiro ninguém discorda"),
    ("tautology", "en", "Richer countries are those that amass more wealth"),
    ("tautology", "pt", "Desempregados são os que não têm emprego"),
    ("tautology", "en", "Bilinguals speak more languages than monolinguals"),
    ("tautology", "pt", "Bilíngues falam mais línguas do que monolíngues"),
    ("tautology", "en", "A team that scores more goals than its opponent wins"),
    ("tautology", "pt", "Time que faz mais gols que o adversário vence"),
    ("unfalsifiable", "en", "Ideology rules all, including those who prove they are not ruled"),
    ("unfalsifiable", "pt", "A ideologia domina todos, até os que provam que não são dominados"),
    ("unfalsifiable", "en", "A field acts on crystals without leaving any detectable trace"),
    ("unfalsifiable", "pt", "Um campo age nos cristais sem deixar qualquer vestígio detectável"),
    ("unfalsifiable", "en", "There was a perfect language that no one can refute"),
    ("unfalsifiable", "pt", "O remédio age de um modo que nenhum exame é capaz de detctar"),
    ("metaphysics", "en", "Illness comes because the body wants to punish itself"),
    ("metaphysics", "pt", "A doença vem porque o corpo quer se castigar"),
    ("metaphysics", "en", "The market gets offended when small investors doubt it"),
    ("metaphysics", "pt", "O mercado se ofende quando os pequenos investidores duvidam dele"),
    ("vagueness", "en", "Society is sort of like that, different in every sense"),
    ("vagueness", "pt", "A sociedade anda meio assim, com tudo diferente"),
]
HONEST = [
    ("en", "Students with the best grades are those who sleep more hours"),
    ("pt", "Os alunos com melhores notas são os que dormem mais"),
    ("en", "Bilingual children switch tasks faster than monolingual ones"),
    ("pt", "Crianças bilíngues trocam de tarefa mais rápido do que as monolíngues"),
    ("en", "Teams that score the first goal win more matches than those that concede it"),
    ("pt", "Times que fazem o primeiro gol vencem mais partidas do que os que o sofrem"),
    ("en", "Storytelling improves brand trust"),
    ("pt", "Ao contrário do senso comum, comer ovo todo dia não eleva o LDL de adultos"),
    ("en", "Voters who think the state should guarantee jobs vote for the left more often"),
    ("pt", "Eleitores que acham que o Estado deveria garantir emprego votam mais na esquerda"),
    ("pt", "Dropout de 0,5 ganha de dropout de 0,1 em acurácia no CIFAR-10?"),
    ("en", "Sleep may affect memory"),
    ("en", "Practice brings results in 30 days"),
    ("en", "Does schooling have anything to do with adults' reading comprehension?"),
]


@pytest.mark.parametrize(("kind", "language", "text"), VETOED)
def test_a_veto_is_told_however_it_is_worded(kind, language, text):
    assert kind in {veto.code for veto in assess(text, language).vetoes}


@pytest.mark.parametrize(("language", "text"), HONEST)
def test_honest_texts_near_them_are_not_vetoed(language, text):
    assert assess(text, language).vetoes == ()
