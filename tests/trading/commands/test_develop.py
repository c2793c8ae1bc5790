"""`manage.py develop`."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError
from django.utils import translation

from config.runs.models import Run
from tests.config.runs.asking import configure
from tests.hypotheses.helpers import command
from tests.llm.server import FaultServer
from tests.trading.market.files import walk
from tests.trading.model_analyst.talker import everything
from tests.trading.services.inline import InlinePool, stored
from tests.trading.storage.stored import dataset
from trading.models import MemorySnapshot, Strategy

LIMITS = ["--max-iterations", "1", "--variants", "3", "--seed", "7", "--memory", "none"]
KEPT = {"Dataset": 0, "PriceBlob": 0}
"""A bundled ticker is stored when it is first asked for, whatever becomes of the request."""

SPEC = {
    "spec_version": 1,
    "name": "Mine",
    "indicators": {"last": {"kind": "return"}},
    "long_entry": {"op": ">", "left": "last", "right": 0},
    "long_exit": {"op": "<", "left": "last", "right": 0},
}


@pytest.fixture
def inline(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trading.backtest.pool.Pool", InlinePool)
    dataset()


def refused(*arguments: Any) -> tuple[str, int]:
    """The one line a command ends with, and its exit code; nothing is written."""
    before = stored()
    with pytest.raises(CommandError) as error:
        command("develop", *arguments)
    assert stored() | KEPT == before | KEPT
    line = str(error.value)
    assert "\n" not in line.strip()
    return line, error.value.returncode


def written(folder: Path, content: Any) -> Path:
    file = folder / "document.json"
    file.write_text(content if isinstance(content, str) else json.dumps(content))
    return file


def test_help_names_every_option(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as ended:
        command("develop", "--help")
    assert ended.value.code == 0
    text = capsys.readouterr().out
    for option in ("--objective", "--max-iterations", "--max-strategy-iterations", "--profile",
                   "--max-research-iterations", "--variants", "--seed", "--json", "--constraints",
                   "--spec", "--memory", "--extend", "--fork", "--language"):  # fmt: skip
        assert option in text
    assert "1 to 100 (default: 15)" in " ".join(text.split())


def test_json_is_the_final_state_with_id_and_trials(inline: None):
    out, log = command("develop", "WALK", *LIMITS, "--json")
    report = json.loads(out)
    strategy = Strategy.objects.get()
    assert report["id"] == strategy.pk
    assert report["trials"] == strategy.trials.count()
    assert set(strategy.state) <= set(report)
    assert report["final_status"] == strategy.final_status
    assert "research 1: " in log
    assert "iteration 1: " in log


def test_what_models_will_take_is_told_before_it_starts(inline: None, settings: Any):
    with FaultServer(always="unauthorized") as server:
        configure(settings, server, MAX_CALLS=10)
        _out, log = command("develop", "WALK", *LIMITS, "--json")
    first, second, *_rest = log.splitlines()
    assert first.startswith("about 11 calls to the models, 0.0")
    assert "no more than 10 (CRIVO_LLM_BUDGET, calls)" in second


def test_what_models_took_is_told_after(inline: None, settings: Any):
    with FaultServer(everything) as server:
        configure(settings, server)
        out, _log = command("develop", "WALK", *LIMITS, "--json")
    report = json.loads(out)
    usage = report["usage"]
    assert usage["llm_calls"] == report["total_llm_calls"] == len(server.asked)
    assert usage["cost_usd"] == report["total_cost"] > 0


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", ("strategy", "Technical analysis", "best of the last round", "within the limits")),
     ("pt", ("estratégia", "Análise técnica", "melhor da última rodada", "dentro dos limites"))],
)  # fmt: skip
def test_it_says_what_was_found_in_the_language_of_the_command(
    inline: None, language: str, words: tuple[str, ...]
):
    with translation.override({"en": "en", "pt": "pt-br"}[language]):
        out, log = command("develop", "WALK", *LIMITS)
    for said in words:
        assert said in out
    assert "=> MAX_ITERATIONS" in out or "=> " in out
    assert log
    assert Strategy.objects.get().language == language


def test_masked_is_kept_by_a_fork_and_cannot_be_added_later(inline: None):
    command("develop", "WALK", "--masked", *LIMITS)
    first = Strategy.objects.get()
    assert first.masked
    command("develop", "--fork", str(first.pk), *LIMITS)
    assert Strategy.objects.latest("pk").masked
    with pytest.raises(CommandError, match="--masked cannot be changed by --extend"):
        command("develop", "--extend", str(first.pk), "--masked")


def test_fractions_are_said_once_and_kept_beside_what_a_fork_takes_over(inline: None):
    demanded = ["--constraints", '{"long_only": true}']
    command("develop", "WALK", "--no-fractions", *demanded, *LIMITS)
    first = Strategy.objects.get()
    assert (first.constraints["fractions"], first.constraints["long_only"]) == (False, True)
    command("develop", "--fork", str(first.pk), "--fractions", "--margin", ".5", *LIMITS)
    other = Strategy.objects.latest("pk").constraints
    assert (other["fractions"], other["long_only"], other["margin"]) == (True, True, 0.5)
    with pytest.raises(CommandError, match="--fractions cannot be changed by --extend"):
        command("develop", "--extend", str(first.pk), "--no-fractions")
    line, code = refused("WALK", "--fractions", "--constraints", '{"fractions": false}')
    assert ("name it once" in line, code) == (True, 2)


def test_the_language_of_the_texts_can_be_chosen(inline: None):
    out, _log = command("develop", "WALK", *LIMITS, "--language", "pt", "--json")
    assert "rodaram" in json.loads(out)["backtest_summary"]


def test_one_at_its_limit_can_be_extended_and_forked(inline: None):
    first = json.loads(command("develop", "WALK", *LIMITS, "--json")[0])
    assert first["final_status"] == "MAX_ITERATIONS"
    longer = json.loads(
        command("develop", "--extend", first["id"], "--max-iterations", 2, "--json")[0]
    )
    assert (longer["id"], longer["max_iterations"]) == (first["id"], 2)
    assert len(longer["iteration_history"]) == 2
    fork = json.loads(command("develop", "--fork", first["id"], "--seed", 9, "--json")[0])
    assert (fork["seed"], fork["max_iterations"], fork["variants"]) == (9, 2, 3)
    assert fork["trial_counts"]["inherited"] == longer["trials"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["AAPL", "--extend", "1"],
        ["--extend", "1", "--fork", "1"],
        ["AAPL", "--max-iterations", "0"],
        ["AAPL", "--max-iterations", "101"],
        ["AAPL", "--max-iterations", "1.5"],
        ["AAPL", "--max-strategy-iterations", "21"],
        ["AAPL", "--max-research-iterations", "0"],
        ["AAPL", "--variants", "2"],
        ["AAPL", "--variants", "6"],
        ["AAPL", "--seed", "-1"],
        ["AAPL", "--seed", "x"],
        ["AAPL", "--language", "de"],
        ["--extend", "x"],
        ["AAPL", "--nonsense"],
        ["--extend", "1", "--seed", "3"],
        ["--extend", "1", "--objective", "x"],
    ],
    ids=" ".join,
)
def test_a_wrong_use_is_told_in_one_line(arguments: list[str]):
    line, _code = refused(*arguments)
    assert len(line) > 10


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["NOPE"], "AAPL, FB, GOOG, IBM, MSFT"),
        (["FB"], "196"),
        (["AAPL", "--objective", " "], "the objective is empty"),
        (["AAPL", "--objective", "x" * 2_001], "2001 characters"),
        (["AAPL", "--profile", "gentle"], "gentle"),
        (["AAPL", "--memory", "beef"], "beef"),
        (["AAPL", "--memory", ""], "snapshot"),
        (["--extend", "77"], "77"),
        (["--fork", "77"], "77"),
        (["AAPL", "--constraints", "{nope"], "--constraints: not JSON"),
        (["AAPL", "--constraints", "/no/such/file"], "--constraints: /no/such/file"),
        (["AAPL", "--constraints", '{"long_only": 3}'], "long_only"),
        (["AAPL", "--constraints", '{"forbidden_indicators": ["x"]}'], "forbidden_indicators.0"),
        (["AAPL", "--constraints", '{"commission": NaN}'], "commission"),
        (["AAPL", "--constraints", '{"start": "soon"}'], "start"),
        (["AAPL", "--constraints", '{"start": "2013-01-01"}'], "bars"),
        (["AAPL", "--spec", "/no/such/file"], "--spec: /no/such/file"),
        (["AAPL", "--spec", "/"], "--spec: /"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(arguments: list[str], said: str):
    line, code = refused(*arguments)
    assert said in line
    assert code == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "not JSON"),
        ("[1]", "expected a JSON object"),
        ("[" * 100_000, "nested too deeply"),
        ({**SPEC, "indicators": {"last": {"kind": "magic"}}}, "indicators.last"),
        ({**SPEC, "long_entry": {"op": ">", "left": "nobody", "right": 0}}, "long_entry.left"),
        ({**SPEC, "surprise": 1}, "surprise"),
        ({**SPEC, "name": ""}, "name"),
    ],
)
def test_a_bad_spec_is_refused_with_its_path(tmp_path: Path, content: Any, said: str):
    line, code = refused("AAPL", "--spec", written(tmp_path, content))
    assert said in line
    assert code == 1


def test_refusals_are_in_the_language_of_the_command(db: None):
    with translation.override("pt-br"):
        line, _code = refused("NOPE")
    assert "conhecid" in line.lower()


def test_a_spec_and_constraints_can_be_handed_in(inline: None, tmp_path: Path):
    limits = written(tmp_path, {"long_only": True, "commission": 0.002})
    spec = tmp_path / "spec.json"
    spec.write_text(json.dumps(SPEC))
    command("develop", "WALK", *LIMITS, "--constraints", limits, "--spec", spec)
    strategy = Strategy.objects.get()
    assert strategy.constraints["commission"] == 0.002
    assert strategy.variants.get(iteration=1, index=0).name == "Mine"


def test_a_spec_can_come_from_standard_input(inline: None, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(SPEC).encode())))
    command("develop", "WALK", *LIMITS, "--spec", "-")
    kept: Any = Strategy.objects.get().starting_spec
    assert kept["name"] == "Mine"


def test_a_named_snapshot_of_memory_is_used(inline: None):
    snapshot = MemorySnapshot.objects.create(sha256="beef" * 16, content=[])
    command("develop", "WALK", *LIMITS[:-1], "beefbeef")
    assert Strategy.objects.get().memory == snapshot


def test_a_run_that_fails_is_told_in_one_line(inline: None, monkeypatch: pytest.MonkeyPatch):
    async def broken(*_args: Any) -> Any:
        raise ArithmeticError("the bench fell over")

    monkeypatch.setattr("trading.services.bench.PoolBench.backtest", broken)
    with pytest.raises(CommandError, match="parallel_backtest: the bench fell over") as error:
        command("develop", "WALK", *LIMITS)
    assert error.value.returncode == 1
    assert Run.objects.get().status == Run.Status.FAILED


@pytest.mark.slow
def test_a_whole_development_with_real_workers(transactional_db: None):
    dataset(walk(600, seed=4), ticker="WALK")
    arguments = ["develop", "WALK", "--max-iterations", "2", "--variants", "3", "--seed", "7",
                 "--memory", "none", "--json"]  # fmt: skip
    report = json.loads(command(*arguments)[0])
    assert report["final_status"] != "SUCCESS"
    assert all("never traded" in line for line in report["error_log"])  # nothing broke
    assert {row["engine"] for row in report["backtest_results"]} <= {"kernel", "reference"}
    assert all(set(row["segments"]) == {"train", "validation"}
               for row in report["backtest_results"])  # fmt: skip
