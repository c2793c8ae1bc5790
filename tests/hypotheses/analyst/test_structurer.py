"""The next version: good sentences, every gap answered or asked, every addition marked."""

from __future__ import annotations

import pytest

from hypotheses.analyst.structurer import Brief, structure
from tests.hypotheses.analyst.drafting import element, second


@pytest.mark.parametrize(
    ("language", "text", "parts"),
    [
        ("en", "TDD reduces bugs", (", measured by the ", ", in ", ", compared with ")),
        ("pt", "TDD reduz bugs", (", medidos pel", ", em ", ", em comparação com ")),
    ],
)
def test_every_gap_that_can_be_is_answered(language, text, parts):
    draft = second(language, text)

    assert all(part in draft.question for part in parts)
    assert draft.asks == ()
    assert {e.kind for e in draft.elements if e.origin == "suggested"} == {
        "population", "metric", "comparator",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("language", "text", "start"),
    [
        ("en", "TDD reduces bugs", "TDD reduces bugs,"),
        ("pt", "TDD reduz bugs", "TDD reduz bugs,"),
    ],
)
def test_the_claim_stands_in_the_authors_words(language, text, start):
    assert second(language, text).question.startswith(start)


@pytest.mark.parametrize(
    ("text", "agreed"),
    [
        ("TDD reduz bugs", "bugs, medidos pelo"),
        ("A adubação aumenta a produtividade da soja", "produtividade da soja, medida pelo"),
        ("A tutoria melhora as notas", "notas, medidas pel"),
    ],
)
def test_portuguese_agrees_and_contracts(text, agreed):
    assert agreed in second("pt", text).question


@pytest.mark.parametrize(
    ("language", "text", "closing"),
    [
        ("en", "Does TDD reduce bugs?", "?"),
        ("pt", "TDD reduz bugs?", "?"),
        ("en", "TDD reduces bugs.", "."),
    ],
)
def test_the_closing_sign_stays_at_the_end(language, text, closing):
    question = second(language, text).question

    assert question.endswith(closing)
    assert question.count(closing) == 1


@pytest.mark.parametrize(
    ("language", "text", "whole"),
    [
        ("en", "Green manure increases soybean yield", "soybean yield"),
        ("en", "More sleep improves students' grades", "students' grades"),
        ("pt", "Adubação verde aumenta a produtividade da soja", "da soja"),
    ],
)
def test_a_noun_phrase_is_not_torn(language, text, whole):
    assert whole in second(language, text).question


def test_a_bound_is_no_fragment_of_another_phrase():
    """`stock` stands inside `... on a single stock exchange`, but bounds nothing there."""
    question = second("en", "Dividend announcements affect the return of stocks").question

    assert "stocks exchange" not in question


@pytest.mark.parametrize(
    ("language", "text", "population"),
    [
        ("en", "Tutoring improves the grades of students", ", in "),
        ("pt", "A tutoria melhora as notas dos alunos", ", em estudantes"),
    ],
)
def test_a_text_that_names_a_unit_gets_no_second_population(language, text, population):
    question = second(language, text).question

    assert population not in question


@pytest.mark.parametrize(
    ("language", "text", "plain"),
    [
        ("en", "Agile methods seem to work better", "Agile methods work better"),
        ("pt", "Métodos ágeis parecem funcionar melhor", "Métodos ágeis funcionam melhor"),
    ],
)
def test_a_hedge_is_taken_out_and_marked(language, text, plain):
    draft = second(language, text)

    assert draft.question.startswith(plain)
    assert element(draft, "claim") == (plain, "suggested")


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "Zorbing improves glimmers"), ("pt", "Zorbing melhora glifos")],
)
def test_in_no_known_field_it_asks_rather_than_invents(language, text):
    draft = second(language, text)

    assert {"population", "metrics"} <= {ask.aspect for ask in draft.asks}
    assert element(draft, "population") is None
    assert element(draft, "metric") is None


@pytest.mark.parametrize(
    ("language", "text", "slot"),
    [("en", "Z improves W", "[to be defined: "), ("pt", "Z melhora W", "[a definir: ")],
)
def test_what_it_cannot_fill_is_named_in_the_text(language, text, slot):
    assert slot in second(language, text).question


def test_a_later_version_holds_each_slot_once():
    first = second("en", "Z improves W")
    again = structure(Brief("Z improves W", "en", first.question, first.elements, {}, 2))

    assert again.question.count("[to be defined") == 1
