"""What is taken along of a variant: complete, exact, safe to open, and it runs alone."""

from __future__ import annotations

import csv
import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.trading.strategies.scripts import run, write_prices
from tests.trading.variants import opened_variant, own_strategy, own_variant, played_variant
from trading.models import HoldoutOpening, Variant
from trading.services.replay import replay_variant
from trading.storage import load
from trading.strategies.parse import parse_spec
from trading.strategies.spec import spec_hash

pytestmark = pytest.mark.django_db


def owner(client: Client) -> Any:
    return client.user  # type: ignore[attr-defined]


@pytest.fixture
def variant(ana: Client) -> Variant:
    return played_variant(own_strategy(owner(ana)))


def rows(client: Client, variant: Variant, kind: str) -> list[dict[str, str]]:
    answer = client.get(f"/variants/{variant.pk}/{kind}.csv")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert f'-{kind}.csv"' in answer.headers["Content-Disposition"]
    return list(csv.DictReader(io.StringIO(answer.getvalue().decode())))


def test_equity_has_every_bar_with_all_its_digits(ana: Client, variant: Variant):
    parts = replay_variant(variant=variant).parts
    found = rows(ana, variant, "equity")
    assert [float(row["equity"]) for row in found] == [v for part in parts for v in part.equity]
    assert [row["time"] for row in found[:1]] == ["2005-01-03"]
    assert {row["segment"] for row in found} == {"train", "validation"}


def test_trades_sum_up_to_the_equity(ana: Client, variant: Variant):
    found = [row for row in rows(ana, variant, "trades") if row["segment"] == "train"]
    final = variant.backtests.get(segment="train").final_equity
    assert 10_000 + sum(float(row["pnl"]) for row in found) == pytest.approx(final)
    assert {row["side"] for row in found} == {"long"}
    assert all(row["entry_time"] <= row["exit_time"] for row in found)


def test_months_returns_and_years_agree(ana: Client, variant: Variant):
    gained = 1.0
    for row in rows(ana, variant, "returns"):
        gained *= 1 + float(row["return"])
    years = 1.0
    for row in rows(ana, variant, "monthly"):
        years *= 1 + float(row["total"])
    assert years == pytest.approx(gained)


def test_parameters_and_gates_are_rows(ana: Client, variant: Variant):
    (own,) = rows(ana, variant, "parameters")
    assert (own["fast"], own["slow"], own["chosen"]) == ("20", "100", "1")
    gates = rows(ana, variant, "gates")
    assert [row["name"] for row in gates] == list(variant.gates.values_list("name", flat=True))
    assert {row["passed"] for row in gates} <= {"0", "1"}


def test_a_kind_that_there_is_not_is_not_there(ana: Client, variant: Variant):
    assert ana.get(f"/variants/{variant.pk}/secrets.csv").status_code == 404


def test_the_spec_is_the_variants(ana: Client, variant: Variant):
    answer = ana.get(f"/variants/{variant.pk}/spec.json")
    assert spec_hash(parse_spec(answer.content.decode())) == variant.spec_hash


def test_a_file_name_is_of_plain_letters(ana: Client):
    variant = own_variant(own_strategy(owner(ana)), name='../../é "x"\r\nSet-Cookie: a=b')
    named = ana.get(f"/variants/{variant.pk}/strategy.py").headers["Content-Disposition"]
    number = variant.strategy_id
    assert named == f'attachment; filename="strategy-{number}-1-1-e-x-set-cookie-ab.py"'


def test_a_formula_in_a_name_is_made_harmless(ana: Client, variant: Variant):
    variant.gates.update(segment="=1+1")
    assert {row["segment"] for row in rows(ana, variant, "gates")} == {"'=1+1"}


def test_the_series_of_a_sealed_variant_end_before_the_holdout(ana: Client, variant: Variant):
    sent = ana.get(f"/variants/{variant.pk}/series.json").json()
    assert sent["verified"] is True
    assert [one["sealed"] for one in sent["segments"]] == [False, False, True]
    assert len(sent["time"]) == 1_200
    assert len(rows(ana, variant, "equity")) == 1_200
    assert HoldoutOpening.objects.count() == 0


def test_the_series_of_an_opened_one_go_on_to_the_end(ana: Client):
    variant = opened_variant(own_strategy(owner(ana)), "single_bar_momentum")
    sent = ana.get(f"/variants/{variant.pk}/series.json").json()
    assert [one["name"] for one in sent["segments"]] == ["train", "validation", "holdout"]
    assert len(rows(ana, variant, "equity")) == len(sent["time"]) == 1_500
    assert HoldoutOpening.objects.count() == 1


def test_what_cannot_be_recomputed_is_said(ana: Client, variant: Variant):
    Variant.objects.filter(pk=variant.pk).update(spec={"name": "broken"})
    for file in ("series.json", "equity.csv", "parameters.csv"):
        answer = ana.get(f"/variants/{variant.pk}/{file}")
        assert answer.status_code == 409
        assert "long_entry" in answer.content.decode()


@pytest.mark.slow
def test_the_script_runs_alone_and_gives_the_figures_of_train(
    ana: Client, variant: Variant, tmp_path: Path
):
    script = tmp_path / "strategy.py"
    script.write_bytes(ana.get(f"/variants/{variant.pk}/strategy.py").content)
    train = load(variant.strategy.dataset).train
    prices = write_prices(train, tmp_path).read_text()
    told = json.loads(run([sys.executable, "-I", str(script), "--json"], tmp_path, prices).stdout)
    row = variant.backtests.get(segment="train")
    assert told["Equity Final [$]"] == pytest.approx(row.final_equity, rel=1e-9)
    assert told["# Trades"] == row.total_trades
    assert told["Max. Drawdown [%]"] == pytest.approx(100 * (row.max_drawdown or 0), rel=1e-6)


class TestSheet:
    @pytest.mark.parametrize(("ending", "begin"), [("pdf", b"%PDF-"), ("png", b"\x89PNG")])
    def test_the_same_sheet_gives_the_same_bytes(
        self, ana: Client, variant: Variant, ending: str, begin: bytes
    ):
        pytest.importorskip("reportlab", reason="needs reportlab: install requirements.txt")
        url = f"/variants/{variant.pk}/sheet.{ending}"
        answer = ana.get(url)
        assert answer.content.startswith(begin)
        assert f'.{ending}"' in answer.headers["Content-Disposition"]
        assert ana.get(url).content == answer.content
        assert ana.get(f"{url}?against=cash").content != answer.content

    def test_what_it_cannot_be_held_against_is_said(self, ana: Client, variant: Variant):
        pytest.importorskip("reportlab", reason="needs reportlab: install requirements.txt")
        answer = ana.get(f"/variants/{variant.pk}/sheet.pdf?against=NONE")
        assert (answer.status_code, answer.content) == (409, b"there is no such benchmark")
        assert ana.get(f"/variants/{variant.pk}/sheet.gif").status_code == 404

    def test_only_who_may_see_the_variant_gets_it(self, eva: Client, variant: Variant):
        assert eva.get(f"/variants/{variant.pk}/sheet.pdf").status_code == 404

    def test_what_results_on_opened_bars_carry_is_on_the_sheet(self, ana: Client):
        pytest.importorskip("reportlab", reason="needs reportlab: install requirements.txt")
        first, second = (
            opened_variant(own_strategy(owner(ana)), "single_bar_momentum") for _ in range(2)
        )
        told = [written_on(one) for one in (first, second)]
        assert "the holdout had been opened" not in told[0].lower()
        assert "no longer out-of-sample" in told[1]


def written_on(variant: Variant) -> str:
    """The texts of a variant's sheet, in the order in which they are drawn."""
    from trading.presenting import sheet_picture as drawing

    class Page:
        texts: list[str] = []

        def lines(self, *args: Any, **options: Any) -> None: ...
        def area(self, *args: Any, **options: Any) -> None: ...

        def text(self, at: Any, text: str, size: float, **options: Any) -> None:
            self.texts.append(text)

        def wide(self, text: str, size: float, **options: Any) -> float:
            return len(text) * size / 2

        def finished(self) -> bytes:
            return " ".join(self.texts).encode()

    page = Page()
    page.texts = []
    return drawing.draw(drawing.content_of(variant), page).decode()
