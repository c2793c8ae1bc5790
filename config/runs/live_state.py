"""A run as a person follows it: what it is doing, what it did, and why it does not advance."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db.models import F
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.llm.errors import BudgetExceeded
from config.runs.models import Event, Run
from config.text.validation import as_number

_FIRST, _LONGEST = 1, 15  # seconds between two requests
_QUIET, _DOUBLINGS = 2, 4  # requests without news until the interval doubles; doublings
_MISSED_SWEEPS = 4  # sweeps after which a run that should have been taken up is called stalled
_SHOWN = 50
_LIKE_IT = 20  # ended runs of its kind that an expected duration is based on
_TAKEN_UP = (Event.Kind.STARTED, Event.Kind.RESUMED)


@dataclass(frozen=True)
class Watched:
    """A run with its events; `wait` is the number of seconds until the next request."""

    run: Run
    events: list[Event]
    newest: int
    requests: int
    wait: int
    stalled: str = ""
    elapsed: str = ""
    expected: str = ""


def watch(run: Run, requests: str = "", seen: str = "") -> Watched:
    """The run and its newest events, in order.

    `requests` counts the requests since something new was `seen` (the id of the newest event): the
    interval doubles while nothing happens, from one second to fifteen.
    """
    events = list(run.events.order_by("-pk")[:_SHOWN])[::-1]
    newest = events[-1].pk if events else 0
    quiet = (as_number(requests, 5) or 0) + 1 if seen == str(newest) else 0
    wait = min(_FIRST * 2 ** min(quiet // _QUIET, _DOUBLINGS), _LONGEST)
    times = ("", "") if run.is_finished else (_elapsed(run, events), expected(run.kind))
    return Watched(run, events, newest, quiet, wait, _stalled(run), *times)


def expected(kind: str) -> str:
    """How long runs of a kind took lately: the range that holds four of five of them. Empty
    where none has ended. Runs that were taken up again are left out: they had to wait."""
    ended = Run.objects.filter(kind=kind, status=Run.Status.DONE, fence=1)
    taken = ended.annotate(taken=F("finished_at") - F("started_at")).order_by("-pk")
    spans = sorted(taken.values_list("taken", flat=True)[:_LIKE_IT])
    if not spans:
        return ""
    if len(spans) == 1:
        return _("the only earlier run took %(time)s") % {"time": lasting(spans[0].total_seconds())}
    tenth = len(spans) // 10
    low, high = (lasting(span.total_seconds()) for span in (spans[tenth], spans[-1 - tenth]))
    if low == high:
        return _("runs like it took about %(time)s") % {"time": low}
    return _("runs like it took %(low)s to %(high)s") % {"low": low, "high": high}


def lasting(seconds: float) -> str:
    """A duration in words: its two largest units."""
    whole = max(1, round(seconds))
    minutes, seconds_left = divmod(whole, 60)
    hours, minutes_left = divmod(minutes, 60)
    if hours:
        return _("%(hours)s h %(minutes)s min") % {"hours": hours, "minutes": minutes_left}
    if minutes:
        return _("%(minutes)s min %(seconds)s s") % {"minutes": minutes, "seconds": seconds_left}
    return _("%(seconds)s s") % {"seconds": whole}


def _elapsed(run: Run, events: list[Event]) -> str:
    """How long it has waited, or worked since it was last taken up."""
    if run.status == Run.Status.QUEUED:
        return _("waiting for %(time)s") % {"time": lasting(_since(run.queued_at))}
    taken_up = (each.created_at for each in events[::-1] if each.kind in _TAKEN_UP)
    since = next(taken_up, run.started_at or run.queued_at)
    return _("at work for %(time)s") % {"time": lasting(_since(since))}


def _since(moment: datetime) -> float:
    return (timezone.now() - moment).total_seconds()


def _stalled(run: Run) -> str:
    """Why nothing happens, and what to do; empty while all is well."""
    now = timezone.now()
    patience = _MISSED_SWEEPS * settings.RUN_SWEEP_SECONDS
    if run.status == Run.Status.QUEUED and (now - run.queued_at).total_seconds() > patience:
        return _("no worker has taken it up yet: is one running? Start one with `manage.py work`.")
    late = run.lease_until and (now - run.lease_until).total_seconds() > patience
    if run.status == Run.Status.RUNNING and late:
        return _("its worker stopped responding; another worker continues where it stopped")
    return ""


# Why a run ended early, in words for the person who started it.

_BUDGET = re.compile(
    r"\bCRIVO_LLM_BUDGET \((calls|tokens|usd)\)"
    r"|\bCRIVO_LLM_MAX_(CALLS|TOKENS|COST_USD)\b"  # in errors that earlier versions stored
)


def ended(run: Run) -> str:
    """How a run ended, and why where that is known."""
    facts = {"run": run.pk, "status": run.get_status_display(), "error": run.error}
    return (
        _("run %(run)s %(status)s: %(error)s") % facts
        if run.error
        else _("run %(run)s %(status)s") % facts
    )


def used_up(error: str) -> str:
    """The part of CRIVO_LLM_BUDGET that a run's error says is used up; empty for other errors.

    The error is in the language of whoever started the run; its type and the variable's name are
    the same in all.
    """
    if not error.endswith(f"({BudgetExceeded.__name__})"):
        return ""
    found = _BUDGET.search(error)
    if not found:
        return ""
    return found[1] or found[2].lower().removeprefix("cost_")


def in_words(error: str) -> str:
    """A run's error, in the reader's words where it is a budget that was used up."""
    budget = used_up(error)
    return budget_in_words(budget) if budget else error


def budget_in_words(budget: str) -> str:
    """Which budget (`calls`, `tokens`, `usd`) held no further call, at what it is now."""
    if budget == "usd":
        return _("its budget for language models, %(limit)s USD a run, is used up") % {
            "limit": number_format(settings.LLM_MAX_COST_USD)
        }
    limit = settings.LLM_MAX_TOKENS if budget == "tokens" else settings.LLM_MAX_CALLS
    number = {"limit": number_format(limit, force_grouping=True)}
    if budget == "tokens":
        return _("its budget for language models, %(limit)s tokens a run, is used up") % number
    return ngettext(
        "its budget for language models, %(limit)s call a run, is used up",
        "its budget for language models, %(limit)s calls a run, is used up",
        limit,
    ) % number  # fmt: skip
