"""The containers of deploy/ may do little: read from the files, Docker itself is not started."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml
from django.conf import settings

DEPLOY = settings.BASE_DIR / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SERVICES: dict[str, Any] = COMPOSE["services"]
OURS = {name for name, told in SERVICES.items() if told["image"] == "crivo"}
DOCKERFILE = (DEPLOY / "Dockerfile").read_text().replace("\\\n", " ")
STEPS = [line.split(None, 1) for line in DOCKERFILE.splitlines() if re.match(r"[A-Z]+ ", line)]


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_is_confined(name: str) -> None:
    told = SERVICES[name]
    assert told["read_only"] is True
    assert "/tmp" in told["tmpfs"]  # noqa: S108
    assert told["cap_drop"] == ["ALL"]
    assert told["security_opt"] == ["no-new-privileges:true"]
    assert all(told[limit] for limit in ("mem_limit", "cpus", "pids_limit"))
    assert not {"privileged", "cap_add", "network_mode", "pid"} & set(told)
    assert name in OURS or told["user"] not in ("root", "0")


@pytest.mark.parametrize("name", SERVICES)
def test_what_is_kept_is_in_a_volume_of_its_own(name: str) -> None:
    volumes = [volume.split(":")[0] for volume in SERVICES[name].get("volumes", [])]
    assert set(volumes) <= set(COMPOSE["volumes"])
    assert volumes == [name] or name == "redis"


def test_only_this_machine_reaches_the_web_server() -> None:
    ports = {name: told["ports"] for name, told in SERVICES.items() if "ports" in told}
    assert ports == {"web": ["127.0.0.1:8000:8000"]}


def test_the_image_runs_without_root() -> None:
    users = [told for step, told in STEPS if step == "USER"]
    assert users == ["crivo"]
    assert [step for step, _ in STEPS].index("USER") > max(
        index for index, (step, _) in enumerate(STEPS) if step == "RUN"
    )
    assert "--uid 10001" in DOCKERFILE
    assert f"{STEPS[0][1]}".startswith("python:3.")


@pytest.mark.parametrize(
    "image", [STEPS[0][1], *(told["image"] for told in SERVICES.values() if "build" not in told)]
)
def test_an_image_is_pinned_by_its_digest(image: str) -> None:
    assert re.fullmatch(r"\w+:[\w.-]+@sha256:[0-9a-f]{64}", image)


def test_the_extras_are_a_build_argument_and_pinned() -> None:
    told = next(told for step, told in STEPS if step == "ARG")
    extras = told.removeprefix("EXTRAS=").strip('"').split()
    pinned = re.findall(
        r"^([\w-]+)==", (settings.BASE_DIR / "requirements-extras.txt").read_text(), re.M
    )
    assert extras
    assert set(extras) <= set(pinned)
    assert "-r requirements.txt -c requirements-extras.txt $EXTRAS" in " ".join(DOCKERFILE.split())
    installs = re.findall(r"pip install (?!--quiet --dry-run)\S+", DOCKERFILE)
    assert installs == ["pip install --require-hashes"]


def test_the_image_holds_no_settings() -> None:
    ignored = (settings.BASE_DIR / ".dockerignore").read_text().split()
    assert {"deploy/crivo.env", "var", ".git"} <= set(ignored)
    assert not [told for step, told in STEPS if step in ("ENV", "ARG") and "SECRET" in told]


def test_one_container_is_confined_alike() -> None:
    guide = (settings.BASE_DIR / "docs" / "deployment.md").read_text()
    for option in ("--read-only", "--tmpfs /tmp", "--cap-drop ALL", "no-new-privileges",
                   "--memory", "--cpus", "--pids-limit", "-p 127.0.0.1:"):  # fmt: skip
        assert option in guide
