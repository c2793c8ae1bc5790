"""What a development wrote, in the language of who reads it."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import translation

from tests.people import person
from tests.trading.desk import abandoned, succeeded
from tests.trading.helpers import make_developed, make_finding, make_strategy, make_variant
from trading.analyst.variants import name_in
from trading.models import Lesson, LessonEdit, Strategy
from trading.research.sentences import Quantity, Text, as_document, from_document, say
from trading.services.wording import advice, name_wording, objective, rationale, wording

pytestmark = pytest.mark.django_db
READER = {"en": "pt-br", "pt": "en"}
FOREIGN = re.compile(r'<(?!html|button|a )\w+[^>]* lang="(en|pt)"[^>]*>(.*?)</', re.DOTALL)


def foreign(client: Client, url: str, language: str) -> list[str]:
    """The texts of a page that are said to be in the language."""
    page = client.get(url, headers={"accept-language": READER[language]}).text
    return [text for found, text in FOREIGN.findall(page) if found == language and text.strip()]


def pages(strategy: Strategy) -> list[str]:
    own = f"/strategies/{strategy.pk}/"
    variant = strategy.variants.latest("pk")
    lesson = Lesson.objects.filter(strategy=strategy).earliest("pk")
    return [
        own, f"{own}report/", f"{own}certificate/", f"{own}variants/", f"/variants/{variant.pk}/",
        "/strategies/", "/memory/", f"/memory/{lesson.pk}/",
    ]  # fmt: skip


@pytest.mark.parametrize("language", READER)
def test_no_page_of_a_development_is_in_the_language_of_its_author(language: str):
    ana = person("ana")
    mine = "xyzzy"  # a person's words stay as they are
    for make in (succeeded, abandoned):
        strategy = make(ana, objective=f"momentum {mine}", language=language)
        client = Client()
        client.force_login(ana)
        for url in pages(strategy):
            left = [text for text in foreign(client, url, language) if mine not in text]
            assert left == [], url


def test_a_sentence_of_research_is_the_same_from_its_codes():
    text = Text("sheet.coverage", {
        "domain": Text("domains.technical"), "n": Quantity(3, "integer"),
        "of": Quantity(5, "integer"),
    })  # fmt: skip
    for language in ("en", "pt"):
        assert say(from_document(as_document(text)), language) == say(text, language)


@pytest.mark.parametrize(("reader", "said"), [("en", "0.34%"), ("pt-br", "0,34%")])
@pytest.mark.parametrize("own", ["en", "pt"])
def test_a_percent_sign_stands_at_its_number(own: str, reader: str, said: str) -> None:
    text = Text("measures.atr", {"atr": Quantity(0.0034, "percent")})
    strategy = make_strategy(language=own)
    finding = make_finding(strategy, interpretation=say(text, own), sentence=as_document(text))
    with translation.override(reader):
        assert said in wording(finding, strategy).text


class TestRows:
    @pytest.fixture(autouse=True)
    def _in_portuguese(self):
        with translation.override("pt-br"):
            yield

    def test_a_variant_has_the_name_of_its_template_and_changes(self):
        words = {"name": ["name_sma_long", "label_stop"], "why": []}
        variant = make_variant(make_strategy(), name="as it was", words=words)
        told = wording(variant)
        assert told == (name_in(words, "pt"), "pt")
        assert told.text.endswith(" + stop loss")
        assert name_wording("as it was", variant.strategy) == told.text

    def test_what_has_no_codes_stays_in_the_language_it_was_written_in(self):
        strategy = make_developed()
        row = strategy.iterations.get()
        for text, told in (
            (row.reasoning, wording(row, strategy)),
            (strategy.variants.get().rationale, rationale(strategy.variants.get(), strategy)),
            (make_finding(strategy, name="b").interpretation, wording(strategy.findings.first())),
        ):
            assert told == (text, "en")

    def test_codes_of_another_version_are_no_fault(self):
        strategy = make_strategy(
            final_message="It ended.", final_sentences=[{"code": "gone", "values": {}}]
        )
        assert wording(strategy) == ("It ended.", "en")

    def test_a_verdict_names_its_variant_as_the_reader_does_and_writes_its_numbers(self):
        values = {"name": "A", "ticker": "AAPL", "sharpe": 1.5, "hold": -0.25, "holdout": 0.5,
                  "holdout_hold": None, "drawdown": 0.2, "trials": 12}  # fmt: skip
        told = [{"code": "final_holds", "values": values}]
        strategy = make_strategy(final_message="stored", final_sentences=told)
        make_variant(strategy, name="A", words={"name": ["name_sma_long"], "why": []})
        text = wording(strategy).text
        assert name_in({"name": ["name_sma_long"]}, "pt") in text
        assert "1,50" in text
        assert "−0,25" in text

    def test_advice_is_said_by_its_codes(self):
        strategy = make_developed()
        row = strategy.iterations.get()
        row.failure |= {"actions": ["stops"], "specific_actions": ["Add a stop."]}
        assert advice(row, strategy)[0].language == "pt"

    def test_a_lesson_that_a_person_reworded_stays(self):
        strategy = make_strategy()
        lesson = Lesson.objects.create(
            strategy=strategy, kind="lesson", key="k", ticker="AAPL", frequency="1d",
            code="no_trades", values={"of": 3, "failed": 0}, text="mine", language="en",
        )  # fmt: skip
        assert wording(lesson).language == "pt"
        LessonEdit.objects.create(lesson=lesson, before="", after="mine")
        assert wording(lesson) == ("mine", "en")

    def test_what_stands_where_nobody_asked_for_anything_is_a_text_of_ours(self):
        told = objective(make_strategy(objective="Find profitable trading strategies"))
        assert told == ("Encontrar estratégias de negociação lucrativas", "pt")
        assert objective(make_strategy(objective="mine")) == ("mine", "en")
