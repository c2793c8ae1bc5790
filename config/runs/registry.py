"""Run kinds: each app's AppConfig.ready registers its own, so that runs need not know the apps."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from config.lazy_import import LazyImport

from .errors import UnknownKind

if TYPE_CHECKING:
    from .ledger import Ledger
    from .models import Run

Keep = Callable[[Mapping[str, Any]], None]
"""Writes a snapshot of a graph's state."""


@dataclass(frozen=True)
class Job:
    """A compiled LangGraph graph, the state it starts from and the context of its nodes.

    `keep` writes a snapshot of the state after each node, under the lease; `close` frees what the
    context holds, however the run ends; so does `aclose`, in the loop that the graph ran in.
    """

    graph: Any
    state: Mapping[str, Any]
    context: Any = None
    keep: Keep | None = None
    close: Callable[[], None] = field(default=lambda: None)
    aclose: Callable[[], Awaitable[None]] | None = None


@dataclass(frozen=True)
class Outcome:
    """The result of a run whose graph came to its end."""

    status: Literal["done", "failed"] = "done"
    error: str = ""


@dataclass(frozen=True)
class RunKind:
    """How one kind of run is prepared and ended.

    `prepare` builds the job; it writes nothing, as it runs again after a crash. `finish` turns the
    final state into rows, in the transaction that ends the run. `visible` gives the subjects whose
    runs a user may see; without it only admins see them. `check_retry` raises WrongStatus for a run
    that must not be retried. `result` describes the result of a run that is done. `title` is the
    kind's name for people, `page` the name of the URL of a subject's page.
    """

    name: str
    prepare: Callable[[Run, Ledger], Job]
    finish: Callable[[Run, Mapping[str, Any]], Outcome] = field(
        default=lambda run, state: Outcome()
    )
    visible: Callable[[Any], QuerySet[Any]] | None = None
    check_retry: Callable[[Run], None] = field(default=lambda run: None)
    result: Callable[[Run], str] = field(default=lambda run: "")
    title: str | Promise = ""
    page: str = ""


_kinds: dict[str, RunKind] = {}
_announced: dict[str, LazyImport] = {}
_step_words: dict[str, LazyImport] = {}


def register(kind: RunKind) -> None:
    """Register a kind. Raises ValueError for a name that another kind has."""
    if _kinds.setdefault(kind.name, kind) != kind:
        raise ValueError(f"run kind {kind.name!r} is registered twice")


def announce(name: str, kind: LazyImport, step_words: LazyImport) -> None:
    """Register the kind with that name by its dotted path; it is imported when it is needed.

    `step_words(code)` names a step's node or item for people.
    """
    _announced[name], _step_words[name] = kind, step_words


def in_words(kind: str, code: str) -> str:
    """A step's node or item in the reader's language; itself where its kind has no words."""
    return str(_step_words[kind](code)) if code and kind in _step_words else code


def get(name: str) -> RunKind:
    """The kind with that name. Raises UnknownKind."""
    if name in _announced and name not in _kinds:
        register(_announced[name].get())
    try:
        return _kinds[name]
    except KeyError:
        known = ", ".join(_names()) or "-"
        raise UnknownKind(
            _(
                "unknown run kind %(name)r (known: %(known)s): retry it with the version of Crivo "
                "that it was submitted with"
            )
            % {"name": name, "known": known}
        ) from None


def all_kinds() -> list[RunKind]:
    """Every known kind, sorted by name."""
    return [get(name) for name in _names()]


def _names() -> list[str]:
    return sorted({*_kinds, *_announced})
