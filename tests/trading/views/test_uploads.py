"""Uploading in the browser: a preview or the faults by line, then import or drop."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.trading.market.files import file, rows, spoiled
from tests.trading.services.test_uploads import NEWS, brazilian
from trading.models import AuxiliaryDataset, Dataset, Upload

UPLOAD = "/data/upload/"
SAID = {"ticker": "petr4", "kind": "prices", "source": "", "licence": "public", "date_order": "",
        "decimal": "", "timezone": ""}  # fmt: skip


def named(data: bytes, name: str = "prices.csv") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data, "text/csv")


def sent(client: Client, data: bytes | None, path: str = UPLOAD, **changes: str) -> Any:
    files = {} if data is None else {"file": named(data)}
    return client.post(path, {**SAID, **changes, **files})


def staged(client: Client, data: bytes, **changes: str) -> str:
    """The address of the preview."""
    answer = sent(client, data, **changes)
    assert answer.status_code == 302, answer.text
    return str(answer.url)


def bad() -> bytes:
    """A bad line in the middle, one too short, one out of order."""
    lines = rows()
    lines[4] = lines[4].replace("104.5", "abc")
    lines[20] = "2020-01-29,1"
    lines[30] = lines[10]
    return file(lines)


def test_the_form_says_who_will_see_it(ana):
    page = ana.get(UPLOAD, {"ticker": "VALE3", "kind": "news"})
    assert "every signed-in person can see" in page.text
    assert 'value="VALE3"' in page.text
    assert '<option value="news" selected>' in page.text


def test_a_good_file_is_previewed_and_imported(ana):
    address = staged(ana, brazilian())
    page = ana.get(address)
    assert page.status_code == 200
    for said in ("Máxima", "semicolon", "comma", "day first", "sealed holdout", "100.5", "daily"):
        assert said in page.text, said
    answer = ana.post(address, {"act": "import", "expected": page.context["fingerprint"]})
    row = Dataset.objects.get()
    assert answer.url == f"/data/{row.pk}/"
    assert (str(row), row.source, row.licence) == ("PETR4 v1", "prices.csv", "public")
    assert "imported: PETR4 v1" in ana.get(answer.url).text
    assert not Upload.objects.exists()
    assert ana.get(address).status_code == 404


def test_a_page_does_not_keep_the_file_in_memory(ana):
    page = ana.get(staged(ana, brazilian()))
    assert page.context["upload"].get_deferred_fields() == {"content"}


def test_a_short_history_is_said_to_be_too_short(ana):
    short = ana.get(staged(ana, file(rows(40))))
    assert "too short to develop a strategy on: 40 bars, 250 are needed" in short.text
    long = ana.get(staged(ana, file(rows(260))))
    assert "too short" not in long.text


def test_a_bad_file_is_told_line_by_line(ana):
    page = ana.get(staged(ana, bad()))
    assert [(fault.line, fault.column, fault.value) for fault in page.context["faults"]] == [
        (6, "Open", "abc"), (22, "", ""), (32, "Date", "2020-01-15"),
    ]  # fmt: skip
    assert "abc is text, not a number" in page.text
    assert "2 fields where the header has 6" in page.text
    assert "is also on line 12" in page.text
    assert "Keep one of the two rows." in page.text
    assert "All of a file or nothing" in page.text
    assert 'value="import"' not in page.text
    assert not Dataset.objects.exists()


def test_the_faults_are_told_in_portuguese(ana):
    address = staged(ana, bad())
    page = ana.get(address, headers={"accept-language": "pt-br"})
    assert "abc é texto, não um número" in page.text
    assert "linha 6, coluna" not in page.text  # the place stands in columns of its own


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "the file is empty"),
        (file().replace(b"2020-01-06", b"2020\x0001-06"), "a NUL byte"),
        (b"PK\x03\x04", "an Excel workbook"),
    ],
)
def test_what_is_no_text_keeps_what_was_typed(ana, data, said):
    page = sent(ana, data, timezone="America/Sao_Paulo", decimal="comma", source="a <b>")
    assert page.status_code == 422
    assert said in page.text
    for kept in ('value="petr4"', 'value="public"', 'value="America/Sao_Paulo"', "a &lt;b&gt;",
                 '<option value="comma" selected>'):  # fmt: skip
        assert kept in page.text, kept
    assert len(page.context["faults"]) == 1
    assert not Upload.objects.exists()


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"ticker": "no ticker"}, "ticker"),
        ({"ticker": ""}, "ticker"),
        ({"timezone": "Mars/Base"}, "timezone"),
        ({"timezone": "UTC+24:00"}, "timezone"),
        ({"kind": "gossip"}, "kind"),
        ({"decimal": "dot"}, "decimal"),
        ({"source": "x" * 300}, "source"),
    ],
)
def test_a_wrong_field_is_named(ana, changes, field):
    page = sent(ana, file(), **changes)
    assert page.status_code == 422
    assert list(page.context["form"].errors) == [field]
    assert not Upload.objects.exists()


def test_a_form_without_a_file(ana):
    page = sent(ana, None)
    assert page.status_code == 422
    assert list(page.context["form"].errors) == ["file"]


def test_a_file_too_large_is_neither_kept_nor_stored_on_the_way(ana, settings):
    settings.MAX_DATA_FILE_BYTES = 10_000
    page = sent(ana, b"x" * 5_000_000)
    assert page.status_code == 422
    assert "the file is larger than 10000 bytes" in page.text
    taken = page.wsgi_request.FILES["file"]
    assert taken.size == 10_001
    assert 'value="petr4"' in page.text


def test_the_largest_file_is_taken_whole(ana, settings):
    data = file(rows(400))
    settings.MAX_DATA_FILE_BYTES = len(data)
    staged(ana, data)
    assert Upload.objects.get().content == data


def test_one_says_how_to_read_it_and_sends_it_mended(ana):
    address = staged(ana, bad())
    page = sent(ana, None, address, act="change", ticker="vale3", decimal="point")
    assert page.url == address
    assert Upload.objects.get().ticker == "VALE3"
    assert sent(ana, file(), address, act="change").url == address
    assert Upload.objects.get().options["file"] == "prices.csv"
    assert ana.get(address).context["preview"].size == 40


def test_a_change_that_is_refused_keeps_what_was_typed(ana):
    address = staged(ana, file())
    page = sent(ana, b"PK\x03\x04", address, act="change", timezone="America/Sao_Paulo")
    assert page.status_code == 422
    assert "The new file was not taken" in page.text
    assert 'value="America/Sao_Paulo"' in page.text
    assert Upload.objects.get().content == file()
    page = sent(ana, None, address, act="change", timezone="Mars/Base")
    assert page.status_code == 422
    assert list(page.context["form"].errors) == ["timezone"]


def test_a_choice_that_the_reader_asks_for_is_named_as_on_the_page(ana):
    lines = [f"0{n + 1}/02/2020,1,2,1,2" for n in range(3)]
    page = ana.get(staged(ana, file(lines, header="Date,Open,High,Low,Close")))
    assert "may be day/month or month/day, and no other row tells" in page.text
    assert "--date-order" not in page.text
    assert "Choose below which comes first." in page.text


def test_the_same_again_is_said(ana):
    address = staged(ana, file())
    ana.post(address, {"act": "import"})
    again = staged(ana, file())
    assert "The same is here already, as PETR4 v1" in ana.get(again).text
    answer = ana.post(again, {"act": "import"})
    assert "the same is here already: PETR4 v1" in ana.get(answer.url).text
    assert Dataset.objects.count() == 1


def test_what_changed_meanwhile_is_looked_at_again(ana):
    address = staged(ana, file())
    answer = ana.post(address, {"act": "import", "expected": "0" * 64})
    assert answer.url == address
    assert "changed since you looked" in ana.get(address).text
    assert not Dataset.objects.exists()


def test_a_bad_file_that_is_imported_all_the_same_is_refused(ana):
    address = staged(ana, spoiled(4, lambda cells: cells.__setitem__(1, "x")))
    answer = ana.post(address, {"act": "import"})
    assert answer.url == address
    assert 'class="message error"' in ana.get(address).text
    assert not Dataset.objects.exists()


def test_one_drops_it(ana):
    address = staged(ana, file())
    assert ana.post(address, {"act": "drop"}).url == "/data/"
    assert not Upload.objects.exists()


def test_only_the_owner_sees_it(ana, eva, rita, root):
    address = staged(ana, file())
    for other in (eva, rita, root):
        assert other.get(address).status_code == 404
        for act in ("import", "drop", "change"):
            assert sent(other, None, address, act=act).status_code == 404
        assert address not in other.get("/data/").text
    assert address in ana.get("/data/").text
    assert address in ana.get(UPLOAD).text
    assert Upload.objects.count() == 1


def test_so_many_may_wait(ana, settings):
    settings.STAGED_UPLOADS = 1
    staged(ana, file())
    page = sent(ana, file())
    assert page.status_code == 422
    assert "1 file of yours waits already" in page.text


def test_rows_beside_the_prices(ana):
    address = staged(ana, NEWS, kind="news")
    page = ana.get(address)
    assert "words 1" in page.text
    assert "words 20" not in page.text
    answer = ana.post(address, {"act": "import"})
    assert answer.url == f"/data/auxiliary/{AuxiliaryDataset.objects.get().pk}/"


def test_a_preview_shows_no_sealed_bar(ana):
    lines = rows()
    for n in range(32, 40):
        cells = lines[n].split(",")
        lines[n] = ",".join([cells[0], "7771.5", "7772", "7770", "7771", "777777"])
    text = ana.get(staged(ana, file(lines))).text
    assert not re.search(r"\b7[.,]?77[012]\b|777[.,]777", text)
    assert "within the sealed holdout" in text


def test_cells_are_escaped_and_bounded(ana):
    attack = "<script>alert(1)</script>" * 20
    data = spoiled(4, lambda cells: cells.__setitem__(1, attack))
    text = ana.get(staged(ana, data)).text
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert(1)" in text
    assert text.count("alert(1)") < 10
    news = NEWS.replace(b"words 1\n", b"<img src=x onerror=alert(1)>\n")
    assert "<img src=x" not in ana.get(staged(ana, news, kind="news")).text
