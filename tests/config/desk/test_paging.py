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
        list(RowPaginator(rows, 2).get_page(1))
    keys, counted, page = (query["sql"] for query in asked.captured_queries)
    assert ["runs_run" in sql for sql in (counted, keys, page)] == [False, False, True]
    assert "OFFSET" not in page


def test_what_is_on_one_page_is_not_counted(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    with django_assert_num_queries(2):
        page = RowPaginator(Hypothesis.objects.order_by("pk"), 5).get_page(1)
        assert [row.text for row in page] == TEXTS
        assert page.paginator.count == 5


def test_a_late_page_is_found_from_the_end(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    pages = RowPaginator(Hypothesis.objects.order_by("pk"), 2)
    shown = [[row.text for row in page] for page in pages]
    assert shown == [["a", "bb"], ["ccc", "dddd"], ["eeeee"]]
    with django_assert_num_queries(2) as asked:
        list(pages.page(3))
    assert "OFFSET" not in asked.captured_queries[0]["sql"]


def test_a_list_of_anything_else_is_cut_as_it_is() -> None:
    assert list(RowPaginator(TEXTS, 2).page(2)) == ["ccc", "dddd"]
