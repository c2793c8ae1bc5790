"""The model of chaos, and what is made of its counts."""

from __future__ import annotations

import json
from collections import Counter
from decimal import Decimal
from typing import Any
from urllib.request import Request, urlopen

import pytest

from config.runs.models import LlmCall, Run
from tests.lab.chaos.asking import calls_of
from tests.lab.chaos.judging import faults_of
from tests.lab.chaos.model import ID, Model
from tests.lab.chaos.questions import digest_of

QUIET: dict[str, Any] = {
    "unfinished": [], "needless": [], "left": [], "needless_calls": [], "asked": {"q": 1},
}  # fmt: skip


def question(user: str) -> dict[str, Any]:
    return {"messages": [{"content": "You judge."}, {"content": user}]}


def test_it_answers_what_it_is_asked_and_counts() -> None:
    with Model(lambda body: {"said": body["messages"][1]["content"]}, seconds=0) as model:
        url = model.settings["CRIVO_LLM_BASE_URL"] + "/chat/completions"
        for user in ("One?", "Two?", "One?"):
            with urlopen(Request(url, json.dumps(question(user)).encode())) as heard:  # noqa: S310
                told = json.load(heard)
            assert json.loads(told["choices"][0]["message"]["content"]) == {"said": user}
            assert told["id"] == ID + digest_of(question(user))
    assert sorted(model.asked.values()) == [1, 2]


def asked_by(fence: int, *questions: str) -> Run:
    run = Run.objects.create(kind="probe", subject_id=1, fence=fence)
    for each in questions:
        raw = json.dumps({"id": f"{ID}{each}", "model": "chaos"})
        LlmCall.objects.create(run=run, raw=raw, cost_usd=Decimal(0))
    return run


@pytest.mark.django_db
def test_calls_beyond_one_a_run_are_repeated_and_beyond_one_a_claim_needless() -> None:
    asked_by(1, "a", "both")
    run = asked_by(2, "b", "both", "c")
    calls = calls_of(Counter({"a": 1, "both": 2, "b": 2, "c": 3}))
    assert calls.repeated == 1 + 2
    assert calls.needless == [f"c (3, run {run.pk})"]


def test_each_fault_of_a_round_is_said() -> None:
    assert list(faults_of(1, QUIET, QUIET)) == []
    told = {"unfinished": ["7 (queued)"], "needless": ["s"], "left": ["p"], "needless_calls": ["c"],
            "asked": {"other": 1}}  # fmt: skip
    faults = list(faults_of(1, told, QUIET))
    assert len(faults) == 5
    assert faults[-1].endswith("other, q")
