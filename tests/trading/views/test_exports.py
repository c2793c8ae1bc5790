"""The report for print, and the experiment log."""

from __future__ import annotations

import io
import json
import re
import zipfile

import pytest
from django.contrib.auth.models import User

from tests.people import person
from tests.trading.desk import at_limit, recorded, succeeded
from tests.trading.helpers import make_strategy
from tests.trading.views.people import client_of, text_of
from trading.models import Dataset, Strategy, StrategyDecision

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> User:
    return person("ana")


def report(user: User, strategy: Strategy) -> str:
    answer = client_of(user).get(f"/strategies/{strategy.pk}/report/")
    assert answer.status_code == 200
    return text_of(answer)


def test_the_report_holds_what_a_development_is_judged_by(ana: User):
    strategy = at_limit(ana)
    shown = report(ana, strategy)
    best = strategy.iterations.order_by("-best_score", "number").first()
    assert best is not None
    assert best.best_variant is not None
    run_version = re.search(r"<code>([0-9a-f]{12})</code></td><td\b", shown)
    for told in (
        strategy.dataset.sha256,
        "No strategy for WALK within the limits",
        best.best_variant.name,
        best.best_variant.spec_hash,
        best.reasoning,
        "probability that it is above luck",
        "research tool, not investment advice",
    ):
        assert told.replace("'", "&#x27;") in shown
    assert run_version is not None
    assert shown.count("<tbody><tr><td>") >= 3


def test_the_report_of_a_success_holds_the_opening(ana: User):
    shown = report(ana, succeeded(ana))
    assert "✓ held" in shown
    assert "final check of a development" in shown
    assert "sealed holdout" in shown


def test_decisions_stand_in_it_with_their_reasons(ana: User):
    strategy = recorded(ana)
    StrategyDecision.objects.create(
        strategy=strategy, source="human", after="ABANDONED", user=person("rita", "reviewer"),
        reason="too few trades",
    )  # fmt: skip
    shown = report(ana, strategy)
    assert "too few trades" in shown
    assert "rita" in shown


def test_one_that_has_not_begun_has_a_report_that_says_so(ana: User):
    assert "There is no verdict of the development yet." in report(ana, make_strategy(owner=ana))


def test_the_report_is_a_page_of_its_own_without_inline_parts(ana: User):
    shown = report(ana, recorded(ana))
    assert "crivo.css" not in shown
    assert " style=" not in shown
    assert not re.search(r"<script(?![^>]* src=)", shown)
    assert '<button type="button" id="print" hidden>' in shown


def test_the_experiment_log_is_a_line_a_round(ana: User):
    strategy = recorded(ana, rounds=3)
    answer = client_of(ana).get(f"/strategies/{strategy.pk}/experiments.jsonl")
    lines = b"".join(answer.streaming_content).decode().splitlines()  # type: ignore[attr-defined]
    assert [json.loads(line)["iteration"] for line in lines] == [1, 2, 3]
    assert answer["Content-Type"] == "application/x-ndjson"


@pytest.mark.parametrize(
    ("ticker", "name"),
    [("AAPL", "aapl"), ("^GSPC", "gspc"), ("A=..", "a"), ("=", "strategy")],
)
def test_the_name_of_the_file_is_safe_whatever_the_ticker(ana: User, ticker: str, name: str):
    strategy = make_strategy(owner=ana)
    Strategy.objects.filter(pk=strategy.pk).update(ticker=ticker)
    answer = client_of(ana).get(f"/strategies/{strategy.pk}/experiments.jsonl")
    assert answer["Content-Disposition"] == (
        f'attachment; filename="crivo-{name}-{strategy.pk}-experiments.jsonl"'
    )


def test_a_volume_that_foretells_is_told_wherever_its_results_are(ana: User):
    strategy = succeeded(ana)
    caution = {"code": "foretells", "params": {"correlation": "+0.97"}}
    Dataset.objects.filter(pk=strategy.dataset_id).update(cautions=[caution])
    variant = strategy.variants.first()
    assert variant is not None
    place = f"/strategies/{strategy.pk}/"
    pages = (place, f"{place}report/", f"{place}certificate/", f"{place}variants/",
             f"/variants/{variant.pk}/", f"{place}export.md")  # fmt: skip
    for page in pages:
        assert "rank correlation +0.97" in text_of(client_of(ana).get(page)).replace("\\", ""), page


class TestTakenAlong:
    @pytest.mark.parametrize("language", ["en", "pt-br"])
    def test_the_document_is_in_the_reader_s_language_and_the_same_each_time(
        self, ana: User, language: str
    ):
        strategy = succeeded(ana)
        client = client_of(ana)
        url = f"/strategies/{strategy.pk}/export.md"
        first = client.get(url, headers={"accept-language": language})
        text = first.content.decode()
        assert ("## Verdict" in text, "## Veredito" in text) == (language == "en", language != "en")
        assert strategy.dataset.sha256 in text
        again = client.get(url, headers={"accept-language": language})
        assert again.content == first.content

    def test_the_package_has_what_it_takes_to_play_it_again(self, ana: User):
        strategy = succeeded(ana)
        answer = client_of(ana).get(f"/strategies/{strategy.pk}/export.zip")
        with zipfile.ZipFile(io.BytesIO(answer.content)) as files:
            names = files.namelist()
            data = json.loads(files.read("data.json"))
            certificate = json.loads(files.read("certificate.json"))
            spec = next(name for name in names if name.endswith("spec.json"))
            readme = files.read("README.md").decode()
            assert files.read(spec.replace("spec.json", "strategy.py")).startswith(b'"""')
            assert json.loads(files.read(spec)) in [v.spec for v in strategy.variants.all()]
            rows = files.read("trials.csv").decode().splitlines()
        assert data["sha256"] == strategy.dataset.sha256
        assert certificate["document"]["strategy"]["ticker"] == "EDGE"
        assert len(rows) == 1 + strategy.trials.count()
        assert all(f"`{name}`" in readme for name in names if name != "README.md")

    def test_one_that_failed_has_no_certificate_and_names_no_formula(self, ana: User):
        strategy = recorded(ana, final_status="", constraints={"cash": 1e4, "commission": 0.001})
        answer = client_of(ana).get(f"/strategies/{strategy.pk}/export.zip")
        with zipfile.ZipFile(io.BytesIO(answer.content)) as files:
            assert "certificate.json" not in files.namelist()

    def test_nobody_else_gets_it(self, ana: User):
        strategy = recorded(ana)
        eva = client_of(person("eva"))
        for kind in ("md", "docx", "zip"):
            answer = eva.get(f"/strategies/{strategy.pk}/export.{kind}")
            assert answer.status_code == 404

    def test_as_pdf(self, ana: User):
        pytest.importorskip("reportlab", reason="needs reportlab: install requirements.txt")
        strategy = recorded(ana)
        answer = client_of(ana).get(f"/strategies/{strategy.pk}/export.pdf")
        assert answer.content.startswith(b"%PDF-")
