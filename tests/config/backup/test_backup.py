"""A backup made while runs are at work, what it holds, and what a restore refuses."""

from __future__ import annotations

import io
import json
import stat
import tarfile
import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models.functions import Now
from django.utils import timezone

from config import backup as restoration
from config.backup import make_backup, proofs, restore_backup, verify_backup
from config.desk.refusals import Conflict, Refusal
from config.runs import beats
from config.runs.errors import RunError
from config.runs.execution import execute
from config.runs.models import Run, WorkerHost
from config.runs.supervisor import sweep
from tests.config.runs.conftest import UNDISTURBED, Probe, marks
from tests.people import person
from tests.processes import wait_for
from tests.trading.desk import developed
from trading.models import Strategy, Variant

pytestmark = pytest.mark.django_db(transaction=True)
Told = list[str]


@pytest.fixture
def probe(tmp_path: Path) -> Probe:
    return Probe(tmp_path)


@pytest.fixture
def held(probe: Probe) -> Iterator[Run]:
    """A run that another thread is at, in its third step, until the test ends."""
    run = probe.new(hold={"gamma": str(probe.gate())})

    def work() -> None:
        execute(run.pk)
        connection.close()

    worker = threading.Thread(target=work)
    worker.start()
    wait_for(lambda: "begin gamma" in probe.calls(), "the third step")
    yield run
    probe.gate().touch()
    worker.join()


def backup(folder: Path) -> Path:
    return make_backup(file=folder / "backup.tar.gz")[0]


def proved(file: Path) -> Told:
    told: Told = []
    verify_backup(file=file, say=told.append)
    return told


def restored(file: Path, *, replace: bool = False) -> Told:
    told: Told = []
    restore_backup(file=file, replace=replace, say=told.append)
    return told


def altered(file: Path, **changes: Any) -> Path:
    """The same backup with another manifest, or database."""
    place = file.with_name("altered.tar.gz")
    with tarfile.open(file) as read, tarfile.open(place, "w:gz") as out:
        for entry in read:
            content = read.extractfile(entry).read()  # type: ignore[union-attr]
            if entry.name == restoration.MANIFEST:
                content = json.dumps(json.loads(content) | changes).encode()
            entry.size = len(content)
            out.addfile(entry, io.BytesIO(content))
    return place


def test_one_made_while_a_run_is_at_work_is_whole(tmp_path: Path, held: Run) -> None:
    strategy = developed()
    person("ana")
    told = proved(backup(tmp_path))
    assert told[1:] == ["runs and steps: as they were", "certificate: holds"]
    assert Run.objects.get(pk=held.pk).status == "running"  # the trial was of another database
    assert Strategy.objects.filter(pk=strategy.pk).exists()


def test_a_restored_run_goes_on_where_the_backup_found_it(
    tmp_path: Path, probe: Probe, held: Run
) -> None:
    file = backup(tmp_path)
    probe.gate().touch()
    wait_for(lambda: Run.objects.get(pk=held.pk).status == "done", "the run")
    person("bob")
    restored(file, replace=True)
    run = Run.objects.get(pk=held.pk)
    assert (run.status, [name for name, _value in marks(run)]) == ("running", ["alpha", "beta"])
    Run.objects.update(lease_until=Now() - timedelta(hours=1))
    sweep()
    execute(run.pk)
    assert marks(run) == UNDISTURBED
    assert probe.calls()["begin alpha"] == probe.calls()["begin beta"] == 1


def test_nothing_is_written_over_without_being_asked_to(tmp_path: Path) -> None:
    file = backup(tmp_path)
    person("ana")
    with pytest.raises(Conflict, match=r"holds data \(auth_user.*--replace"):
        restored(file)
    restored(file, replace=True)
    assert not list(restoration._with_rows())
    with pytest.raises(Conflict, match="is there already"):
        make_backup(file=file)


def test_a_database_that_was_only_migrated_is_restored_into(tmp_path: Path) -> None:
    made = backup(tmp_path)
    assert restored(made)[-1] == "certificate: none was there"


def test_it_is_for_its_owner_alone_and_holds_no_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CRIVO_SECRET_KEY", "k" * 60)
    monkeypatch.setenv("CRIVO_HTTPS", "true")
    monkeypatch.setenv("REDIS_URL", "redis://someone:hush@redis:6379/0?password=hush")
    file = backup(tmp_path)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with tarfile.open(file) as tar:
        lines = tar.extractfile(restoration.SETTINGS).read().decode()  # type: ignore[union-attr]
    assert {"# CRIVO_SECRET_KEY=", "CRIVO_HTTPS=true", "REDIS_URL=redis://redis:6379/0"} <= set(
        lines.splitlines()
    )
    assert "hush" not in lines


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda content: b"", "no backup"),
        (lambda content: content[: len(content) // 2], "no backup"),
        (lambda content: content[:5_000] + b"oops" + content[5_004:], "no backup"),
    ],
    ids=["empty", "cut", "changed"],
)
def test_a_damaged_file_changes_nothing(
    tmp_path: Path, spoil: Callable[[bytes], bytes], why: str
) -> None:
    person("ana")
    file = backup(tmp_path)
    file.write_bytes(spoil(file.read_bytes()))
    before = proofs.rows()
    with pytest.raises(Refusal, match=why):
        restored(file, replace=True)
    assert proofs.rows() == before


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"sha256": "0" * 64}, "damaged"),
        ({"engine": "abacus"}, "a backup of abacus"),
        ({"migrations": ["desk.9999_tomorrow"]}, "newer version.*desk.9999_tomorrow"),
    ],
)
def test_what_cannot_be_used_changes_nothing(
    tmp_path: Path, changes: dict[str, Any], why: str
) -> None:
    person("ana")
    file = altered(backup(tmp_path), **changes)
    with pytest.raises(Refusal, match=why):
        restored(file, replace=True)
    assert person("bob").pk > 1


@pytest.mark.parametrize(
    ("changes", "why"),
    [({"rows": {}}, r"rows are missing or too many: .*\d+/0"), ({"ledger": ""}, "runs and steps")],
)
def test_what_is_not_as_the_backup_says_is_told(
    tmp_path: Path, changes: dict[str, Any], why: str
) -> None:
    with pytest.raises(Refusal, match=why):
        proved(altered(backup(tmp_path), **changes))


def test_a_certificate_that_does_not_hold_is_told(tmp_path: Path) -> None:
    developed()
    Variant.objects.update(name="another")
    state = proofs.statements()["certificate"]
    Variant.objects.update(name="a third")
    with pytest.raises(Refusal, match="certificate: it does not hold: .*name"):
        proved(altered(backup(tmp_path), proofs={"certificate": state}))


def test_where_workers_are_at_work_nothing_is_restored(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = backup(tmp_path)
    with beats.worker_lock(), pytest.raises(RunError, match="is running already"):
        restored(file)
    beats.beat()
    monkeypatch.setattr("config.backup.time.sleep", lambda _seconds: beats.beat())
    with pytest.raises(Conflict, match="workers are at work"):
        restored(file)


def test_a_worker_that_was_stopped_is_waited_out(tmp_path: Path, settings: Any) -> None:
    settings.RUN_LEASE_SECONDS = settings.RUN_SWEEP_SECONDS = 1
    file = backup(tmp_path)
    beats.beat()
    WorkerHost.objects.update(seen_at=timezone.now() - timedelta(seconds=5))
    assert restored(file)[0] == "waiting until no worker is heard of"


def test_the_commands_say_what_became_of_it(tmp_path: Path, capsys: Any) -> None:
    call_command("backup", str(tmp_path))
    (file,) = tmp_path.glob("crivo-*.tar.gz")
    assert f"{file}: " in capsys.readouterr().out
    call_command("restore", str(file), verify=True)
    assert capsys.readouterr().out == "the backup is whole\n"
    with pytest.raises(CommandError, match="No such file"):
        call_command("restore", str(tmp_path / "none"))
