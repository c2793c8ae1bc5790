"""What waits for a person: each app's AppConfig.ready registers who gathers its part."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

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
class Item:
    """One thing that waits: what for, where it is done, and since when."""

    need: Need
    title: str
    url: str
    detail: str
    since: datetime
    count: int = 1


Provider = Callable[[Any], Iterable[Item]]
_providers: list[Provider] = []


def register(provider: Provider) -> None:
    """Make known who gathers an app's items for a user; twice is once."""
    if provider not in _providers:
        _providers.append(provider)


def waiting_for(user: Any) -> dict[Need, list[Item]]:
    """All that waits for a user by need, the longest waiting first; no need without items."""
    items = [item for provider in _providers for item in provider(user)]
    items.sort(key=lambda item: item.since)
    found = {need: [item for item in items if item.need == need] for need in Need}
    return {need: held for need, held in found.items() if held}


def next_for(user: Any, done: str) -> Item | None:
    """The most pressing thing that waits for a user, but not at the address that was just done."""
    rest = (item for held in waiting_for(user).values() for item in held if item.url != done)
    return next(rest, None)
