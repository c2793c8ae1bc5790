"""Ideas from a file: looked at first, faults by line, taken in whole or not at all."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from config.runs.models import Run
from hypotheses.models import Hypothesis
from hypotheses.services.submit import MOST, MOST_BYTES, IdeaRow, read_file
from tests.people import person

pytestmark = pytest.mark.django_db
NAPS, TEA = "Naps improve recall in nurses", "Tea; strong tea, lowers stress in pilots"


@pytest.mark.parametrize(
    ("file", "rows"),
    [
        (f"{NAPS}\r\n\r\n{TEA}\r\n", [IdeaRow(1, NAPS), IdeaRow(3, TEA)]),
        (f'idea,language\n{NAPS},en\n"{TEA}",\n', [IdeaRow(2, NAPS, "en"), IdeaRow(3, TEA)]),
        (f'\ufeffTexto;Refinamentos\n"{TEA}";1\n', [IdeaRow(2, TEA, "auto", 1)]),
        (
            f'text\n"Naps improve\n recall"\n{NAPS}',
            [IdeaRow(2, "Naps improve\n recall"), IdeaRow(4, NAPS)],
        ),
        (f'{{"text": "{NAPS}", "max_refinements": 0}}\n', [IdeaRow(1, NAPS, "auto", 0)]),
    ],
)  # fmt: skip
def test_lines_tables_and_objects_are_read(file: str, rows: list[IdeaRow]) -> None:
    found = read_file(file.encode())
    assert (list(found.rows), found.faults) == (rows, ())


@pytest.mark.parametrize(
    ("file", "lines"),
    [
        (f"{NAPS}\n12345\n", [2]),
        (f"text,language\n{NAPS},fr\n,en\n{NAPS},en\n", [2, 3]),
        (f"text,max_refinements\n{NAPS},many\n{NAPS},99\n{NAPS},²\n", [2, 3, 4]),
        (f'{{"text": "{NAPS}"}}\n{{"text": \n[1]\n{{"words": "x"}}\n{{"text": 7}}\n', [2, 3, 4, 5]),
        ("", [0]),
        ("text\n", [0]),
        ("x" * (MOST_BYTES + 1), [0]),
        (f"{NAPS}\n" * (MOST + 1), [0]),
        ('{"text":' + "[" * 50_000, [1]),
    ],
)  # fmt: skip
def test_a_fault_is_named_by_its_line(file: str, lines: list[int]) -> None:
    assert [fault.line for fault in read_file(file.encode()).faults] == lines


def test_what_is_no_text_is_one_fault() -> None:
    assert [fault.line for fault in read_file(b"PK\x03\x04\xff\xfe").faults] == [0]


@pytest.fixture
def ana() -> User:
    return person("ana")


def sent(client: Client, file: str) -> Any:
    return client.post("/hypotheses/new/many/", {"file": SimpleUploadedFile("i", file.encode())})


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_nothing_starts_before_it_is_confirmed(ana: User) -> None:
    client = signed_in(ana)
    looked = sent(client, f"{NAPS}\nTea & sleep lower the stress of pilots in the air\n")
    assert "Tea &amp; sleep" in looked.text
    assert not Hypothesis.objects.exists()
    answer = client.post("/hypotheses/new/many/", {"ideas": looked.context["ideas"]})
    assert answer["Location"] == "/hypotheses/"
    assert Hypothesis.objects.filter(owner=ana).count() == Run.objects.count() == 2


def test_a_file_with_a_fault_is_not_to_be_confirmed(ana: User) -> None:
    looked = sent(signed_in(ana), f"{NAPS}\n123\n")
    assert looked.status_code == 422
    assert looked.context["ideas"] == ""
    assert "Refine all of them" not in looked.text


def test_what_was_not_signed_here_is_not_taken(ana: User) -> None:
    answer = signed_in(ana).post("/hypotheses/new/many/", {"ideas": "[]:made:up"})
    assert answer["Location"] == "/hypotheses/new/many/"
    assert not Hypothesis.objects.exists()


def test_a_quota_that_is_too_small_takes_none(ana: User, settings: Any) -> None:
    settings.RUNS_PER_DAY = 1
    client = signed_in(ana)
    looked = sent(client, f"{NAPS}\n{TEA}\n")
    answer = client.post("/hypotheses/new/many/", {"ideas": looked.context["ideas"]})
    assert answer.status_code == 422
    assert "line 2: your quota of 1 run" in answer.text
    assert not Hypothesis.objects.exists()
