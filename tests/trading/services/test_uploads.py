"""A file on its way to a dataset: staged, looked at, imported or dropped."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.utils import timezone

from config.desk.refusals import Conflict, Missing, Refusal
from tests.people import person
from tests.trading.market.files import file, rows, spoiled
from trading.market.csv_reader import Options
from trading.market.errors import MarketError
from trading.models import AuxiliaryDataset, Dataset, PriceBlob, Upload
from trading.services.pending_uploads import fingerprint
from trading.services.uploads import (
    change_upload,
    confirm_upload,
    drop_upload,
    preview_upload,
    stage_upload,
)
from trading.storage import import_prices

pytestmark = pytest.mark.django_db
NEWS = b"available_at,sentiment,headline\n" + b"".join(
    b"2020-01-%02d,0.%d,words %d\n" % (day, day % 9, day) for day in range(1, 21)
)


@pytest.fixture
def ana() -> User:
    return person("ana")


def staged(user: User, data: Any = None, **changes: Any) -> Upload:
    values = {"data": file() if data is None else data, "ticker": "petr4", "user": user, **changes}
    return stage_upload(**values)


def brazilian() -> bytes:
    """As a Brazilian spreadsheet writes it: semicolons, decimal comma, the day first."""
    lines = []
    for line in rows():
        day, *cells = line.split(",")
        year, month, number = day.split("-")
        numbers = [cell.replace(".", ",") for cell in cells]
        lines.append(";".join([f"{number}/{month}/{year}", *numbers]))
    header = "Data;Abertura;Máxima;Mínima;Fechamento;Volume"
    return "\n".join([header, *lines, ""]).encode()


class Endless(io.RawIOBase):
    """A file without an end, which counts what is read of it."""

    def __init__(self) -> None:
        self.taken = 0

    def read(self, size: int = -1) -> bytes:
        assert size >= 0, "asked for all of it"
        self.taken += size
        return b"x" * size


def test_a_staged_file_is_no_dataset(ana: User) -> None:
    upload = staged(ana, licence="ours", source="b3.csv", options=Options(decimal="comma"))
    assert (upload.ticker, upload.kind, upload.owner) == ("PETR4", "prices", ana)
    assert bytes(upload.content) == file()
    assert (upload.source, upload.licence, upload.options["decimal"]) == ("b3.csv", "ours", "comma")
    assert not Dataset.objects.exists()
    assert not PriceBlob.objects.exists()


def test_an_open_file_is_read_as_far_as_the_limit(ana: User, settings: LazySettings) -> None:
    settings.UPLOAD_BYTES = 10_000
    endless = Endless()
    with pytest.raises(MarketError, match="larger than 10000 bytes"):
        staged(ana, endless)
    assert endless.taken == 10_001
    assert staged(ana, io.BytesIO(file())).content == file()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "the file is empty"),
        (file().replace(b"2020-01-06", b"2020\x0001-06"), "line 5: a NUL byte"),
        (b"Data;M\x90xima\n", "line 1: byte 0x90 is not UTF-8"),
        (b"PK\x03\x04", "it looks like a ZIP archive or an Excel workbook"),
        (file().decode().encode("utf-16-le"), "UTF-16 or UTF-32"),
    ],
)
def test_what_is_no_text_is_not_kept(ana: User, data: bytes, said: str) -> None:
    with pytest.raises(MarketError, match=said):
        staged(ana, data)
    assert not Upload.objects.exists()


@pytest.mark.parametrize(
    ("changes", "error", "said"),
    [
        ({"ticker": "no ticker"}, MarketError, "'no ticker' is not a ticker"),
        ({"kind": "gossip"}, Refusal, "gossip is none of prices, fundamentals"),
        ({"source": "x" * 201}, MarketError, "longer than 200"),
        ({"licence": "x" * 501}, MarketError, "longer than 500"),
        ({"options": Options(timezone="Mars/Base")}, MarketError, "Mars/Base is no time zone"),
        ({"options": Options(timezone="+24:00")}, MarketError, r"\+24:00 is no time zone"),
    ],
)
def test_what_is_said_of_it_is_checked(
    ana: User, changes: dict[str, Any], error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        staged(ana, **changes)
    assert not Upload.objects.exists()


def test_a_person_has_so_many_waiting(ana: User, settings: LazySettings) -> None:
    settings.STAGED_UPLOADS = 2
    first = staged(ana)
    staged(ana)
    with pytest.raises(Conflict, match="2 files of yours wait already"):
        staged(ana)
    assert Upload.objects.count() == 2
    staged(person("eva"))
    drop_upload(upload_id=first.pk, user=ana)
    staged(ana)


def test_forgotten_ones_go_when_somebody_uploads(ana: User) -> None:
    old, young = staged(ana), staged(ana)
    Upload.objects.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(hours=25))
    staged(person("eva"))
    assert set(Upload.objects.filter(owner=ana)) == {young}


def test_a_preview_tells_what_it_would_become(ana: User) -> None:
    preview = preview_upload(upload=staged(ana, brazilian())).preview
    assert preview is not None
    assert (preview.size, preview.frequency, preview.adjusted) == (40, "1d", False)
    assert (preview.begin.isoformat(), preview.end.isoformat()) == (
        "2020-01-01T00:00:00", "2020-02-25T00:00:00",
    )  # fmt: skip
    layout = preview.layout
    assert (layout.delimiter, layout.decimal, layout.date_order) == (";", ",", "dmy")
    assert layout.columns["High"] == "Máxima"
    assert [(part.name, part.bars) for part in preview.parts] == [
        ("train", 24), ("validation", 8), ("holdout", 8),
    ]  # fmt: skip
    assert preview.first["Open"].tolist()[:2] == [100.5, 101.5]
    assert len(preview.first) == 10
    assert preview.same is None


def test_a_preview_shows_no_sealed_bar(ana: User, settings: LazySettings) -> None:
    settings.MIN_BARS_TO_IMPORT = 10
    preview = preview_upload(upload=staged(ana, file(rows(11)))).preview
    assert preview is not None
    assert len(preview.first) == 8  # of 11: 6 of train, 2 of validation


def test_a_preview_does_not_tell_of_a_sealed_jump(ana: User) -> None:
    lines = rows()
    cells = lines[-3].split(",")
    lines[-3] = ",".join([cells[0], *(str(float(cell) * 5) for cell in cells[1:5]), cells[5]])
    preview = preview_upload(upload=staged(ana, file(lines))).preview
    assert preview is not None
    assert [str(caution) for caution in preview.cautions] == [
        "the close jumps (places: 2), the most within the sealed holdout"
    ]


def test_the_same_bars_are_recognised(ana: User) -> None:
    known = import_prices(data=brazilian(), ticker="PETR4").dataset
    same = preview_upload(upload=staged(ana)).preview
    other = preview_upload(upload=staged(ana, ticker="VALE3")).preview
    assert same is not None
    assert other is not None
    assert (same.same, other.same) == (known, None)


def test_faults_are_told_together(ana: User) -> None:
    lines = rows()
    lines[4], lines[9] = lines[4].replace("104.5", "x"), lines[8] + "5"
    looked = preview_upload(upload=staged(ana, file(lines)))
    assert looked.preview is None
    assert [(fault.code, fault.values["line"]) for fault in looked.faults] == [
        ("text", 6), ("duplicate_date", 11),
    ]  # fmt: skip


def test_rows_of_other_kinds_are_previewed(ana: User) -> None:
    preview = preview_upload(upload=staged(ana, NEWS, kind="news")).preview
    assert preview is not None
    assert (preview.size, len(preview.first), preview.parts) == (20, 10, ())
    assert preview.layout.columns == {
        "available_at": "available_at", "sentiment": "sentiment", "headline": "headline",
    }  # fmt: skip
    bad = staged(ana, NEWS.replace(b"0.3", b"3").replace(b"0.5", b"much"), kind="news")
    assert [fault.code for fault in preview_upload(upload=bad).faults] == [
        "absurd", "text", "absurd", "text",
    ]  # fmt: skip


def test_what_is_confirmed_is_a_dataset_and_waits_no_more(ana: User) -> None:
    upload = staged(ana, brazilian(), source="b3", licence="public")
    stored = confirm_upload(upload_id=upload.pk, user=ana, expected=fingerprint(upload))
    assert stored.created
    dataset = stored.dataset
    assert (str(dataset), dataset.source, dataset.licence, dataset.created_by) == (
        "PETR4 v1", "b3", "public", ana,
    )  # fmt: skip
    assert not Upload.objects.exists()


def test_what_is_there_already_is_found(ana: User) -> None:
    known = import_prices(data=file(), ticker="PETR4").dataset
    stored = confirm_upload(upload_id=staged(ana).pk, user=ana)
    assert (stored.dataset, stored.created) == (known, False)
    assert not Upload.objects.exists()


def test_other_kinds_are_confirmed(ana: User) -> None:
    stored = confirm_upload(upload_id=staged(ana, NEWS, kind="news").pk, user=ana)
    assert AuxiliaryDataset.objects.get() == stored.dataset
    assert str(stored.dataset) == "PETR4 news v1"


def test_a_file_with_faults_stays(ana: User) -> None:
    upload = staged(ana, spoiled(4, lambda cells: cells.__setitem__(1, "x")))
    with pytest.raises(MarketError, match="line 6, column Open"):
        confirm_upload(upload_id=upload.pk, user=ana)
    assert Upload.objects.get() == upload
    assert not Dataset.objects.exists()


def test_how_to_read_it_can_be_said_later(ana: User) -> None:
    lines = [f"0{n % 9 + 1}/0{n % 9 + 1}/20{20 + n},1.234;1.500;1.000;1.234" for n in range(40)]
    data = file([line.replace(",", ";") for line in lines], header="Date;Open;High;Low;Close")
    upload = staged(ana, data)
    assert "ambiguous_decimal" in [each.code for each in preview_upload(upload=upload).faults]
    said: dict[str, Any] = {"upload_id": upload.pk, "user": ana, "ticker": "VALE3",
                            "kind": "prices"}  # fmt: skip
    changed = change_upload(**said, options=Options(decimal="comma"))
    assert (changed.ticker, changed.pk) == ("VALE3", upload.pk)
    codes = [each.code for each in preview_upload(upload=changed).faults]
    assert "ambiguous_decimal" not in codes


def test_a_mended_file_takes_its_place(ana: User) -> None:
    upload = staged(ana, spoiled(4, lambda cells: cells.__setitem__(1, "x")))
    said: dict[str, Any] = {"upload_id": upload.pk, "user": ana, "ticker": "PETR4",
                            "kind": "prices", "options": Options()}  # fmt: skip
    with pytest.raises(MarketError, match="empty"):
        change_upload(**said, data=b"")
    assert Upload.objects.get().content == upload.content
    changed = change_upload(**said, data=io.BytesIO(file()))
    assert preview_upload(upload=changed).faults == ()


def test_what_is_replaced_during_the_import_stays(
    ana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    upload = staged(ana)

    def meanwhile(**values: Any) -> Any:
        said: dict[str, Any] = {"ticker": "VALE3", "kind": "prices", "options": Options()}
        change_upload(upload_id=upload.pk, user=ana, **said)
        return import_prices(**values)

    monkeypatch.setattr("trading.services.uploads.import_prices", meanwhile)
    confirm_upload(upload_id=upload.pk, user=ana)
    assert Dataset.objects.count() == 1
    assert Upload.objects.get().ticker == "VALE3"


def test_what_changed_since_it_was_looked_at_is_not_imported(ana: User) -> None:
    upload = staged(ana)
    seen = fingerprint(upload)
    change_upload(upload_id=upload.pk, user=ana, ticker="VALE3", kind="prices", options=Options())
    with pytest.raises(Conflict, match="changed since you looked"):
        confirm_upload(upload_id=upload.pk, user=ana, expected=seen)
    assert not Dataset.objects.exists()


def _change(upload_id: int, user: User) -> None:
    change_upload(upload_id=upload_id, user=user, ticker="X", kind="prices", options=Options())


ACTS: list[Callable[..., Any]] = [
    lambda upload_id, user: confirm_upload(upload_id=upload_id, user=user),
    lambda upload_id, user: drop_upload(upload_id=upload_id, user=user),
    _change,
]


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("role", ["researcher", "reviewer", "admin"])
def test_nobody_else_has_it(ana: User, act: Callable[..., Any], role: str) -> None:
    upload = staged(ana)
    with pytest.raises(Missing, match=f"there is no upload {upload.pk}"):
        act(upload.pk, person("other", role))
    assert Upload.objects.get() == upload
