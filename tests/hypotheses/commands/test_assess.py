"""`manage.py assess`: one text a line in, one JSON object a line out."""

from __future__ import annotations

import io
import json
import os
import select
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils.translation import override

from tests.hypotheses.helpers import COMPLETE, FORCED, LANGUAGES, REFINED, VETOED, command, stored
from tests.processes import CEILING

pytestmark = pytest.mark.django_db


def assess(folder: Path, data: bytes, *options: str) -> tuple[list[dict[str, Any]], str]:
    """The objects that came out, and the error that ended it, if one did."""
    file = folder / "ideas"
    file.write_bytes(data)
    out, error = io.StringIO(), ""
    try:
        call_command("assess", str(file), *options, stdout=out)
    except CommandError as raised:
        error = str(raised)
    return [json.loads(line) for line in out.getvalue().splitlines()], error


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_line_is_answered_in_order(language: str, tmp_path: Path) -> None:
    texts = [idea[language] for idea in (REFINED, FORCED, COMPLETE, VETOED)]
    found, error = assess(tmp_path, "\n".join(texts).encode())
    assert [line["text"] for line in found] == texts
    assert [line["verdict"] for line in found] == [
        "needs_refinement", "needs_refinement", "approved", "rejected",
    ]  # fmt: skip
    assert ({line["language"] for line in found}, error) == ({language}, "")


def test_a_large_file_is_read_by_several_processes_to_the_same_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = [idea[language] for language in LANGUAGES for idea in (REFINED, FORCED, VETOED)]
    lines = "\n".join([*texts, "", "TDD \x1b reduces bugs", texts[0]]).encode()
    alone = assess(tmp_path, lines)
    monkeypatch.setattr("hypotheses.management.commands.assess._LARGE", 1)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    with override("pt-br"):
        beside, error = assess(tmp_path, lines)
    assert beside[:6] + beside[8:] == alone[0][:6] + alone[0][8:]
    assert [line["line"] for line in beside[6:8]] == [7, 8]
    assert "o texto" in beside[7]["error"]  # in the language of who asks, whoever reads
    assert "2 linhas" in error


def test_an_answer_has_the_keys_that_others_rely_on(tmp_path: Path) -> None:
    ((line,), _error) = assess(tmp_path, REFINED["en"].encode())
    assert list(line) == [
        "text", "language", "kind", "verdict", "aspects", "vetoes", "claim",
    ]  # fmt: skip
    assert list(line["aspects"]) == ["population", "metrics", "variables", "testability"]
    for aspect in line["aspects"].values():
        assert list(aspect) == ["score", "evidence", "gap", "suggestion"]
        assert aspect["evidence"] is None or aspect["evidence"] in REFINED["en"]


def test_nothing_is_kept(tmp_path: Path) -> None:
    assess(tmp_path, REFINED["en"].encode())
    assert set(stored().values()) == {0}


def test_a_forced_language_is_that_of_every_line(tmp_path: Path) -> None:
    found, _error = assess(tmp_path, b"Bach\n" + REFINED["en"].encode(), "--language", "pt")
    assert [line["language"] for line in found] == ["pt", "pt"]


BAD = {
    "blank": (b"", "the text is empty"),
    "spaces": (b"   ", "the text is empty"),
    "NUL": (b"TDD\x00 reduces bugs", "U+0000, character 4"),
    "control": (b"TDD \x1b[31mreduces bugs", "U+001B, character 5"),
    "invalid UTF-8": (b"TDD reduz \xe9 bugs", "not valid UTF-8 (character 11)"),
    "cut UTF-8": ("bugs são".encode()[:-2], "not valid UTF-8 (character 7)"),
    "100 kB": (b"x" * 100_000, "longer than the 5000 characters"),
    "100 kB of two-byte letters": (("a" + "é" * 50_000).encode(), "longer than the 5000"),
    "HTML": (b"<script>alert(1)</script>", "holds HTML"),
    "emoji": ("bugs 🎉".encode(), "an emoji"),
    "Spanish": (b"La casa es muy grande y los chicos son felices", "looks like Spanish"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_line_is_named_and_the_others_are_answered(name: str, tmp_path: Path) -> None:
    data, message = BAD[name]
    good = REFINED["en"].encode()
    found, error = assess(tmp_path, b"\n".join([good, data, good]) + b"\n")
    assert [line.get("text") for line in found] == [REFINED["en"], None, REFINED["en"]]
    assert found[1].keys() == {"line", "error"}
    assert found[1]["line"] == 2
    assert message in found[1]["error"]
    assert error == "1 line could not be assessed"


def test_every_bad_line_is_counted(tmp_path: Path) -> None:
    found, error = assess(tmp_path, b"\n".join(data for data, _message in BAD.values()) + b"\n")
    assert [line["line"] for line in found] == list(range(1, len(BAD) + 1))
    assert error == f"{len(BAD)} lines could not be assessed"


def test_a_line_at_the_limit_is_answered(tmp_path: Path) -> None:
    line = (REFINED["pt"] + " é" * 5_000)[:5_000]
    found, error = assess(tmp_path, line.encode() + b"\r\n", "--language", "pt")
    assert (found[0]["text"], error) == (line, "")


def test_line_ends_and_a_byte_order_mark_are_no_part_of_the_text(tmp_path: Path) -> None:
    found, error = assess(tmp_path, b"\xef\xbb\xbf" + REFINED["en"].encode() + b"\r\n")
    assert ([line["text"] for line in found], error) == ([REFINED["en"]], "")


def test_an_empty_file_has_no_answers(tmp_path: Path) -> None:
    assert assess(tmp_path, b"") == ([], "")


@pytest.mark.parametrize("name", ["missing", "."])
def test_a_file_that_cannot_be_read_is_named(name: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=f"cannot read {tmp_path / name}: .*irectory"):
        command("assess", tmp_path / name)


def test_the_same_texts_come_to_the_same_bytes(tmp_path: Path) -> None:
    file = tmp_path / "ideas"
    file.write_text("\n".join([*REFINED.values(), *FORCED.values(), *VETOED.values()]))
    assert command("assess", file) == command("assess", file)


@pytest.fixture
def fed() -> Iterator[subprocess.Popen[bytes]]:
    """The command in a process of its own, waiting for lines."""
    process = subprocess.Popen(
        [sys.executable, "manage.py", "assess"],
        cwd=settings.BASE_DIR,
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "tests.settings",
            "CRIVO_TEST_DATABASE": str(connection.settings_dict["NAME"]),
            "PYTHONUNBUFFERED": "",  # set, it would hide an answer that is kept back
        },
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    yield process
    process.kill()
    process.communicate()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_who_feeds_it_line_by_line_gets_each_answer_at_once(fed: subprocess.Popen[bytes]) -> None:
    assert fed.stdin is not None
    assert fed.stdout is not None
    for text in [*REFINED.values(), "", FORCED["en"]]:
        fed.stdin.write(f"{text}\n".encode())
        fed.stdin.flush()
        answered, _, _ = select.select([fed.stdout], [], [], CEILING)
        assert answered, "the answer is kept back"
        assert json.loads(fed.stdout.readline()).get("text", "") == text
    _out, log = fed.communicate(timeout=CEILING)
    assert (fed.returncode, log) == (1, b"CommandError: 1 line could not be assessed\n")
