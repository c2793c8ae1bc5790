"""What those who run the site ask of it."""

from __future__ import annotations

import json
import logging
import os
import shutil
import subprocess
import sys
from collections import namedtuple
from datetime import timedelta

import pytest
from django.db import OperationalError, connection
from django.db.models.functions import Now
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

import config
from config.logs import HIDDEN, Redacting, at_work, json_formatter, passwords, settings_of
from config.runs import beats
from config.runs.models import Step, WorkerHost
from config.runs.services import cancel_run, enqueue_run

pytestmark = pytest.mark.django_db
TOKEN = "a-token-for-monitoring"


def checks(client: Client) -> tuple[int, dict[str, str]]:
    answer = client.get("/readyz")
    return answer.status_code, answer.json()["checks"]


def test_alive_needs_no_database(client: Client, django_assert_num_queries) -> None:
    with django_assert_num_queries(0):
        answer = client.get("/healthz")
    assert (answer.status_code, answer.text) == (200, f"ok\ncrivo {config.__version__}\n")


def test_ready_with_a_beat(client: Client) -> None:
    beats.beat()
    status, said = checks(client)
    assert status == 200
    assert said == dict.fromkeys(("database", "migrations", "broker", "worker", "disk"), "ok")


def test_a_database_that_takes_no_writes_is_told(client: Client, monkeypatch) -> None:
    if connection.vendor == "sqlite":  # root may write to any file: as the system would answer
        monkeypatch.setattr(os, "access", lambda _path, _mode: False)
        assert checks(client)[1]["database"] == "read-only"
        return
    with connection.cursor() as cursor:
        cursor.execute("SET transaction_read_only = on")
    assert checks(client)[1]["database"] == "read-only"


def test_not_ready_without_one(client: Client) -> None:
    status, said = checks(client)
    assert (status, said["worker"]) == (503, "no beat")


def test_a_beat_that_is_old_is_none(client: Client) -> None:
    beats.beat()
    WorkerHost.objects.update(seen_at="2020-01-01T00:00:00Z")
    assert checks(client)[1]["worker"] == "no beat"


def test_a_beat_from_before_the_clock_was_set_back_is_none(client: Client) -> None:
    beats.beat()
    WorkerHost.objects.update(seen_at=Now() + timedelta(hours=1))
    assert checks(client)[1]["worker"] == "no beat"


def test_a_full_disk_is_told(client: Client, monkeypatch) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage(10, 10, 0))
    assert checks(client)[1]["disk"] == "full"


def test_a_database_that_fails_is_told_in_a_word_and_why_in_the_log(
    client: Client, monkeypatch, caplog
) -> None:
    def away(*_args: object) -> None:
        raise OperationalError("connection to 10.1.2.3 refused")

    monkeypatch.setattr(connection, "cursor", away)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["checks"]["database"] == "failed"
    assert "10.1.2.3" not in answer.text
    assert "connection to 10.1.2.3 refused" in caplog.text


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_nothing_is_changed_by_asking(client: Client, path: str) -> None:
    assert client.post(path).status_code == 405


class TestMetrics:
    @pytest.fixture(autouse=True)
    def _token(self, settings) -> None:
        settings.METRICS_TOKEN = TOKEN

    def read(self, client: Client) -> dict[tuple[str, ...], float]:
        answer = client.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"})
        assert answer.status_code == 200
        return {
            (sample.name, *sample.labels.values()): sample.value
            for family in text_string_to_metric_families(answer.text)
            for sample in family.samples
        }

    @pytest.mark.parametrize("given", ["", "Bearer ", "Bearer wrong", "Bearer ü", TOKEN[:-1]])
    def test_without_the_token_there_is_no_such_page(self, client: Client, given: str) -> None:
        answer = client.get("/metrics", headers={"authorization": given})
        assert answer.status_code == 404

    def test_without_a_token_set_nobody_reads_them(self, client: Client, settings) -> None:
        settings.METRICS_TOKEN = ""
        assert client.get("/metrics", headers={"authorization": "Bearer "}).status_code == 404

    def test_runs_and_the_queue(self, client: Client) -> None:
        for _ in range(2):
            enqueue_run(kind="probe", subject_id=1, wake=False)
        cancel_run(run_id=enqueue_run(kind="probe", subject_id=1, wake=False).pk)
        found = self.read(client)
        assert found["crivo_runs", "probe", "queued"] == 2
        assert found["crivo_runs", "probe", "cancelled"] == 1
        assert found["crivo_runs", "probe", "dead"] == 0
        assert found["crivo_queue_depth",] == 2
        assert 0 <= found["crivo_queue_oldest_seconds",] < 60

    def test_steps_and_workers(self, client: Client, settings) -> None:
        run = enqueue_run(kind="probe", subject_id=1, wake=False)
        for number in (1, 2):
            Step.objects.create(
                run=run, node="alpha", iteration=number, item="", output=1, fence=1, seconds=1.5
            )
        beats.beat()
        found = self.read(client)
        assert found["crivo_steps_total", "probe", "alpha"] == 2
        assert found["crivo_step_seconds_total", "probe", "alpha"] == 3.0
        workers = {key: value for key, value in found.items() if key[0] == "crivo_workers"}
        assert list(workers.values()) == [settings.WORKERS]


class TestRequestId:
    def test_each_answer_has_one_of_its_own(self, client: Client) -> None:
        names = {client.get("/healthz").headers["X-Request-ID"] for _ in range(2)}
        assert len(names) == 2

    def test_a_proxy_s_is_kept(self, client: Client) -> None:
        answer = client.get("/healthz", headers={"x-request-id": "abc-12345"})
        assert answer.headers["X-Request-ID"] == "abc-12345"

    @pytest.mark.parametrize("given", ["short", "with space in it", "x" * 65, "a\tb\tc\td\te"])
    def test_another_is_not(self, client: Client, given: str) -> None:
        answer = client.get("/healthz", headers={"x-request-id": given})
        assert answer.headers["X-Request-ID"] != given


class TestLogs:
    def line(self, *args: object, exc_info: object = None) -> dict[str, object]:
        record = logging.LogRecord("crivo", logging.ERROR, __file__, 1, args[0], args[1:], exc_info)  # type: ignore[arg-type]
        handler = Redacting(["hunter2-secret", "abc", 'quo"ted-secret'])
        handler.setFormatter(json_formatter())
        found: dict[str, object] = json.loads(handler.format(record))
        assert record.exc_info == exc_info  # other handlers see it as it was
        return found

    def test_a_line_is_a_json_object(self) -> None:
        line = self.line("run %s failed", 7)
        assert (line["event"], line["level"], line["logger"]) == ("run 7 failed", "error", "crivo")
        assert str(line["timestamp"]).endswith("Z")

    @pytest.mark.parametrize("kind", ["line", "json"])
    def test_it_names_the_run_and_the_request_at_work(self, kind: str, settings) -> None:
        settings.LOGGING = settings_of(kind, [])
        with at_work(run=3, request="abc"):
            line = self.line("something")
        assert (line.get("run"), line.get("request")) == (
            (3, "abc") if kind == "json" else (None, None)
        )

    def test_secrets_do_not_stand_in_it_nor_in_its_traceback(self) -> None:
        try:
            raise ValueError("cannot reach redis://:hunter2-secret@host")
        except ValueError as error:
            line = self.line("%s", error, exc_info=(type(error), error, error.__traceback__))
        assert "hunter2-secret" not in json.dumps(line)
        assert str(line["event"]).count(HIDDEN) == 1
        assert "Traceback" in str(line["exception"])

    @pytest.mark.parametrize("kind", ["line", "json"])
    def test_no_logger_goes_around_the_redaction(self, kind: str) -> None:
        loggers = ["config.runs.execution", "django-q", "django.request"]
        script = (
            "import logging, django; django.setup()\n"
            f"for name in {loggers}: logging.getLogger(name).error(f'{{name}} with %s', "
            "'hunter2-secret')"
        )
        told = subprocess.run(
            [sys.executable, "-c", script],
            env={
                **os.environ,
                "DJANGO_SETTINGS_MODULE": "config.settings",
                "CRIVO_LOG_FORMAT": kind,
                "SOME_PROVIDER_KEY": "hunter2-secret",
            },
            capture_output=True,
            text=True,
            check=True,
        )
        assert "hunter2-secret" not in told.stdout + told.stderr
        for logger in loggers:
            assert told.stderr.count(f"{logger} with {HIDDEN}") == 1

    def test_a_secret_that_json_writes_otherwise_is_found(self) -> None:
        assert self.line("with %s", 'quo"ted-secret')["event"] == f"with {HIDDEN}"

    def test_a_word_too_short_to_be_a_secret_is_left(self) -> None:
        assert self.line("abc")["event"] == "abc"

    def test_passwords_are_found_in_addresses(self) -> None:
        urls = ["postgres://u:p%40ss@h/d", "", "redis://h/0", "redis://:other@h"]
        assert passwords(urls) == ["p%40ss", "other", "p@ss"]
