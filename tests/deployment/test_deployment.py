"""The deployment that deploy/ describes, from the first migration to a restore."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.processes import wait_for
from tests.redis_server import RedisServer
from tests.reliability.servers import Postgres

from .deployed import DEPLOY, HOST, Deployed

pytestmark = pytest.mark.slow
PASSWORD = "correct horse battery"
DEVELOPMENT = {
    "ticker": "AAPL", "profile": "classic", "memory": "none",
    "limits": {"max_iterations": 1, "max_strategy_iterations": 1, "max_research_iterations": 1,
               "variants": 3},
}  # fmt: skip


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Deployed]:
    redis = RedisServer(tmp_path / "redis")
    with Postgres() as postgres:
        redis.start()
        here = Deployed(tmp_path / "site", postgres, redis)
        try:
            yield here
        finally:
            here.close()
            redis.stop()


class Person:
    """Ana, with a token, at the API."""

    def __init__(self, site: Deployed) -> None:
        self._client = site.visitor()
        told = self.post("tokens", username="ana", password=PASSWORD)
        self._client.headers["Authorization"] = f"Token {told['token']}"

    def post(self, what: str, **body: Any) -> Any:
        answer = self._client.post(f"/api/v1/{what}/", json=body)
        assert answer.is_success, answer.text
        return answer.json()

    def status(self, run: int) -> str:
        return str(self.get(f"runs/{run}").json()["status"])

    def get(self, what: str) -> httpx.Response:
        return self._client.get(f"/api/v1/{what}/")

    def sees_done(self, *runs: int) -> None:
        # Seldom: a person may ask three hundred times a minute.
        wait_for(
            lambda: all(self.status(run) == "done" for run in runs), f"the runs {runs}", every=0.5
        )


def test_what_is_deployed_serves_works_and_is_restored(site: Deployed, tmp_path: Path) -> None:
    site.manage(*site.composed("migrate"))
    site.manage("createsuperuser", "--noinput", "--username", "ana", "--email", "",
                DJANGO_SUPERUSER_PASSWORD=PASSWORD)  # fmt: skip
    web, worker = site.start("web"), site.start("worker")
    site.start_caddy()
    wait_for(site.answers, "the web server", every=0.5)

    probes_are_answered(site)
    tls_is_demanded(site)
    static_files_are_served(site)
    long_addresses_are_refused(site)
    the_visitors_address_counts(site)
    she_signs_in(site)

    ana = Person(site)
    developed = ana.post("strategies", **DEVELOPMENT)["run"]
    refined = ana.post("hypotheses", text="TDD reduces bugs in small teams")["run"]
    ana.sees_done(developed, refined)
    site.manage(*site.health_check("worker"))

    # The workers are stopped at work, as for an upgrade. A backup is made while others go on.
    later = ana.post("strategies", **DEVELOPMENT)["run"]
    wait_for(lambda: ana.status(later) != "queued", "the run to begin", every=0.5)
    site.stop(worker)
    worker = site.start("worker")
    file = tmp_path / "backup.tar.gz"
    site.manage("backup", str(file))
    ana.sees_done(later)

    # What came after the backup is gone; what was at work then is done by those who come.
    lost = ana.post("hypotheses", text="Coffee improves memory in adults")["run"]
    wait_for(lambda: site.works(worker), "the worker's beat", every=0.5)
    site.stop(worker)
    site.stop(web)
    assert "restored" in site.manage("restore", str(file), "--replace")
    site.start("web")
    site.start("worker")
    wait_for(site.answers, "the web server", every=0.5)
    ana = Person(site)
    ana.sees_done(developed, refined, later)
    assert ana.get(f"runs/{lost}").status_code == 404
    assert PASSWORD not in site.logs()


def probes_are_answered(site: Deployed) -> None:
    token = site.settings["CRIVO_METRICS_TOKEN"]
    wait_for(lambda: site.inside("/readyz").is_success, "the worker's beat", every=0.5)
    assert "crivo_runs" in site.inside("/metrics", Authorization=f"Bearer {token}").text
    docker = (DEPLOY / "Dockerfile").read_text()
    probe = re.search(r'\["python", "-c", "(.*)"\]', docker)
    assert probe is not None
    ours = probe[1].replace("8000", str(site.web_port))
    subprocess.run([sys.executable, "-c", ours], check=True)


def tls_is_demanded(site: Deployed) -> None:
    with site.visitor(scheme="http") as anybody:
        answer = anybody.get("/sign-in/")
        assert answer.status_code == 308
        assert answer.headers["Location"].startswith(f"https://{HOST}")
    assert site.inside("/sign-in/").status_code == 301
    with site.visitor() as anybody:
        answer = anybody.get("/sign-in/")
        assert answer.status_code == 200
        assert "max-age=" in answer.headers["Strict-Transport-Security"]
        cookie = answer.headers["Set-Cookie"]
        assert cookie.startswith("__Host-csrftoken=")
        assert "Secure" in cookie
        assert "Domain" not in cookie


def long_addresses_are_refused(site: Deployed) -> None:
    with site.visitor() as anybody:
        answer = anybody.get(f"/sign-in/?q={'x' * 9_000}")
    assert answer.status_code == 414
    assert "send long texts in the body" in answer.text


def static_files_are_served(site: Deployed) -> None:
    with site.visitor() as anybody:
        found = re.search(r'href="(/static/crivo\.\w+\.css)"', anybody.get("/sign-in/").text)
        assert found is not None
        answer = anybody.get(found[1])
        assert (answer.status_code, answer.headers["Content-Encoding"]) == (200, "gzip")
        assert "immutable" in answer.headers["Cache-Control"]


def the_visitors_address_counts(site: Deployed) -> None:
    """Wrong passwords are counted for who sent them, whatever address he says he has."""
    with site.visitor("127.0.0.9") as somebody:
        answer = signed_in(somebody, "wrong", **{"X-Forwarded-For": "203.0.113.7"})
        assert answer.status_code == 200
    found = site.postgres.do("SELECT ip_address, username FROM axes_accessattempt")
    assert [(str(address), name) for address, name in found] == [("127.0.0.9", "ana")]


def she_signs_in(site: Deployed) -> None:
    with site.visitor() as ana:
        answer = signed_in(ana, PASSWORD)
        assert answer.status_code == 302
        cookies_are_of_this_host_alone(answer.headers.get_list("Set-Cookie"))
        inbox = ana.get("/")
        assert inbox.status_code == 200
        assert "no-store" in inbox.headers["Cache-Control"]


def cookies_are_of_this_host_alone(cookies: list[str]) -> None:
    told = {cookie.partition("=")[0]: cookie.lower() for cookie in cookies}
    for name in ("sessionid", "csrftoken", "crivo_devices"):
        ours = told[f"__Host-{name}"]
        assert "; secure" in ours
        assert "; samesite=strict" in ours
        assert ("; httponly" in ours) == (name != "csrftoken")


def signed_in(visitor: httpx.Client, password: str, **headers: str) -> httpx.Response:
    visitor.get("/sign-in/")
    form = {"username": "ana", "password": password,
            "csrfmiddlewaretoken": visitor.cookies["__Host-csrftoken"]}  # fmt: skip
    return visitor.post("/sign-in/", data=form, headers=headers)
