"""Large files are read in a process of their own, which is gone afterwards."""

from __future__ import annotations

import os
import threading

import psutil
import pytest
from django.test import Client

from config.desk.refusals import TryLater
from tests.api import client, wrong
from tests.people import person
from tests.trading.market.files import FEW, file, spoiled
from tests.trading.services.test_uploads import staged
from trading.market.csv_reader import price_faults, read_file
from trading.market.errors import MarketError
from trading.storage import imports, read_large

pytestmark = pytest.mark.django_db


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every file counts as a large one."""
    monkeypatch.setattr(imports, "LARGE", 0)


@pytest.fixture
def busy(large: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others are being read, and go on for longer than somebody waits."""
    monkeypatch.setattr(imports, "_WAIT", 0.01)
    monkeypatch.setattr(imports, "_turns", threading.BoundedSemaphore(1))
    imports._turns.acquire()


def test_a_small_file_is_read_here() -> None:
    assert read_large(os.path.realpath, b"/proc/self") == f"/proc/{os.getpid()}".encode()


def test_a_large_file_is_read_in_a_process_that_ends(large: None) -> None:
    process = int(read_large(os.path.realpath, b"/proc/self").rpartition(b"/")[2])
    assert process != os.getpid()
    assert not psutil.pid_exists(process)


def test_it_is_read_as_it_is_here(large: None) -> None:
    here, there = read_file(file(), FEW), read_large(read_file, file(), FEW)
    assert there.prices.frame.equals(here.prices.frame)
    assert there.layout == here.layout
    assert there.prices.calendar == here.prices.calendar


def test_its_faults_are_those_that_are_found_here(large: None) -> None:
    bad = spoiled(4, lambda cells: cells.__setitem__(1, "abc"))
    with pytest.raises(MarketError) as there:
        read_large(read_file, bad, FEW)
    with pytest.raises(MarketError) as here:
        read_file(bad, FEW)
    assert (there.value.code, there.value.values) == (here.value.code, here.value.values)
    assert [str(fault) for fault in read_large(price_faults, bad, FEW)] == [str(here.value)]


def test_a_process_that_dies_is_no_error_of_the_server(large: None) -> None:
    with pytest.raises(TryLater):
        read_large(exec, b"import os; os._exit(1)")


def test_who_waits_too_long_is_told_on_the_page(busy: None) -> None:
    ana = person("ana")
    upload = staged(user=ana)
    browser = Client()
    browser.force_login(ana)
    for answer in (
        browser.get(f"/data/upload/{upload.pk}/", follow=True),
        browser.post(f"/data/upload/{upload.pk}/", {"act": "import"}, follow=True),
    ):
        assert answer.redirect_chain == [("/data/", 302)]
        assert "many files are being read just now" in answer.content.decode()
    upload.refresh_from_db()  # it is still there


def test_who_waits_too_long_is_told_by_the_api(busy: None) -> None:
    told = {"ticker": "PETR4", "csv": file().decode()}
    wrong(client(person("ana")).post("/api/v1/datasets/", told), 429, "busy")
