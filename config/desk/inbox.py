"""What waits for a person: each app's AppConfig.ready registers who gathers its part."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


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


@dataclass(frozen=True)
class WaitingItems:
    """How many things wait for a person for one need, and the items that wait longest."""

    count: int
    items: Sequence[InboxItem]


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
        parts = [held for name, held in gathered if name == need]
        items = sorted((item for held in parts for item in held.items), key=lambda i: i.since)
        found[need] = WaitingItems(sum(held.count for held in parts), items[:most])
    return {need: held for need, held in found.items() if held.count}


def next_for(user: Any, done: str) -> InboxItem | None:
    """The most pressing thing that waits for a user, but not at the address that was just done."""
    rest = (
        item
        for held in waiting_for(user, most=2).values()
        for item in held.items
        if item.url != done
    )
    return next(rest, None)
