"""Pages of long lists."""

from __future__ import annotations

import pytest
from django.db.models.functions import Length
from pytest_django import DjangoAssertNumQueries

from config.desk.lists import RowPaginator
from hypotheses.models import Hypothesis

pytestmark = pytest.mark.django_db
TEXTS = ["a", "bb", "ccc", "dddd", "eeeee"]


@pytest.fixture(autouse=True)
def rows() -> None:
    Hypothesis.objects.bulk_create(Hypothesis(text=text, language="en") for text in TEXTS)


def test_a_page_keeps_order_filter_and_annotations() -> None:
    rows = Hypothesis.objects.annotate(size=Length("text")).filter(size__gt=1).order_by("-size")
    pages = RowPaginator(rows, 2)
    shown = [[(row.text, row.size) for row in pages.page(number)] for number in (1, 2)]
    assert shown == [[("eeeee", 5), ("dddd", 4)], [("ccc", 3), ("bb", 2)]]
    assert pages.count == 4


def test_what_is_shown_of_a_row_is_asked_of_the_rows_of_a_page_alone(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    rows = Hypothesis.objects.with_status().with_counts().order_by("pk")
    with django_assert_num_queries(3) as asked:
        list(RowPaginator(rows, 2).get_page(2))
    counted, keys, page = (query["sql"] for query in asked.captured_queries)
    assert ["runs_run" in sql for sql in (counted, keys, page)] == [False, False, True]
    assert "OFFSET" not in page


def test_a_list_of_anything_else_is_cut_as_it_is() -> None:
    assert list(RowPaginator(TEXTS, 2).page(2)) == ["ccc", "dddd"]
