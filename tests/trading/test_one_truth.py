"""Developments on every surface: each figure is the same wherever it is shown.

Three of few rounds at each run; twenty at the default limits on request.
"""

from __future__ import annotations

import base64
import csv
import io
import json
import re
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable
from html import unescape
from typing import Any, NamedTuple

import docx
import pytest
from django.core.management import call_command

from config.runs.console import as_json
from tests.api import client
from tests.lab.calibration import series
from tests.people import person
from tests.trading.desk import abandoned, at_limit, developed, succeeded
from tests.trading.storage.stored import dataset
from tests.trading.views.people import window
from trading.domain.gates import best_round
from trading.domain.limits import Limits
from trading.management.console import as_text
from trading.models import Iteration, Strategy, Variant
from trading.presenting.code_names import word
from trading.presenting.document import FIGURES as EXPORTED
from trading.presenting.gates import GateLine, verdict_of
from trading.presenting.numbers import figure
from trading.services.certificate import certificate_of, verify_document
from trading.services.experiments import experiment_log
from trading.services.report import strategy_report

pytestmark = pytest.mark.django_db


class Surfaces:
    """One development as each surface shows it."""

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy
        self.reader = window("rita", "reviewer")
        self.report = strategy_report(strategy_id=strategy.pk)
        self.console = as_text(self.report)
        self.run_page = self.page(f"/strategies/{strategy.pk}/")
        self.listed = self.row_of(self.page("/strategies/"), "<tr")
        self.inbox = self.row_of(self.page("/"), "<li")
        self.printed = self.page(f"/strategies/{strategy.pk}/report/")
        self.certificate = certificate_of(strategy)
        self.certified = self.page(f"/strategies/{strategy.pk}/certificate/")
        self.rest = client(person("rest", "reviewer"))
        self.answer = self.api(f"/api/v1/strategies/{strategy.pk}/")
        self.experiments = list(experiment_log(strategy))
        self.exported = {kind: self.file(f"export.{kind}") for kind in ("md", "docx", "pdf", "zip")}
        with zipfile.ZipFile(io.BytesIO(self.exported["zip"])) as package:
            self.package = {name: package.read(name) for name in package.namelist()}

    def row_of(self, page: str, tag: str) -> str:
        """Of a list: the line that leads to this development; empty where none does."""
        here = f'href="/strategies/{self.strategy.pk}/"'
        return next((line for line in page.split(tag) if here in line), "")

    def file(self, name: str) -> bytes:
        answer = self.reader.get(f"/strategies/{self.strategy.pk}/{name}")
        assert answer.status_code == 200, name
        return bytes(answer.content)

    def command(self, name: str, *options: str) -> str:
        out = io.StringIO()
        call_command(name, str(self.strategy.pk), *options, stdout=out)
        return out.getvalue()

    def page(self, path: str) -> str:
        answer = self.reader.get(path)
        assert answer.status_code == 200, path
        return one_line(unescape(answer.content.decode()))

    def api(self, path: str) -> Any:
        answer = self.rest.get(path)
        assert answer.status_code == 200, path
        return answer.json()

    @property
    def best(self) -> Iteration:
        found = best_round(self.strategy.iterations.all())
        assert found is not None
        return found

    @property
    def holdout_hold(self) -> float | None:
        """The Sharpe ratio of buying and holding on the sealed bars, where they were opened."""
        holdout = self.report["holdout"]
        return holdout["metrics"].get("buy_hold_sharpe") if holdout else None

    @property
    def variant(self) -> Variant:
        variant = self.best.best_variant
        assert variant is not None
        return variant


def noise() -> Strategy:
    return abandoned(profile="rigorous")


def limit() -> Strategy:
    return at_limit()


@pytest.fixture(params=[noise, limit, succeeded], ids=["staged", "limit", "success"])
def seen(request: pytest.FixtureRequest) -> Surfaces:
    make: Callable[[], Strategy] = request.param
    return Surfaces(make())


FIGURES = ("luck", "best_train")


class Case(NamedTuple):
    """What is asked for: a bundled ticker, or the returns of a series by its name."""

    ticker: str
    objective: str
    seed: int = 0
    profile: str = "calibrated"
    constraints: dict[str, Any] = {}


NULLS: dict[str, Callable[[], Any]] = {
    "WALKS": lambda: series.noise(2_500, 11),
    "GARCH": lambda: series.garch(2_500, 12),
}
PLANTED: dict[str, Callable[[], Any]] = {
    "AR": lambda: series.ar1(3_750, 0.3, 21),
    "OU": lambda: series.reverting(3_750, 0.06, 22),
}
LONG = {"long_only": True}
TERMS = {"spread": 0.0005, "margin": 0.5, "borrow": 0.02}
TWENTY = (
    Case("GOOG", "momentum with low drawdown, long only"),
    Case("GOOG", "beat buying and holding", 1),
    Case("GOOG", "sell short what falls, cover within days", 2, "rigorous"),
    Case("AAPL", "momentum with low drawdown, long only", 3),
    Case("AAPL", "trade the turn of the month", 4, "rigorous"),
    Case("AAPL", "breakouts with a stop, long and short", 5, constraints=TERMS),
    Case("MSFT", "mean reversion over a few days", 6),
    Case("MSFT", "few trades, low volatility", 7, "rigorous", LONG),
    Case("MSFT", "reversão à média, sem vender a descoberto", 8, "classic"),
    Case("IBM", "momentum with low drawdown, long only"),
    Case("IBM", "trend following, short as well as long", 10),
    Case("IBM", "mean reversion over a few days", 11, "classic"),
    Case("WALKS", "short-term momentum", 12),
    Case("WALKS", "mean reversion with low drawdown", 13, "rigorous", LONG),
    Case("GARCH", "volatility timing, long only", 14),
    Case("GARCH", "beat buying and holding", 15, "classic"),
    Case("AR", "short-term momentum", 16),
    Case("AR", "short-term momentum", 17, "rigorous", TERMS),
    Case("AR", "momentum with low drawdown, long only", 18, constraints=LONG),
    Case("OU", "mean reversion over a few days", 19),
)


@pytest.mark.reliability
@pytest.mark.parametrize("case", TWENTY, ids=lambda case: f"{case.ticker}-{case.seed}")
def test_twenty_developments_tell_the_same(case: Case) -> None:
    if made := (NULLS | PLANTED).get(case.ticker):
        dataset(series.frame_of(made(), case.seed), ticker=case.ticker)
    strategy = developed(
        ticker=case.ticker, objective=case.objective, profile=case.profile,
        limits=Limits(seed=case.seed), constraints=case.constraints,
    )  # fmt: skip
    surfaces_agree(Surfaces(strategy))


def test_every_surface_tells_the_same(seen: Surfaces) -> None:
    surfaces_agree(seen)


def surfaces_agree(seen: Surfaces) -> None:
    told = seen.certificate["document"]
    assert seen.answer["report"]["final_message"] == seen.strategy.final_message
    for shown in (seen.console, seen.run_page, seen.printed):
        assert seen.strategy.final_message in shown
    verified = verify_document(seen.certificate)
    assert [line for line in verified.lines if not line.agrees] == []
    assert told["trials"]["total"] == seen.report["trials"]

    luck_is_one(seen)
    best_is_one(seen)
    scores_are_one(seen, told)
    hold_is_beside(seen, told)
    significance_is_one(seen)
    status_is_one(seen, told)
    further_pages_agree(seen)
    commands_and_rest_agree(seen)
    documents_agree(seen)
    package_agrees(seen)


def status_is_one(seen: Surfaces, told: dict[str, Any]) -> None:
    """The outcome in every list; the inbox asks for an end at a limit, and for no other."""
    status = seen.strategy.final_status
    shown = (seen.answer["status"], seen.answer["final_status"], seen.report["final_status"],
             told["strategy"]["status"])  # fmt: skip
    assert set(shown) == {status}
    assert f"=> {status}. " in seen.console
    for page in (seen.listed, seen.printed, seen.certified):
        assert word(status, "outcome").lower() in page.lower()
    assert bool(seen.inbox) == (status == "MAX_ITERATIONS")
    if seen.inbox:
        assert f"{seen.strategy.ticker}: {seen.strategy.objective}" in seen.inbox
        assert "limit reached" in seen.inbox


def further_pages_agree(seen: Surfaces) -> None:
    """The list of runs, of variants, memory and REST repeat what the rows hold."""
    cells = re.findall(r'data-label="(?:Rounds|Variants|Trials)">([\d,]+)<', seen.listed)
    counted = (seen.strategy.iterations.count(), seen.strategy.variants.count())
    assert [int(cell.replace(",", "")) for cell in cells] == [*counted, seen.report["trials"]]
    page = seen.page(f"/strategies/{seen.strategy.pk}/variants/")
    rest = seen.api(f"/api/v1/variants/?strategy={seen.strategy.pk}&page_size=100")["results"]
    told = {row["id"]: row for row in rest}
    memory = seen.page("/memory/")
    for variant in seen.strategy.variants.all():
        own = verdict_of(variant.gates.all(), seen.strategy.profile["pass_score"])
        row = told.get(variant.pk)
        if row is not None:
            assert (row["passed"], row["gate_score"]) == (own.through, pytest.approx(own.score))
        if f'href="/variants/{variant.pk}/"' in page:
            shown = page[page.index(f'href="/variants/{variant.pk}/"') :]
            assert re.findall(r'data-label="Gate score">([^<]*)<', shown)[0] == figure(own.score)
            assert ("through yes" in shown[: shown.index("<th ")]) == own.through
        for lesson in variant.lessons.filter(kind="strategy"):
            text = memory.partition(f'href="/memory/{lesson.pk}/"')[2].partition("</a>")[0]
            assert not text or f"(score {own.score:.2f})" in text
    assert told


def commands_and_rest_agree(seen: Surfaces) -> None:
    """What commands print and REST answers is what pages and the certificate hold."""
    place = f"/api/v1/strategies/{seen.strategy.pk}"
    assert json.loads(as_json(seen.report)) == seen.answer["report"]
    assert json.loads(seen.command("certificate", "--json")) == seen.certificate
    assert seen.api(f"{place}/certificate/") == seen.certificate
    assert json.loads(seen.file("certificate.json")) == seen.certificate
    printed = seen.command("certificate")
    told = seen.certificate["document"]["variant"]
    assert seen.certificate["sha256"] in printed
    assert seen.certificate["sha256"] in seen.certified
    assert f"{told['name']}, score {told['score']:.4g}" in printed
    logged = [json.loads(line) for line in seen.command("experiments").splitlines()]
    assert logged == seen.experiments
    counts = ("iterations", "variants", "trials")
    rows = (seen.strategy.iterations.count(), seen.strategy.variants.count(), seen.report["trials"])
    assert tuple(seen.answer[name] for name in counts) == rows
    detail = seen.api(f"/api/v1/variants/{seen.variant.pk}/")
    for segment, figures in seen.certificate["document"]["figures"].items():
        assert detail["backtests"][segment]["metrics"] == figures


def documents_agree(seen: Surfaces) -> None:
    """Markdown, Word and PDF hold one text; its figures are those of the rows."""
    markdown = re.sub(r"\\(.)", r"\1", seen.exported["md"].decode())
    word_file = docx.Document(io.BytesIO(seen.exported["docx"]))
    cells = [cell.text for table in word_file.tables for row in table.rows for cell in row.cells]
    texts = [each.text for each in word_file.paragraphs] + cells
    plain = one_line(markdown)
    assert [text for text in texts if one_line(text) not in plain] == []
    assert figures_in(pdf_text(seen.exported["pdf"])) == figures_in(" ".join(texts))

    assert seen.strategy.final_message in plain
    own, inherited = (seen.report["trial_counts"][name] for name in ("own", "inherited"))
    assert f"{own:,} own, {inherited:,} inherited" in plain
    rounds = list(seen.strategy.iterations.select_related("best_variant"))
    for done in rounds:
        scored = f"| {figure(done.best_score)} | {figure(done.best_sharpe)} |"
        assert re.search(rf"\| {done.number} \| [^|]+ \| [^|]+ {re.escape(scored)}", plain)
    for variant in {done.best_variant for done in rounds if done.best_variant}:
        title = f"## Variant {variant.iteration}.{variant.index + 1} {variant.name} "
        if title not in plain:  # a document has the best few
            continue
        part = plain.partition(title)[2].partition("## Variant")[0]
        for gate in variant.gates.all():
            line = GateLine(gate)
            assert one_line(f"| {line.value} | {line.threshold} |") in part
        played = {row.segment: row for row in variant.backtests.all()}
        for name in EXPORTED:
            shown = [
                figure(played[segment].metrics.get(name), name)
                for segment in ("train", "validation", "holdout")
                if segment in played
            ]
            assert one_line(f"| {word(name, 'figure')} | {' | '.join(shown)} |") in part
    assert f"## Variant {seen.variant.iteration}.{seen.variant.index + 1} " in plain


def package_agrees(seen: Surfaces) -> None:
    """The zip holds the other exports, and its tables what the rows hold."""
    files, strategy = seen.package, seen.strategy
    assert files["report.md"] == seen.exported["md"]
    assert files["report.docx"] == seen.exported["docx"]
    assert json.loads(files["certificate.json"]) == seen.certificate
    lines = files["experiments.jsonl"].decode().splitlines()
    assert [json.loads(line) for line in lines] == seen.experiments
    rows = {
        (int(row["iteration"]), int(row["index"])): row
        for row in csv.DictReader(io.StringIO(files["variants.csv"].decode()))
    }
    assert len(rows) == strategy.variants.count()
    for variant in strategy.variants.all():
        row = rows[variant.iteration, variant.index]
        own = verdict_of(variant.gates.all(), strategy.profile["pass_score"])
        score = float(row["gate_score"]) if row["gate_score"] else None
        assert score == pytest.approx(own.score)
        assert row["passed"] == str(own.through)
        for played in variant.backtests.exclude(segment="holdout"):
            for name in ("sharpe_ratio", "buy_hold_sharpe", "max_drawdown"):
                told = row[f"{played.segment}_{name}"]
                assert (float(told) if told else None) == played.metrics.get(name)
    tried = list(csv.DictReader(io.StringIO(files["trials.csv"].decode())))
    assert len(tried) == seen.report["trial_counts"]["own"]
    found = [json.loads(line) for line in files["findings.jsonl"].decode().splitlines()]
    significant = {row["name"] for row in found if row["significant"]}
    assert significant == set(
        strategy.findings.filter(significant=True).values_list("name", flat=True)
    )
    place = f"/api/v1/strategies/{strategy.pk}/exports"
    for name in ("experiments.jsonl", "findings.jsonl", "trials.csv", "variants.csv"):
        answer = seen.rest.get(f"{place}/{name}")
        assert b"".join(answer.streaming_content) == files[name]


def one_line(text: str) -> str:
    return " ".join(text.split())


def figures_in(text: str) -> Counter[str]:
    """The numbers with decimals, each as often as it stands there."""
    return Counter(re.findall(r"\d+\.\d+", text))


def pdf_text(file: bytes) -> str:
    """What is written on the pages, line by line; other than ASCII is left out."""
    found = []
    streams = rb"/ASCII85Decode /FlateDecode.*?stream\r?\n(.*?)endstream"
    for stream in re.findall(streams, file, re.S):
        content = zlib.decompress(base64.a85decode(stream.partition(b"~>")[0]))
        found += re.findall(rb"\(((?:[^()\\]|\\.)*)\) Tj", content)
    plain = [re.sub(rb"\\[0-7]{3}", b" ", line).replace(b"\\", b"") for line in found]
    return b" ".join(plain).decode("ascii", "ignore")


def luck_is_one(seen: Surfaces) -> None:
    assessed = (seen.report["failure_analysis"] or {}).get("statistical_assessment", {})
    ledger = seen.report["trial_ledger"]
    luck = assessed.get("expected_best_by_luck", (ledger or {}).get("luck"))
    said = f"a Sharpe ratio of about {figure(luck)} on train"
    if luck is not None:
        for page in (seen.run_page, seen.printed):
            assert set(re.findall(r"a Sharpe ratio of about \S+ on train", page)) == {said}
        shown = f"Sharpe ratio that luck alone reaches in so many: {figure(luck)}"
        assert shown in re.sub(r"\\(.)", r"\1", seen.exported["md"].decode())
    if ledger:
        assert ledger["luck"] == luck
        assert f"a Sharpe ratio of {luck:.2f} on train" in seen.console
    if analysis := seen.report["failure_analysis"]:
        assert analysis["values"].get("luck", luck) == luck
    diagnosed = [
        (done.failure.get("cause"), *(done.failure.get("values", {}).get(name) for name in FIGURES))
        for done in seen.strategy.iterations.all()
    ]
    for lesson in seen.strategy.lessons.filter(kind="lesson"):  # as it was the last time
        assert (lesson.code, *(lesson.values[name] for name in FIGURES)) in diagnosed


def best_is_one(seen: Surfaces) -> None:
    best, name = seen.best, seen.variant.name
    assert f"{name}</a>, " in seen.run_page
    assert f"gate score {figure(best.best_score)}" in seen.run_page
    assert (seen.certificate["document"]["variant"]["name"]) == name
    if seen.strategy.final_status != "SUCCESS":
        # Of a development that opened its holdout, the verdict is on the variant it opened it for.
        said = f"{name} has the highest gate score ({best.best_score:.2f})"
        judged = f": {name} " if seen.report["holdout"] else said
        assert judged in seen.strategy.final_message
    trained = [
        row.sharpe_ratio
        for variant in seen.strategy.variants.all()
        for row in variant.backtests.filter(segment="train", total_trades__gt=0)
        if row.sharpe_ratio is not None
    ]
    known = [line["best_train"] for line in seen.report["iteration_history"]]
    assert max(one for one in known if one is not None) == max(trained)


def scores_are_one(seen: Surfaces, told: dict[str, Any]) -> None:
    best, variant = seen.best, seen.variant
    shown = verdict_of(variant.gates.all(), seen.strategy.profile["pass_score"])
    assert best.best_score == pytest.approx(shown.score, abs=1e-6)
    assert told["variant"]["score"] == pytest.approx(shown.score)
    rows: Any = Variant.objects.filter(strategy=seen.strategy).with_verdict()
    for row in rows:
        own = verdict_of(row.gates.all(), seen.strategy.profile["pass_score"])
        assert (row.gate_score, row.passed) == (pytest.approx(own.score), own.through)
        for lesson in row.lessons.filter(kind="strategy"):
            assert (lesson.code == "passed") == own.through
            assert lesson.values["score"] == pytest.approx(own.score, abs=1e-6)
    page = seen.page(f"/variants/{variant.pk}/")
    assert f"score {figure(shown.score)}, " in page
    assert f"score {figure(shown.score)}, " in seen.certified
    assert [line["best_score"] for line in seen.experiments] == [
        line["best_score"] for line in seen.report["iteration_history"]
    ]
    for done in seen.strategy.iterations.all():
        for score in re.findall(r"gate score (\d\.\d\d)", done.reasoning):
            named = done.failure["values"]["name"]
            judged = seen.strategy.variants.filter(iteration=done.number, name=named).first()
            assert judged is not None
            own = verdict_of(judged.gates.all(), seen.strategy.profile["pass_score"])
            assert score == f"{own.score:.2f}"
            assert named in done.reasoning


def hold_is_beside(seen: Surfaces, told: dict[str, Any]) -> None:
    row = seen.variant.backtests.get(segment="validation")
    hold = row.metrics["buy_hold_sharpe"]
    assert told["figures"]["validation"]["buy_hold_sharpe"] == hold
    assert f"of buying and holding {figure(hold)}" in seen.run_page
    # A verdict on the sealed bars has buying and holding on those.
    verdict = seen.strategy.final_message
    assert figure(hold) in verdict or figure(seen.holdout_hold) in verdict.partition("sealed")[2]
    assert f"of buying and holding {hold:.2f}" in seen.console
    assert "Sharpe ratio of buy-and-hold" in seen.certified
    assert figure(hold) in seen.certified
    assert "Sharpe ratio of buy-and-hold" in seen.page(f"/variants/{seen.variant.pk}/")
    said = {
        "validation": (seen.page(f"/strategies/{seen.strategy.pk}/variants/"), hold),
        "holdout": (seen.run_page, seen.holdout_hold),
    }
    for segment, (page, value) in said.items():
        if value is not None:
            shown = rf"Sharpe ratio of buy-and-hold: [^<]*{re.escape(figure(value))}"
            assert re.search(shown, page), segment
    if seen.holdout_hold is not None:
        assert f"Sharpe ratio of buy-and-hold: {seen.holdout_hold:.2f}" in seen.console
        sealed = seen.certified.partition('<th scope="row">opened holdout</th>')[2]
        assert f'"Sharpe ratio of buy-and-hold">{figure(seen.holdout_hold)}<' in sealed


def significance_is_one(seen: Surfaces) -> None:
    edges = seen.report["research_edges"]
    significant = any(edge["significant"] for edge in edges)
    analysis = seen.report["failure_analysis"]
    if analysis and "significant_edges" in analysis["statistical_assessment"]:
        assert analysis["statistical_assessment"]["significant_edges"] == significant
    if "none of the edges that research tested is significant" in seen.strategy.final_message:
        assert not significant
        assert not seen.strategy.lessons.filter(code="edge").exists()


def test_the_command_that_is_named_lets_it_go_on() -> None:
    from trading.services.decide import extend_development

    strategy = at_limit()
    room = strategy.state["more_room"]
    options = " ".join(f"--{name.replace('_', '-')} {least}" for name, least in room.items())
    assert room
    assert f"develop --extend with {options}" in strategy.final_message
    report = strategy_report(strategy_id=strategy.pk)
    assert f"manage.py develop --extend {strategy.pk} {options}" in as_text(report)
    going = extend_development(strategy_id=strategy.pk, limits=room, wake=False)
    assert going.run.status == "queued"
