"""`manage.py import_prices`, `fetch_prices` and `datasets`."""

from __future__ import annotations

import io
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from tests.processes import Site
from tests.trading.market.files import file, rows, spoiled
from trading.models import AuxiliaryDataset, Dataset, PriceBlob

pytestmark = pytest.mark.django_db


@pytest.fixture
def prices(tmp_path: Path) -> str:
    path = tmp_path / "prices.csv"
    path.write_bytes(file())
    return str(path)


def run(command: str, *options: str) -> tuple[str, str]:
    """What it wrote to stdout and stderr."""
    out, err = io.StringIO(), io.StringIO()
    call_command(command, *options, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def as_json(command: str, *options: str) -> Any:
    return json.loads(run(command, *options, "--json")[0])


class TestPrices:
    def test_the_result_says_what_was_stored(self, prices):
        report = as_json("import_prices", prices, "--ticker", "petr4", "--licence", "my own")
        stored = Dataset.objects.get()
        assert report == {
            "ticker": "PETR4",
            "version": 1,
            "source": "prices.csv",
            "licence": "my own",
            "from": "2020-01-01",
            "to": "2020-02-25",
            "sha256": stored.sha256,
            "bars": 40,
            "frequency": "1d",
            "bars_per_year": 252.0,
            "calendar": {
                "basis": "sessions",
                "days": 5,
                "weekdays": [0, 1, 2, 3, 4],
                "bars_a_day": 1,
                "message": ("252 bars a year: 5 trading days a week (Mon, Tue, Wed, Thu, Fri)"),
            },
            "timezone": "",
            "adjusted": False,
            "segments": {
                "train": {"bars": 24, "from": "2020-01-01", "to": "2020-02-03"},
                "validation": {"bars": 8, "from": "2020-02-04", "to": "2020-02-13"},
                "holdout": {"bars": 8, "from": "2020-02-14", "to": "2020-02-25"},
            },
            "warnings": [],
            "created": True,
        }

    def test_a_person_reads_it_in_words(self, prices):
        out, err = run("import_prices", prices, "--ticker", "T")
        assert out.splitlines()[0] == (
            "T v1: 40 bars of 1d, 2020-01-01 to 2020-02-25, not adjusted"
        )
        assert "  sealed holdout  2020-02-14 – 2020-02-25  8 bars" in out
        assert err.startswith(f"{len(file())} bytes read")

    def test_warnings_are_shown(self, tmp_path):
        lines = rows(60)
        del lines[10:20]
        path = tmp_path / "gap.csv"
        path.write_bytes(file(lines))
        text = "bars are missing (places: 1), the longest gap from 2020-01-14 to 2020-01-29"
        report = as_json("import_prices", str(path), "--ticker", "T")
        assert report["warnings"] == [{"code": "gaps", "message": text}]
        assert f"  warning: {text}" in run("import_prices", str(path), "--ticker", "T")[0]

    def test_the_same_bytes_again_are_said_to_be_the_same(self, prices):
        run("import_prices", prices, "--ticker", "T")
        assert as_json("import_prices", prices, "--ticker", "T")["created"] is False
        out, _err = run("import_prices", prices, "--ticker", "T")
        assert "nothing new: the same content is stored as this version already" in out
        assert Dataset.objects.count() == 1

    def test_a_fault_is_one_line_and_nothing_is_stored(self, tmp_path):
        path = tmp_path / "bad.csv"
        path.write_bytes(spoiled(7, lambda cells: cells.__setitem__(4, "-3")))
        with pytest.raises(CommandError) as error:
            run("import_prices", str(path), "--ticker", "T")
        assert str(error.value) == "line 9, column Close: -3 is not above zero"
        assert error.value.returncode == 1
        assert (Dataset.objects.count(), PriceBlob.objects.count()) == (0, 0)

    @pytest.mark.parametrize("name", ["/nowhere/x.csv", "/"])
    def test_a_file_that_cannot_be_read(self, name):
        with pytest.raises(CommandError, match=f"cannot read {name}: "):
            run("import_prices", name, "--ticker", "T")

    def test_a_huge_file_is_read_no_further_than_the_limit(self, settings, tmp_path):
        settings.MAX_DATA_FILE_BYTES = 10_000
        path = tmp_path / "huge.csv"
        with path.open("wb") as sparse:
            sparse.truncate(10**10)
        with pytest.raises(CommandError, match="the file is larger than 10000 bytes"):
            run("import_prices", str(path), "--ticker", "T")

    @pytest.mark.parametrize(
        "option",
        [("--date-order", "mdy"), ("--decimal", "comma"), ("--timezone", "Mars/Base")],
    )
    def test_the_options_reach_the_reader(self, tmp_path, option):
        path = tmp_path / "x.csv"
        path.write_bytes(
            b"Date;Open;High;Low;Close\n"
            + b"".join(b"%02d/01/2020;1.5;1.5;1.5;1.5\n" % day for day in range(1, 31))
        )
        run("import_prices", str(path), "--ticker", "T")
        with pytest.raises(CommandError):
            run("import_prices", str(path), "--ticker", "T", *option)

    def test_adjusted_and_source(self, prices):
        options = ("--ticker", "T", "--adjusted", "--source", "my broker")
        report = as_json("import_prices", prices, *options)
        assert (report["adjusted"], report["source"]) == (True, "my broker")

    def test_stdin(self, monkeypatch):
        monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(file())))
        assert as_json("import_prices", "-", "--ticker", "T")["source"] == "stdin"

    def test_a_portuguese_reader_is_told_in_json_with_english_keys(self, prices):
        with translation.override("pt-br"):
            assert "segments" in as_json("import_prices", prices, "--ticker", "T")


class TestOtherKinds:
    def test_rows_are_stored(self, tmp_path):
        path = tmp_path / "news.csv"
        path.write_text("available_at,sentiment,headline\n2020-01-02,0.5,Good\n2020-01-01,0,Dull\n")
        report = as_json("import_prices", str(path), "--ticker", "T", "--kind", "news")
        stored = AuxiliaryDataset.objects.get()
        assert report == {
            "ticker": "T",
            "version": 1,
            "source": "news.csv",
            "licence": "",
            "from": "2020-01-01T23:59:59",
            "to": "2020-01-02T23:59:59",
            "sha256": stored.sha256,
            "kind": "news",
            "rows": 2,
            "created": True,
        }
        out, _err = run("import_prices", str(path), "--ticker", "T", "--kind", "news")
        assert out.startswith("T news v1: 2 rows, 2020-01-01T23:59:59 to 2020-01-02T23:59:59\n")
        assert "nothing new" in out

    def test_a_fault_is_one_line(self, tmp_path):
        path = tmp_path / "news.csv"
        path.write_text("available_at,sentiment\n2020-01-02,5\n")
        with pytest.raises(CommandError, match="line 2, column sentiment: 5 is outside -1 to 1"):
            run("import_prices", str(path), "--ticker", "T", "--kind", "news")
        assert AuxiliaryDataset.objects.count() == 0


class TestFetching:
    def test_bundled_prices(self):
        report = as_json("fetch_prices", "aapl")
        assert (report["ticker"], report["bars"], report["created"]) == ("AAPL", 3270, True)

    def test_a_range_of_them(self):
        report = as_json("fetch_prices", "IBM", "--from", "2005-01-01", "--to", "2005-12-31")
        assert (report["from"], report["to"]) == ("2005-01-03", "2005-12-30")

    @pytest.mark.parametrize(
        ("options", "said"),
        [
            (("NOPE",), "unknown ticker NOPE; known: AAPL, FB, GOOG, IBM, MSFT"),
            (("IBM", "--to", "2000-03-10"), "8 bars are too few: at least 30 are needed"),
            (("IBM", "--from", "2020-01-01"), "no bars of IBM from 2020-01-01 to -"),
        ],
    )
    def test_a_refusal_is_one_line(self, options, said):
        with pytest.raises(CommandError) as error:
            run("fetch_prices", *options)
        assert str(error.value) == said

    def test_an_extra_that_is_missing_is_named(self, monkeypatch):
        monkeypatch.setitem(__import__("sys").modules, "yfinance", None)
        with pytest.raises(CommandError, match="pip install yfinance"):
            run("fetch_prices", "T", "--source", "yfinance")


class TestListing:
    def test_datasets_are_listed(self, prices):
        run("import_prices", prices, "--ticker", "T")
        out, _err = run("datasets")
        lines = out.splitlines()
        assert lines[0] == "bundled: AAPL, FB, GOOG, IBM, MSFT"
        assert lines[1].split() == ("T prices v1 40 2020-01-01 – 2020-02-25 prices.csv".split())

    def test_of_one_ticker(self, prices):
        run("import_prices", prices, "--ticker", "T")
        assert as_json("datasets", "--ticker", "X")["datasets"] == []
        (row,) = as_json("datasets", "--ticker", "t")["datasets"]
        assert (row["ticker"], row["size"], row["version"]) == ("T", 40, 1)


@pytest.mark.slow
class TestFromTheShell:
    """Exit codes and streams, as a shell sees them."""

    def test_success_is_0_with_the_result_alone_on_stdout(self, site: Site, prices: str):
        command = site.start("import_prices", prices, "--ticker", "T", "--json")
        assert command.wait() == 0
        assert json.loads(command.out)["bars"] == 40
        assert "bytes read" in command.log

    def test_a_refusal_is_1_and_one_line(self, site: Site, tmp_path: Path):
        path = tmp_path / "bad.csv"
        path.write_bytes(spoiled(7, lambda cells: cells.__setitem__(4, "x")))
        command = site.start("import_prices", str(path), "--ticker", "T")
        assert command.wait() == 1
        assert command.out == ""
        assert command.log.splitlines()[-1].endswith(
            "line 9, column Close: x is text, not a number"
        )
        assert "Traceback" not in command.log

    def test_wrong_usage_is_2(self, site: Site, prices: str):
        assert site.start("import_prices", prices).wait() == 2
