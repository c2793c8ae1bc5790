"""Side by side by an address: two to four variants, or two developments."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from tests.trading.helpers import make_developed
from tests.trading.variants import own_strategy, own_variant, played_variant

pytestmark = pytest.mark.django_db


def owner(client: Client) -> Any:
    return client.user  # type: ignore[attr-defined]


def text(client: Client, url: str, status: int = 200) -> str:
    answer = client.get(url)
    assert answer.status_code == status
    return re.sub(r"\s+", " ", answer.content.decode())


class TestVariants:
    def test_two_are_set_beside_each_other(self, ana: Client):
        strategy = own_strategy(owner(ana))
        one = played_variant(strategy)
        other = played_variant(strategy, "donchian_breakout", index=1)
        page = text(ana, f"/variants/compare/?v={other.pk}&v={one.pk}")
        assert page.index(other.name) < page.index(">Parameters<")
        assert page.count("★") > 4
        assert "<del>" in page
        assert "<ins>" in page
        assert page.count("data-series=") == 2
        assert "Returns by year" in page

    def test_the_choice_is_in_the_readers_language(self, ana: Client):
        words = {"name": ["name_sma_long"], "why": []}
        one = own_variant(own_strategy(owner(ana)), name="Moving averages", words=words)
        ana.cookies["django_language"] = "pt-br"
        page = text(ana, f"/variants/compare/?v={one.pk}")
        assert ": 1.1 Média rápida acima da lenta</option>" in page

    def test_the_order_and_the_choice_are_the_addresss(self, ana: Client):
        strategy = own_strategy(owner(ana))
        ids = [own_variant(strategy, index=n, name=f"Number {n}").pk for n in range(4)]
        address = "&".join(f"v={pk}" for pk in reversed(ids))
        page = text(ana, f"/variants/compare/?{address}&v=")
        assert re.findall(r'data-letter="(.)" data-name="Number (\d)"', page) == [
            ("A", "3"), ("B", "2"), ("C", "1"), ("D", "0")
        ]  # fmt: skip
        assert re.findall(r'value="(\d+)" selected', page) == [str(pk) for pk in reversed(ids)]

    @pytest.mark.parametrize(
        "address", ["", "?v=", "?v={0}", "?v={0}&v={0}", "?v={0}&v={1}&v={2}&v={3}&v={4}"]
    )
    def test_too_few_or_too_many_are_said_with_a_form_to_mend_it(self, ana: Client, address: str):
        strategy = own_strategy(owner(ana))
        ids = [own_variant(strategy, index=n).pk for n in range(5)]
        status = 200 if "{0}" in address and "{1}" not in address else 400
        page = text(ana, f"/variants/compare/{address.format(*ids)}", status)
        assert ('role="alert"' in page) == (status == 400)
        assert "Choose two to four different variants" in page
        assert page.count('<select name="v"') == 4
        assert page.count(f'<option value="{ids[4]}"') == 4

    @pytest.mark.parametrize("wrong", ["x", "1;2", "-1", "1e9", "٣", "9" * 40, "<b>"])
    def test_what_is_no_number_is_said(self, ana: Client, wrong: str):
        own_variant(own_strategy(owner(ana)))
        assert "not a number" in text(ana, f"/variants/compare/?v=1&v={wrong}", 400)

    def test_one_that_cannot_be_recomputed_leaves_the_others(self, ana: Client):
        strategy = own_strategy(owner(ana))
        broken = own_variant(strategy)
        broken.spec = {"name": "broken"}
        broken.save()
        page = text(ana, f"/variants/compare/?v={broken.pk}&v={own_variant(strategy, index=1).pk}")
        assert re.search(r'class="warning">A: ', page)

    def test_without_any_variants_it_says_so(self, ana: Client):
        assert "No variants yet" in text(ana, "/variants/compare/", 400)


class TestDevelopments:
    def test_two_are_set_beside_each_other(self, ana: Client):
        both = [
            make_developed(owner=owner(ana), rounds=n, objective=f"objective {n}", seed=n)
            for n in (1, 3)
        ]
        page = text(ana, f"/strategies/compare/?s={both[0].pk}&s={both[1].pk}")
        assert "objective 1" in page
        assert "objective 3" in page
        assert page.count("limit reached") >= 2
        assert re.search(r'class="differs"><th scope="row">seed', page)
        assert '"rounds": [1, 2, 3], "scores": [[0.4, null, null], [0.4, 0.4, 0.4]]' in page

    def test_what_was_asked_is_said_as_on_the_page_of_each(self, ana: Client):
        costs = {"cash": 10_000.0, "commission": 0.001, "fractions": False}
        both = [own_strategy(owner(ana), constraints=costs) for _ in range(2)]
        ana.cookies["django_language"] = "pt-br"
        page = text(ana, f"/strategies/compare/?s={both[0].pk}&s={both[1].pk}")
        for name, value in (
            ("caixa", "10.000"), ("corretagem por lado", "0,10%"), ("frações de unidade", "não")
        ):  # fmt: skip
            assert f'<th scope="row">{name}</th><td class="number">{value}</td>' in page

    def test_what_came_of_each_is_one_sentence_in_the_readers_language(self, ana: Client):
        ends = {
            "SUCCESS": "Uma estratégia foi encontrada",
            "ABANDONED": "Nenhuma estratégia foi encontrada: abandonada",
        }
        both = [
            own_strategy(owner(ana), final_status=end, final_message=f"It ended as {end}.")
            for end in ends
        ]
        ana.cookies["django_language"] = "pt-br"
        page = text(ana, f"/strategies/compare/?s={both[0].pk}&s={both[1].pk}")
        for end, sentence in ends.items():
            assert page.index(f'<p class="sentence">{sentence}') < page.index(f"ended as {end}")

    def test_one_without_a_round_is_compared_all_the_same(self, ana: Client):
        both = [own_strategy(owner(ana)) for _ in range(2)]
        page = text(ana, f"/strategies/compare/?s={both[0].pk}&s={both[1].pk}")
        assert "No round has ended yet." in page
        assert "No variant was judged yet." in page

    @pytest.mark.parametrize("address", ["", "?s=1&s=2&s=3", "?s=x&s=1"])
    def test_other_than_two_are_said(self, ana: Client, address: str):
        own_strategy(owner(ana), pk=1)
        own_strategy(owner(ana), pk=2)
        page = text(ana, f"/strategies/compare/{address}", 400)
        assert page.count('<select name="s"') == 2

    @pytest.mark.parametrize("address", ["?s=1", "?s=1&s=1"])
    def test_from_the_page_of_one_the_other_is_asked_for(self, ana: Client, address: str):
        own_strategy(owner(ana), pk=1)
        page = text(ana, f"/strategies/compare/{address}")
        assert "Choose two different developments" in page
        assert 'role="alert"' not in page
        assert '<option value="1" selected' in page
