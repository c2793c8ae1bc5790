"""Runs that ask the fault server: how the tests configure one."""

from __future__ import annotations

from typing import Any

from config.runs.execution import execute
from config.runs.models import Run
from config.runs.services import enqueue_run
from tests.llm.server import FaultServer

GOOD = {"status": "approved", "why": "it holds"}


def configure(settings: Any, server: FaultServer, **changes: Any) -> None:
    """The settings' model is the server; `changes` without their prefix LLM_."""
    values = {
        "BASE_URL": server.url,
        "MODEL": "model-1",
        "ALLOW_PRIVATE": ["127.0.0.1"],
        "TIMEOUT_SECONDS": 60,
        "RETRY_SECONDS": 0.01,
        "PRICE_IN": 1.0,
        "PRICE_OUT": 2.0,
        **changes,
    }
    for name, value in values.items():
        setattr(settings, f"LLM_{name}", value)


def asking_run(**params: Any) -> Run:
    return enqueue_run(kind="asking", subject_id=1, params=params, wake=False)


def done(run: Run) -> Run:
    return execute(run.pk)
