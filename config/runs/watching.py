"""A run as a person watches it: what it does now, what it did, and why it stands still."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from .models import Event, Run

_FIRST, _LONGEST = 1, 15  # seconds between two looks
_SHOWN = 50


@dataclass(frozen=True)
class Watched:
    """A run with its events; `wait` is how many seconds to the next look."""

    run: Run
    events: list[Event]
    newest: int
    asked: int
    wait: int
    stalled: str = ""


def watch(run: Run, asked: str = "", seen: str = "") -> Watched:
    """The run and its newest events, in order.

    `asked` counts the looks since something new was `seen` (the id of the newest event): the
    interval doubles while nothing happens, from one second to fifteen.
    """
    events = list(run.events.order_by("-pk")[:_SHOWN])[::-1]
    newest = events[-1].pk if events else 0
    quiet = _number(asked) + 1 if seen == str(newest) else 0
    wait = min(_FIRST * 2 ** min(quiet // 2, 4), _LONGEST)
    return Watched(run, events, newest, quiet, wait, _stalled(run))


def _number(given: str) -> int:
    return int(given) if given.isascii() and given.isdigit() and len(given) < 6 else 0


def _stalled(run: Run) -> str:
    """Why nothing happens, and what to do; empty while all is as it should be."""
    now = timezone.now()
    patience = 4 * settings.RUN_SWEEP_SECONDS
    if run.status == Run.Status.QUEUED and (now - run.queued_at).total_seconds() > patience:
        return _("no worker has taken it up yet: is one running? Start one with `manage.py work`.")
    late = run.lease_until and (now - run.lease_until).total_seconds() > patience
    if run.status == Run.Status.RUNNING and late:
        return _("its worker has stopped answering; another one goes on where it stopped")
    return ""
