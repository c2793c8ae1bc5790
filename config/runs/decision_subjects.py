"""The kinds of subject that `manage.py decide` knows: each app's AppConfig.ready registers its
own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise

from config.lazy_import import LazyImport

from .models import Run

Text = str | Promise


@dataclass(frozen=True)
class Option:
    """An option for some outcomes: `--variant N`."""

    name: str
    help: Text
    outcomes: tuple[str, ...]
    metavar: str = "N"
    type: Callable[[str], Any] = str

    @property
    def flag(self) -> str:
        return "--" + self.name.replace("_", "-")


@dataclass(frozen=True)
class TypedDecision:
    """A decision as typed. Without an account, `actor` names the person at the console."""

    number: int
    outcome: str
    reason: str
    user: Any = None
    actor: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Subject:
    """A kind of subject: `outcomes` are the possible ones, each with its meaning.

    `decide` makes one service call; the run that it returns is executed before `report` is called.
    A number alone names a subject of the kind that is `numbered`.
    """

    kind: str
    title: Text
    outcomes: Mapping[str, Text]
    decide: Callable[[TypedDecision], Run | None]
    report: Callable[[int], dict[str, Any]]
    as_text: Callable[[dict[str, Any]], str]
    options: tuple[Option, ...] = ()
    numbered: bool = False


_subjects: dict[str, LazyImport] = {}


def register(kind: str, subject: LazyImport) -> None:
    """Register the kind of subject with that name, by a dotted path."""
    _subjects[kind] = subject


def subjects() -> list[Subject]:
    """Every kind, that of plain numbers first."""
    found: list[Subject] = [subject.get() for subject in _subjects.values()]
    return sorted(found, key=lambda one: (not one.numbered, one.kind))


def get(kind: str) -> Subject | None:
    """The kind with that name; without a name, that of plain numbers."""
    if kind:
        return next((one for one in subjects() if one.kind == kind), None)
    return next((one for one in subjects() if one.numbered), None)
