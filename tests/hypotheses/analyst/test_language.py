"""The language of a text is told, or the reader is told why not."""

from __future__ import annotations

import json

import pytest

from config.text.language import LanguageError, detect
from tests.lab.evaluation.pairs import FOLDER


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("TDD reduz bugs", "pt"),
        ("TDD reduces bugs", "en"),
        ("Z melhora W", "pt"),
        ("Z improves W", "en"),
        ("Café é bom", "pt"),
        ("Sono ruim piora notas", "pt"),
        ("Sleep loss worsens grades", "en"),
        ("Como X impacta Y em adultos 18-40 anos?", "pt"),
        ("How does X affect Y in adults aged 18-40?", "en"),
        ("X afeta Y de alguma forma", "pt"),
        ("Metodo incremental e mais rapido", "pt"),
        ("o cafe melhora a memoria e reduz o estresse", "pt"),
        ("exercicio reduz ansiedade em idosos", "pt"),
        ("EXERCISE LOWERS ANXIETY IN OLDER ADULTS", "en"),
    ],
)
def test_short_texts_are_told(text, language):
    assert detect(text) == language


@pytest.mark.parametrize("language", ["en", "pt"])
def test_the_labelled_texts_are_told(language):
    files = sorted(FOLDER.glob("pairs_*.jsonl"))
    rows = [json.loads(line) for file in files for line in file.read_text().splitlines()]
    wrong = [row["id"] for row in rows if _told(row[language]) != language]

    assert wrong == []


def _told(text):
    try:
        return detect(text)
    except LanguageError as error:
        return error.code


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("El café mejora la memoria de los niños", "Spanish"),
        ("El ejercicio reduce la ansiedad en los adultos mayores", "Spanish"),
        ("Le café améliore la mémoire des enfants dans les écoles", "French"),
        ("L'exercice réduit l'anxiété chez les adultes", "French"),
        ("Der Kaffee verbessert das Gedächtnis der Kinder", "German"),
        ("Die Methode ist nicht schneller als die alte", "German"),
        ("Il caffè migliora la memoria dei bambini nella scuola", "Italian"),
        ("Lo sport riduce gli infortuni degli atleti", "Italian"),
    ],
)
def test_another_language_is_named(text, language):
    with pytest.raises(LanguageError, match=f"looks like {language}.*force one") as caught:
        detect(text)

    assert caught.value.code == "foreign"


@pytest.mark.parametrize(
    "text", ["Кофе улучшает память", "咖啡提高记忆力", "コーヒーは記憶を改善する"]
)
def test_another_script_is_said(text):
    with pytest.raises(LanguageError, match="not in the Latin alphabet"):
        detect(text)


@pytest.mark.parametrize(
    "text",
    [
        (
            "Coffee improves the memory of the elderly when it is drunk with milk. "
            "O café melhora a memória dos idosos quando é tomado com leite."
        ),
        (
            "Coffee improves memory in the elderly. "
            "O café melhora a memória dos idosos em comparação com o chá."
        ),
    ],
)
def test_two_languages_at_once_are_said(text):
    with pytest.raises(LanguageError, match="mixes English and Portuguese.*force one"):
        detect(text)


@pytest.mark.parametrize("text", ["Kubernetes Terraform", "xyz qwe"])
def test_no_clue_is_said(text):
    with pytest.raises(LanguageError, match="no clue.*force one"):
        detect(text)


@pytest.mark.parametrize("text", ["", "  ", "!!! 123", "42"])
def test_no_words_is_said(text):
    with pytest.raises(LanguageError, match="holds no words"):
        detect(text)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("O deploy contínuo reduz o lead time em equipes de startups", "pt"),
        ("Does the churrasco affect the cholesterol of the gaúchos?", "en"),
        ("O feedback do code review melhora a qualidade dos pull requests", "pt"),
    ],
)
def test_borrowed_words_do_not_mix_a_text(text, language):
    assert detect(text) == language
