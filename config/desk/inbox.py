"""What waits for a person, as each app registers it, and what follows a decision."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from config.desk.refusals import Refusal


class Need(StrEnum):
    """Why something waits for a person, the most pressing first."""

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
    Need.ASSUMPTION: _("Assumptions to confirm"),
}


@dataclass(frozen=True)
class InboxItem:
    """One thing that waits: what for, where it is done, and since when."""

    need: Need
    title: str
    url: str
    detail: str
    since: datetime
    count: int = 1


COUNTED = 1_000
"""How many things that wait are counted: the rest takes time, and nobody's way is another by it."""


@dataclass(frozen=True)
class WaitingItems:
    """How many things wait for a person for one need, beyond COUNTED one more than that, and the
    items that wait longest."""

    count: int
    items: Sequence[InboxItem]

    @property
    def total(self) -> str:
        """The count as a page shows it."""
        return str(self.count) if self.count <= COUNTED else f"{COUNTED}+"


def counted(rows: Any) -> int:
    """How many rows there are, beyond COUNTED one more than that."""
    return int(rows[: COUNTED + 1].count())


Provider = Callable[[Any, int], Iterable[tuple[Need, WaitingItems]]]
"""Asked with a person and how many items of a need are shown; gives no need twice."""
_providers: list[Provider] = []


def register(provider: Provider) -> None:
    """Make known who gathers an app's items for a user; twice is once."""
    if provider not in _providers:
        _providers.append(provider)


def waiting_for(user: Any, most: int | None = None) -> dict[Need, WaitingItems]:
    """What waits for a user by need, up to `most` items of each (INBOX_SIZE), the longest waiting
    first; no need without items."""
    most = most or settings.INBOX_SIZE
    gathered = [each for provider in _providers for each in provider(user, most)]
    found = {}
    for need in Need:
        parts = [waiting for name, waiting in gathered if name == need]
        items = sorted((item for waiting in parts for item in waiting.items), key=lambda i: i.since)
        found[need] = WaitingItems(sum(waiting.count for waiting in parts), items[:most])
    return {need: waiting for need, waiting in found.items() if waiting.count}


def next_for(user: Any, done: str) -> InboxItem | None:
    """The most pressing thing that waits for a user, but not at the address that was just done."""
    rest = (
        item
        for items in waiting_for(user, most=2).values()
        for item in items.items
        if item.url != done
    )
    return next(rest, None)


# After a decision: back to its page, or on to the next thing that waits.

THEN = "then"
"""The name of the button that leads on; its value is `next`."""


def go_on(request: HttpRequest, page: str, name: str, message: str) -> HttpResponse:
    """Say what was done, on the page that the button leads to; on another, of what by its name."""
    if request.POST.get(THEN) != "next":
        messages.success(request, message)
        return redirect(page)
    messages.success(request, f"{name}: {message}")
    item = next_for(request.user, page)
    return redirect(item.url if item else reverse("inbox"))


# An act that can be taken back at once: offered on the next page, for ten seconds.

UNDO_SECONDS = 10
_UNDO = "undo"


def offer(request: HttpRequest, address: str) -> None:
    """Offer to undo what was just done, by a POST to an address."""
    request.session[_UNDO] = [address, time.time() + UNDO_SECONDS]


def offered(request: HttpRequest) -> dict[str, object] | None:
    """The address, and the seconds that are left; None once they are over."""
    address, until = request.session.get(_UNDO, ("", 0.0))
    left = until - time.time()
    return {"address": address, "seconds": max(1, round(left))} if left > 0 else None


def take_back(request: HttpRequest, page: str, withdraw: Callable[[], object]) -> HttpResponse:
    """Undo the act by its service call; to its page, which says what became of it."""
    request.session.pop(_UNDO, None)
    try:
        withdraw()
    except Refusal as error:
        messages.error(request, str(error))
    else:
        message = gettext("your decision was undone; the previous one is in force again")
        messages.success(request, message)
    return redirect(page)
