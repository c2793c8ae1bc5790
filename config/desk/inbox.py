"""What waits for a person, as each app registers it: its page, and the way on after a decision."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET

from config.desk.drafts import drafts_of
from config.desk.refusals import Refusal


class Need(StrEnum):
    """Why something waits for a person, the most pressing reason first."""

    FORCED = "forced"
    DISAGREEMENT = "disagreement"
    FAILED = "failed"
    CLARIFICATION = "clarification"
    ASSUMPTION = "assumption"


TITLES: dict[Need, Promise] = {
    Need.FORCED: _("Forced decisions to confirm or override"),
    Need.DISAGREEMENT: _("Judges that disagree"),
    Need.FAILED: _("Runs that failed"),
    Need.CLARIFICATION: _("Questions for you to answer"),
    Need.ASSUMPTION: _("Conditions to settle"),
}


@dataclass(frozen=True)
class InboxItem:
    """One thing that waits: why, where it is done, and since when."""

    need: Need
    title: str
    url: str
    detail: str
    since: datetime
    count: int = 1


COUNTED = 1_000
"""The most things that are counted: counting more takes time and changes nothing for the reader."""


@dataclass(frozen=True)
class WaitingItems:
    """The number of things that wait for a person for one need (at most COUNTED + 1), and those
    that wait longest."""

    count: int
    items: Sequence[InboxItem]

    @property
    def total(self) -> str:
        """The count as a page shows it."""
        return str(self.count) if self.count <= COUNTED else f"{COUNTED}+"


def counted(rows: Any, items: Sequence[InboxItem], most: int) -> WaitingItems:
    """The first `most` of some rows as items; only what they do not show all of is counted."""
    count = len(items) if len(items) < most else int(rows[: COUNTED + 1].count())
    return WaitingItems(count, items)


Provider = Callable[[Any, int], Iterable[tuple[Need, WaitingItems]]]
"""Called with a person and the most items per need; yields each need at most once."""
_providers: list[Provider] = []


def register(provider: Provider) -> None:
    """Register the function that collects an app's items for a user. Registering it twice has no
    further effect."""
    if provider not in _providers:
        _providers.append(provider)


def waiting_for(user: Any, most: int | None = None) -> dict[Need, WaitingItems]:
    """What waits for a user by need, up to `most` items of each (PAGE_SIZE), those that wait
    longest first; needs without items are left out."""
    most = most or settings.PAGE_SIZE
    gathered = [each for provider in _providers for each in provider(user, most)]
    found = {}
    for need in Need:
        parts = [waiting for name, waiting in gathered if name == need]
        items = sorted((item for waiting in parts for item in waiting.items), key=lambda i: i.since)
        found[need] = WaitingItems(sum(waiting.count for waiting in parts), items[:most])
    return {need: waiting for need, waiting in found.items() if waiting.count}


def next_for(user: Any, done: str) -> InboxItem | None:
    """The most pressing thing that waits for a user at another address than the one just done."""
    rest = (
        item
        for items in waiting_for(user, most=2).values()
        for item in items.items
        if item.url != done
    )
    return next(rest, None)


# After a decision: back to its page, or on to the next item.

THEN = "then"
"""The name of the button that leads to the next item; its value is `next`."""


def go_on(request: HttpRequest, page: str, name: str, message: str) -> HttpResponse:
    """Confirm what was done: on its own page, or on the next item's page with its name."""
    if request.POST.get(THEN) != "next":
        messages.success(request, message)
        return redirect(page)
    messages.success(request, f"{name}: {message}")
    item = next_for(request.user, page)
    return redirect(item.url if item else reverse("inbox"))


# Undo: offered on the next page for ten seconds.

UNDO_SECONDS = 10
_UNDO = "undo"


def offer(request: HttpRequest, address: str) -> None:
    """Offer to undo what was just done, by a POST to a URL."""
    request.session[_UNDO] = [address, time.time() + UNDO_SECONDS]


def offered(request: HttpRequest) -> dict[str, object] | None:
    """The URL and the seconds left; None once they are over."""
    address, until = request.session.get(_UNDO, ("", 0.0))
    left = until - time.time()
    return {"address": address, "seconds": max(1, round(left))} if left > 0 else None


def take_back(request: HttpRequest, page: str, withdraw: Callable[[], object]) -> HttpResponse:
    """Undo by a service call; back to the page, with a message about the result."""
    request.session.pop(_UNDO, None)
    try:
        withdraw()
    except Refusal as error:
        messages.error(request, str(error))
    else:
        message = gettext("your decision was undone; the previous one is in force again")
        messages.success(request, message)
    return redirect(page)


# The page.

STEPS_SEEN = "steps_seen"
"""The cookie of a reader who has hidden the first steps."""


@login_required
@require_GET
def inbox(request: HttpRequest) -> HttpResponse:
    """The reader's inbox."""
    groups = [(need, TITLES[need], items) for need, items in waiting_for(request.user).items()]
    context = {
        "groups": groups,
        "drafts": drafts_of(request.user),
        "first_visit": STEPS_SEEN not in request.COOKIES,
    }
    return render(request, "desk/inbox.html", context)
