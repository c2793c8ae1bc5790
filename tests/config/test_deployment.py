"""The settings of deploy/crivo.env.example, in a process of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from django.conf import settings

EXAMPLE = settings.BASE_DIR / "deploy" / "crivo.env.example"
ASK = """
import json, sys, django
django.setup()
from django.core.management import call_command
from django.test import Client
call_command("migrate", verbosity=0)
from config.runs import beats
beats.beat()
token = {"authorization": "Bearer " + sys.argv[1]}
found = {
    path: Client().get(path, headers={"host": "127.0.0.1:8000", **token}).status_code
    for path in ("/healthz", "/readyz", "/metrics", "/sign-in/")
}
print(json.dumps(found))
"""


def example() -> dict[str, str]:
    lines = EXAMPLE.read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def test_probes_over_plain_http_are_answered(tmp_path: Path) -> None:
    values = example()
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", ASK, values["CRIVO_METRICS_TOKEN"]],
        env={
            "PATH": os.environ["PATH"],
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "CRIVO_DATA_DIR": str(tmp_path),
            **values,
        },
        capture_output=True,
        text=True,
        check=True,
        cwd=settings.BASE_DIR,
    )
    assert json.loads(done.stdout) == {
        "/healthz": 200, "/readyz": 200, "/metrics": 200, "/sign-in/": 301,
    }  # fmt: skip
