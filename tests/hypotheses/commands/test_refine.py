"""`manage.py refine`."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError

from hypotheses.models import Hypothesis
from tests.hypotheses.graph.loop import Answering
from tests.hypotheses.helpers import (
    COMPLETE,
    FORCED,
    LANGUAGES,
    REFINED,
    VETOED,
    command,
    stored,
)

pytestmark = pytest.mark.django_db
TWO = "TDD reduces bugs in small teams. Coffee increases heart rate in adults."


def stdin(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_shows_each_version_its_gaps_and_what_closed_them(language: str) -> None:
    out, _log = command("refine", REFINED[language])
    assert REFINED[language] in out
    assert "V1  " in out
    assert "V2  " in out
    assert "- population: " in out
    assert "? " in out.split("=> ")[1]  # what is asked of its author


def test_it_shows_a_forced_decision_and_what_stays_open() -> None:
    out, _log = command("refine", FORCED["en"])
    ending = out.split("=> ")[1]
    assert ending.startswith("waiting for your answer. ")
    asked = [line.strip().split(":")[0] for line in ending.splitlines() if "  ? " in line]
    assert sorted(asked) == ["? outcome", "? what varies"]  # two at a time


def test_it_shows_a_veto() -> None:
    out, _log = command("refine", VETOED["en"])
    assert "everybody knows" in out.split("x “")[1]
    assert "offers popular belief as proof" in out


def test_progress_goes_to_standard_error_and_the_result_alone_to_standard_output() -> None:
    out, log = command("refine", COMPLETE["en"], "--json")
    json.loads(out)
    assert re.fullmatch(
        r"run \d+: started\n(run \d+: step \w+ \d+ \(.*\)\n)+run \d+: finished\n",
        log,
    )


def test_json_is_the_report_of_what_was_kept() -> None:
    found = json.loads(command("refine", REFINED["pt"], "--json")[0])
    hypothesis = Hypothesis.objects.get()
    assert (found["id"], found["text"]) == (hypothesis.pk, REFINED["pt"])
    assert len(found["versions"]) == hypothesis.versions.count()
    assert found["status"] == hypothesis.decisions.get().after
    assert all("claim" in version for version in found["versions"])
    assert {"conditions", "awaiting", "waiting"} <= found.keys()


def test_json_keeps_accents_readable() -> None:
    assert "insônia" in command("refine", COMPLETE["pt"], "--json")[0]


@pytest.mark.parametrize("limit", [0, 5])
def test_the_limit_is_the_given_one(limit: int) -> None:
    out, _log = command("refine", FORCED["en"], "--max-refinements", limit, "--json")
    assert len(json.loads(out)["versions"]) == limit + 1


@pytest.mark.parametrize("limit", ["-1", "6", "two", "1.5"])
def test_a_limit_out_of_range_is_refused(limit: str) -> None:
    with pytest.raises(CommandError, match=f"'{limit}': takes a whole number from 0 to 5"):
        command("refine", REFINED["en"], f"--max-refinements={limit}")
    assert set(stored().values()) == {0}


def test_a_language_can_be_forced() -> None:
    out, _log = command("refine", "Bach", "--language", "pt", "--json")
    assert json.loads(out)["language"] == "pt"


def test_the_idea_can_come_from_standard_input(monkeypatch) -> None:
    stdin(monkeypatch, f"  {REFINED['pt']}\n".encode())
    found = json.loads(command("refine", "-", "--json")[0])
    assert (found["text"], found["language"]) == (REFINED["pt"], "pt")


BAD = {
    "empty": (b"", "the text is empty"),
    "spaces": (b"  \n ", "the text is empty"),
    "100 kB": (b"TDD reduces bugs. " * 6_000, "longer than the 5000 characters"),
    "control": (b"TDD\x07 reduces bugs", r"control character \(U\+0007, character 4\)"),
    "NUL": (b"TDD\x00 reduces bugs", r"control character \(U\+0000, character 4\)"),
    "emoji": ("TDD reduces bugs 🎉".encode(), "an emoji"),
    "HTML": (b"<b>TDD</b> reduces bugs", "holds HTML"),
    "script": (b"<script>alert(1)</script>", "holds HTML"),
    "invalid UTF-8": (b"TDD \xff reduces bugs", r"not valid UTF-8 \(character 5\)"),
    "mixed": (
        b"TDD reduces the bugs in the teams. O caf\xc3\xa9 aumenta a press\xc3\xa3o em uma sala.",
        "mixes English and Portuguese.*or force one",
    ),
    "Spanish": (b"La casa es muy grande y los chicos son felices", "looks like Spanish.*or force"),
    "another script": ("Кофе лучше чая по утрам".encode(), "not in the Latin alphabet"),
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("options", [(), ("--split",)], ids=["whole", "split"])
def test_a_bad_idea_is_one_line_and_nothing_is_written(
    name: str, options: tuple[str, ...], monkeypatch
) -> None:
    data, message = BAD[name]
    stdin(monkeypatch, data)
    with pytest.raises(CommandError, match=message) as caught:
        command("refine", "-", *options)
    assert "\n" not in str(caught.value)
    assert set(stored().values()) == {0}


def test_a_run_that_fails_is_an_error_that_names_the_run(monkeypatch) -> None:
    analyst = Answering("review", status="rejected", scores=[])
    monkeypatch.setattr("hypotheses.analyst.builtin.BuiltinAnalyst", lambda: analyst)
    with pytest.raises(CommandError, match=r"^run \d+ failed: methodologist: a review with scores"):
        command("refine", REFINED["en"])


def test_a_text_of_two_ideas_is_refined_whole_with_a_proposal() -> None:
    out, log = command("refine", TWO, "--json")
    assert json.loads(out)["text"] == TWO
    assert "this text holds 2 hypotheses; --split makes a record of each:" in log
    assert "  - TDD reduces bugs in small teams" in log


def test_split_refines_each_and_gives_a_list() -> None:
    out, _log = command("refine", TWO, "--split", "--json")
    found = json.loads(out)
    assert [report["id"] for report in found] == list(
        Hypothesis.objects.order_by("pk").values_list("pk", flat=True)
    )
    assert {report["status"] for report in found} <= {"approved", "rejected"}


def test_a_near_duplicate_is_pointed_out() -> None:
    command("refine", REFINED["en"])
    first = Hypothesis.objects.get()
    out, log = command("refine", REFINED["en"])
    assert f"nearly the same as hypothesis {first.pk}: {REFINED['en']}" in log
    assert f"warning: nearly the same as hypothesis {first.pk}" in out


def test_the_frame_is_taken_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "claim.json"
    claim = {"comparator": {"text": "the same teams without it"}}
    for told in (claim, {"text": REFINED["en"], "claim": claim}):
        file.write_text(json.dumps(told))
        out, _log = command("refine", REFINED["en"], "--json", "--claim", str(file))
        found = json.loads(out)["versions"][0]["claim"]["comparator"]
        assert found == {"text": "the same teams without it", "origin": "user", "sure": True}


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b"\xff", b"[" * 100_000, b'{"colour": "red"}'])
def test_a_bad_file_is_one_clear_line(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "claim.json"
    file.write_bytes(data)
    with pytest.raises(CommandError, match=r"holds no JSON object$|^colour: there is no such"):
        command("refine", REFINED["en"], "--claim", str(file))
    with pytest.raises(CommandError, match="cannot read"):
        command("refine", REFINED["en"], "--claim", str(tmp_path / "none.json"))
    with pytest.raises(CommandError, match="leave out --split"):
        command("refine", REFINED["en"], "--split", "--claim", str(file))
    assert not Hypothesis.objects.exists()


def test_what_crivo_says_is_in_the_language_of_the_command() -> None:
    out, _ = command("refine", "Método incremental é mais rápido")
    assert "Testable once the author settles" in out
    assert "Testável" not in out
