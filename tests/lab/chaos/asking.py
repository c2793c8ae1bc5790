"""How often the model was asked what, held against what its runs may have asked."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

from config.runs.models import LlmCall, Run

from .model import ID

_OF = re.compile(rf'"id": ?"{ID}(\w+)"')


class Calls(NamedTuple):
    """Of a round: `asked` is how often each question was, by its digest; `repeated` are the calls
    beyond one a question and run, `needless` the questions that were asked more often than their
    runs were claimed."""

    asked: Mapping[str, int]
    repeated: int
    needless: list[str]

    def told(self) -> dict[str, Any]:
        """In a form for another process."""
        return {"asked": dict(self.asked), "calls_repeated": self.repeated,
                "needless_calls": self.needless}  # fmt: skip


def calls_of(asked: Counter[str]) -> Calls:
    """Which runs a question is of, their calls' rows say: they hold the answer."""
    claims = dict(Run.objects.values_list("pk", "fence"))
    runs: defaultdict[str, set[int]] = defaultdict(set)
    for run, raw in LlmCall.objects.exclude(run=None).values_list("run_id", "raw"):
        if found := _OF.search(raw[:200]):
            runs[found[1]].add(int(run or 0))
    repeated = sum(max(0, n - len(runs[question])) for question, n in asked.items())
    needless = [
        f"{question} ({n}, run {', '.join(map(str, sorted(runs[question])))})"
        for question, n in asked.items()
        if n > sum(claims[run] for run in runs[question])
    ]
    return Calls(asked, repeated, needless)
