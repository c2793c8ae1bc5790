"""The table of variants and the page of one, for those who may see them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from tests.trading.helpers import make_backtests, make_finding, make_gates, make_holdout
from tests.trading.variants import opened_variant, own_strategy, own_variant, played_variant, tried
from trading.models import Backtest, HoldoutOpening, Strategy, Trial, Variant

pytestmark = pytest.mark.django_db
NASTY = '<script>alert("x")</script>'


def owner(client: Client) -> Any:
    return client.user  # type: ignore[attr-defined]


def text(client: Client, url: str, status: int = 200) -> str:
    answer = client.get(url)
    assert answer.status_code == status
    return re.sub(r"\s+", " ", answer.content.decode())


@pytest.fixture
def three(ana: Client) -> Strategy:
    """Ana's development with three variants: of the first round two, of the second one."""
    strategy = own_strategy(owner(ana))
    for n, (iteration, sharpe) in enumerate(((1, 0.5), (1, 1.5), (2, 1.0))):
        variant = own_variant(strategy, iteration=iteration, index=n, name=f"Variant {'ABC'[n]}")
        make_backtests(variant, sharpe_ratio=sharpe, total_trades=10 * n)
        make_gates(variant, sharpe_ratio=float(n == 1), **({"win_rate": 1.0} if n else {}))
    return strategy


def order(page: str) -> list[str]:
    return re.findall(r">Variant ([ABC])</a>", page)


class TestTable:
    @pytest.mark.parametrize(
        ("asked", "found"),
        [
            ("", "ABC"), ("?order=-number", "CBA"), ("?order=sharpe", "BCA"),
            ("?order=-sharpe", "ACB"), ("?order=trades", "CBA"), ("?order=name", "ABC"),
            ("?order=score", "BCA"), ("?order=sharpe&on=train", "ABC"), ("?iteration=1", "AB"),
            ("?order=nonsense", "ABC"), ("?order=sharpe&on=holdout", "ABC"),
        ],
    )  # fmt: skip
    def test_it_is_sorted_and_narrowed_as_the_address_says(
        self, ana: Client, three: Strategy, asked: str, found: str
    ):
        assert order(text(ana, f"/strategies/{three.pk}/variants/{asked}")) == list(found)

    def test_those_that_pass_are_told_from_those_that_do_not(self, ana: Client, three: Strategy):
        passing = three.variants.get(index=1)
        passing.gates.update(passed=True, score=1.0)
        url = f"/strategies/{three.pk}/variants/"
        assert order(text(ana, f"{url}?passed=yes")) == ["B"]
        assert order(text(ana, f"{url}?passed=no")) == ["A", "C"]
        assert "✓ passes" in text(ana, f"{url}?passed=yes")

    def test_required_gates_that_were_not_passed_are_named(self, ana: Client, three: Strategy):
        page = text(ana, f"/strategies/{three.pk}/variants/?iteration=2")
        assert "✗ does not pass" in page
        assert "✗ Sharpe ratio (validation)" in page

    def test_a_filter_with_a_wrong_value_is_said(self, ana: Client, three: Strategy):
        page = text(ana, f"/strategies/{three.pk}/variants/?iteration=7")
        assert "A filter has a value that it does not take" in page
        assert order(page) == []

    def test_nothing_that_fits_is_said(self, ana: Client, three: Strategy):
        page = text(ana, f"/strategies/{three.pk}/variants/?passed=yes")
        assert "Nothing fits these filters" in page

    def test_without_variants_it_says_when_they_come(self, ana: Client):
        page = text(ana, f"/strategies/{own_strategy(owner(ana)).pk}/variants/")
        assert "No variants yet" in page

    def test_errors_of_backtests_are_shown(self, ana: Client):
        variant = own_variant(own_strategy(owner(ana)))
        Backtest.objects.create(variant=variant, segment="train", error=f"out of {NASTY}")
        page = text(ana, f"/strategies/{variant.strategy_id}/variants/")
        assert "Error: out of &lt;script&gt;" in page
        assert NASTY not in page

    def test_a_holdout_is_a_row_of_its_own_once_it_was_opened(self, ana: Client, three: Strategy):
        url = f"/strategies/{three.pk}/variants/"
        assert "opened holdout" not in text(ana, url)
        make_holdout(three.variants.get(index=0))
        assert text(ana, url).count("opened holdout</th>") == 1


class TestPage:
    def test_it_shows_the_whole_variant(self, ana: Client):
        strategy = own_strategy(owner(ana))
        finding = make_finding(strategy, interpretation="Trends go on.")
        variant = played_variant(strategy, findings=(finding,), rationale="Because of trends.")
        page = text(ana, f"/variants/{variant.pk}/")
        for said in (
            "Recomputed from its spec just now: all 46 recorded figures came out the same.",
            "Buys when the 20-bar simple moving average of the close is above",
            "passes at", "Price, equity, drawdown and trades", "Months and years, in %",
            "How returns are spread", "What trading cost", "Trends go on.", "Because of trends.",
            "runs anywhere with backtesting.py", "class Rendered",
            "The last 300 bars, until 2010-10-01, are the sealed holdout",
        ):  # fmt: skip
            assert said in page, said

    def test_what_is_not_as_recorded_is_not_hidden(self, ana: Client):
        variant = played_variant(own_strategy(owner(ana)))
        variant.backtests.filter(segment="train").update(sharpe_ratio=7.77)
        page = text(ana, f"/variants/{variant.pk}/")
        assert "Not what was recorded" in page
        assert "7.77" in page
        assert "came out the same" not in page

    def test_one_whose_spec_cannot_be_read_is_shown_all_the_same(self, ana: Client):
        variant = own_variant(own_strategy(owner(ana)))
        make_backtests(variant)
        Variant.objects.filter(pk=variant.pk).update(spec={"name": "broken"})
        page = text(ana, f"/variants/{variant.pk}/")
        assert "Its series cannot be recomputed" in page
        assert "Its spec cannot be read." in page
        assert "lightweight-charts" not in page

    def test_texts_of_users_are_escaped(self, ana: Client):
        variant = own_variant(own_strategy(owner(ana)), name=NASTY, rationale=NASTY, code=NASTY)
        page = text(ana, f"/variants/{variant.pk}/")
        assert NASTY not in page
        assert "&lt;script&gt;alert" in page

    def test_a_look_at_it_writes_nothing(self, ana: Client):
        variant = opened_variant(own_strategy(owner(ana)), "single_bar_momentum")
        before = (Trial.objects.count(), HoldoutOpening.objects.count(), Backtest.objects.count())
        page = text(ana, f"/variants/{variant.pk}/?x=least")
        assert "opened holdout" in page
        assert "The sealed holdout was opened for this variant on" in page
        after = (Trial.objects.count(), HoldoutOpening.objects.count(), Backtest.objects.count())
        assert after == before

    def test_the_map_has_what_was_tried_and_says_how_many(self, ana: Client):
        variant = played_variant(own_strategy(owner(ana)))
        tried(
            variant,
            [{"fast": 15, "slow": 100}, {"fast": 25, "slow": 100}, {"fast": 20, "slow": 60}],
        )
        page = text(ana, f"/variants/{variant.pk}/")
        assert "4 parameter sets of these rules were tried on train" in page
        assert "Sharpe ratio on train by fast length (bars) and slow length (bars)" in page
        assert page.count("chosen:") == 2  # in the map and in the list

    def test_trades_are_paged(self, ana: Client):
        variant = own_variant(own_strategy(owner(ana)), "single_bar_momentum")
        first, second = (text(ana, f"/variants/{variant.pk}/?trades={n}") for n in (1, 2))
        assert first.count("data-trade=") == 200
        assert 'data-trade="201"' in second
        assert text(ana, f"/variants/{variant.pk}/?trades=x", 404)

    @pytest.mark.parametrize("who", ["ana", "rita", "root"])
    def test_researchers_are_not_offered_what_is_the_reviewers(
        self, who: str, ana: Client, rita: Client, root: Client
    ):
        variant = own_variant(own_strategy(owner(ana)))
        client = {"ana": ana, "rita": rita, "root": root}[who]
        offered = "#decide" in text(client, f"/variants/{variant.pk}/")
        assert not (offered and who == "ana")


ADDRESSES = (
    "/variants/{0}/", "/variants/{0}/series.json", "/variants/{0}/strategy.py",
    "/variants/{0}/spec.json", "/variants/{0}/trades.csv", "/variants/{0}/gates.csv",
    "/variants/compare/?v={0}&v={1}", "/strategies/{2}/variants/",
    "/strategies/compare/?s={2}&s={3}",
)  # fmt: skip


@pytest.mark.parametrize("address", ADDRESSES)
def test_what_one_may_not_see_is_not_there(
    address: str, ana: Client, eva: Client, rita: Client, client: Client
):
    strategies = [own_strategy(owner(ana)) for _ in range(2)]
    both = [own_variant(strategy) for strategy in strategies]
    url = address.format(*(one.pk for one in both + strategies))
    assert ana.get(url).status_code == rita.get(url).status_code == 200
    assert eva.get(url).status_code == 404
    gone = re.sub(r"\d+", "99999", url)
    assert rita.get(gone.replace("99999", "99998", 1)).status_code == 404
    assert client.get(url).headers["Location"].startswith("/sign-in/")
    assert ana.post(url).status_code == 405


@pytest.mark.parametrize("as_written", [True, False])
def test_one_that_was_handed_in_says_that_it_is_judged_as_written(ana: Client, as_written: bool):
    variant = own_variant(own_strategy(owner(ana)), as_written=as_written)
    assert ("judged as written" in text(ana, f"/variants/{variant.pk}/")) == as_written
