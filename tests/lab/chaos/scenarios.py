"""What chaos runs: LabConfig.ready registers what is submitted and what is compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from config.runs.models import Run

from .questions import Answers, Body, schema_of


@dataclass(frozen=True)
class Scenario:
    """Runs of one kind.

    `submit` starts them, the same in the same order each time; `subject` is the model that they
    are about: all rows that refer to it, over however many others, are compared. `clocks` are its
    fields (by model) and `keys` the keys of JSON that no two runs have alike: ids, times, and what
    is a log. `answers` are what a model says to what they ask; `children` whether a worker starts
    processes of its own for them; `certified` gives the certificate of a subject, to be compared
    as a row.
    """

    kind: str
    submit: Callable[[], Sequence[Run]]
    subject: type[Any]
    clocks: Mapping[str, Sequence[str]] = field(default_factory=dict)
    keys: Sequence[str] = ()
    answers: Answers = field(default_factory=dict)
    children: bool = False
    certified: Callable[[Any], Mapping[str, Any]] | None = None


_scenarios: dict[str, Scenario] = {}


def register(scenario: Scenario) -> None:
    """Make a scenario known. Twice is once."""
    _scenarios.setdefault(scenario.kind, scenario)


def get(kind: str) -> Scenario:
    return _scenarios[kind]


def kinds() -> list[str]:
    return sorted(_scenarios)


def submit_all(only: str = "") -> list[Run]:
    """Start the runs of every scenario, or of one, in the order of the names of their kinds."""
    return [run for kind in kinds() if only in ("", kind) for run in _scenarios[kind].submit()]


def with_children() -> list[str]:
    """The kinds whose runs have a worker start processes."""
    return [kind for kind in kinds() if _scenarios[kind].children]


def answer(body: Body) -> dict[str, Any]:
    """What a model says to a question of any of them, and to the small one of `check_model`."""
    answers = {name: said for each in _scenarios.values() for name, said in each.answers.items()}
    answers["Understood"] = lambda _body: {"language": "en", "words": 10}
    return answers[schema_of(body)](body)
