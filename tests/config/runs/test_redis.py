"""Redis as the broker: it wakes workers, and nothing is lost with it."""

from __future__ import annotations

import pytest
import redis

from config.runs import broker
from config.runs.models import Run
from config.runs.services import enqueue_run
from config.runs.supervisor import sweep
from tests.config.runs.conftest import Probe
from tests.processes import Site, wait_for
from tests.redis_server import RedisServer


def test_a_redis_that_answers_has_no_fault(redis_server: RedisServer, settings) -> None:
    settings.REDIS_URL = redis_server.url
    assert broker.fault() == ""


def test_a_redis_that_is_away_is_one_line_that_names_the_setting(
    redis_server: RedisServer, settings
) -> None:
    settings.REDIS_URL = redis_server.url.replace("//", "//:hidden@")
    redis_server.stop()
    fault = broker.fault()
    assert fault.startswith("Redis does not answer (")
    assert fault.endswith("): start it, or check REDIS_URL")
    assert "hidden" not in fault


def test_the_workers_are_told_over_one_connection(broker_server: RedisServer) -> None:
    with redis.from_url(broker_server.url) as client:
        before = client.info("stats")["total_connections_received"]
        for number in range(5):
            broker.wake(number)
        assert client.info("stats")["total_connections_received"] == before + 1
        broker_server.stop()
    broker_server.start()
    broker.wake(6)  # what a Redis that was started again closed is opened anew
    with redis.from_url(broker_server.url) as client:
        assert sum(client.llen(key) for key in client.keys("django_q:*")) == 1


@pytest.mark.slow
class TestWithARealWorker:
    def work(self, site: Site, redis_server: RedisServer):
        return site.start("work", REDIS_URL=redis_server.url)

    def test_a_message_wakes_a_worker_and_a_lost_one_is_found(
        self, site: Site, probe: Probe, redis_server: RedisServer
    ) -> None:
        lost = probe.new(wake=False)  # nobody was ever told: as if Redis had lost the message
        Run.objects.filter(pk=lost.pk).update(woken_at="2020-01-01T00:00:00Z")
        work = self.work(site, redis_server)
        wait_for(lambda: status(lost) == "done", "the sweeper to find it")
        redis_server.stop()
        wait_for(lambda: "Redis" in work.log or "Error 111" in work.log, "the loss to be told")
        waiting = probe.new(wake=False)
        Run.objects.filter(pk=waiting.pk).update(woken_at="2020-01-01T00:00:00Z")
        redis_server.start()
        wait_for(lambda: status(waiting) == "done", "the run to be taken up")
        assert work.popen.poll() is None
        with redis.from_url(redis_server.url) as client:
            assert client.keys("django_q:*:q*") == []


@pytest.mark.django_db(transaction=True)
def test_a_run_is_taken_on_while_redis_is_away(
    probe: Probe, broker_server: RedisServer, caplog
) -> None:
    broker_server.stop()
    run = enqueue_run(kind="probe", subject_id=1)
    assert status(run) == "queued"
    warned = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert len(warned) == 1
    assert f"run {run.pk} waits: Redis does not answer" in warned[0]


@pytest.mark.django_db(transaction=True)
def test_a_redis_that_is_away_is_asked_once_a_sweep_and_told_of_all_when_it_is_back(
    probe: Probe, broker_server: RedisServer, caplog
) -> None:
    runs = [probe.new() for _ in range(2)]
    Run.objects.update(woken_at="2020-01-01T00:00:00Z")
    broker_server.stop()
    assert sweep().woken == []
    assert len([each for each in caplog.records if "waits: Redis" in each.getMessage()]) == 1
    broker_server.start()
    assert sweep().woken == [run.pk for run in runs]


def status(run: Run) -> str:
    return Run.objects.values_list("status", flat=True).get(pk=run.pk)
