"""What the author says of a group stays the author's own, said and denied."""

from __future__ import annotations

import pytest

from hypotheses.analyst.reader import read
from hypotheses.analyst.structurer import Brief, refine
from hypotheses.analyst.writer import statements
from hypotheses.domain.types import Language


@pytest.mark.parametrize(
    ("language", "text", "null"),
    [
        ("en", "Firms with more independent directors have fewer accounting frauds",
         ("Firms with more independent directors do not have fewer accounting frauds than other"
         " firms.")),
        ("en", "Choirs that rehearse standing sing more in tune than choirs that rehearse sitting",
         ("Choirs that rehearse standing do not sing more in tune than choirs that rehearse"
         " sitting.")),
        ("en", "Medieval monasteries near rivers had more manuscripts than those inland",
         "Medieval monasteries near rivers did not have more manuscripts than those inland."),
        ("en", "Sourdough bread is healthier", "Sourdough bread is not healthier."),
        ("en", "The longer a museum label is, the less visitors remember of the painting",
         ("It is not true that the longer a museum label is, the less visitors remember of the"
         " painting.")),
        ("pt", "Os sonetos do século XVII usam mais inversões do que os do século XVIII",
         "Os sonetos do século XVII não usam mais inversões do que os do século XVIII."),
        ("en", "People who rent bikes ride through red lights more often",
         "People who rent bikes do not ride through red lights more often than other people."),
        ("en", "Playing slow music makes people in my shop stay longer",
         "Playing slow music does not make people in my shop stay longer."),
        ("pt", "Música alta no mercado faz os clientes comprarem menos",
         "A música alta no mercado não faz os clientes comprarem menos."),
        ("pt", "Trocar o curativo a cada 48h em vez de todo dia reduz infecção em idosos",
         "Trocar o curativo a cada 48h em vez de todo dia não reduz infecção em idosos."),
        ("pt", "Boletos com linguagem simples são pagos mais cedo",
         "Boletos com linguagem simples não são pagos mais cedo do que outros boletos."),
        ("pt", "As crianças dormem apenas quando chove",
         "Não é verdade que as crianças dormem apenas quando chove."),
        ("pt", "Quanto mais longa a reunião de pais, menos gente volta na próxima",
         "Não é verdade que, quanto mais longa a reunião de pais, menos gente volta na próxima."),
    ],
)  # fmt: skip
def test_the_null_hypothesis_denies_the_authors_predicate(
    language: Language, text: str, null: str
) -> None:
    assert statements(read(text, language).claim, language, text).null == null


@pytest.mark.parametrize(
    ("language", "text", "question"),
    [
        ("en", "I have a feeling that older dogs sleep more when the house is empty",
         "Do older dogs sleep more when the house is empty"),
        ("en", "someone told me that cyclists with helmets get passed closer by cars, is that so?",
         ("Do cyclists with helmets get passed closer by cars, compared with"
         " cyclists without helmets?")),
        ("pt", "Tenho a impressão de que gatos castrados engordam mais no inverno",
         "Gatos castrados engordam mais no inverno"),
        ("en", "Tall goalkeepers tend to be braver", "Are tall goalkeepers braver"),
        ("en", "I want to study the link between pay and absences of nurses",
         "Is pay associated with absences"),
        ("pt", "Quero investigar o efeito da yoga na dor lombar de costureiras",
         "A yoga influencia a dor lombar de costureiras"),
        ("pt", "Gostaria de saber se a iluminação das ruas diminui os assaltos à noite",
         "A iluminação das ruas diminui os assaltos à noite"),
        ("en", "does playing slow music in my shop make people stay longer",
         "Does playing slow music in my shop make people stay longer"),
        ("pt", "Aluno que senta na frente tira nota melhor em matemática.",
         "O aluno que senta na frente tira nota melhor em matemática"),
    ],
)  # fmt: skip
def test_a_statement_becomes_a_question_in_the_authors_words(
    language: Language, text: str, question: str
) -> None:
    made = refine(Brief(text, language, text, read(text, language).claim)).question
    assert made.startswith(question)
    assert made.endswith("?")
    assert "(" not in made


def test_a_question_why_has_no_hypotheses() -> None:
    text = "Why do volunteers quit food banks after the holidays?"
    assert statements(read(text, "en").claim, "en", text).null == ""
