"""A dataset's rows as its page shows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext, gettext_noop

from trading.models import Dataset, HoldoutOpening, Strategy

# What openings are recorded for, as the page puts it into the reader's language.
PURPOSES = (
    gettext_noop("final check of a development"),
    gettext_noop("backtest by command"),
    gettext_noop("backtest"),
    gettext_noop("second look"),
)


class Versions(NamedTuple):
    """A ticker in the list: its newest version, and those before it."""

    newest: Any
    older: list[Dataset]


class OpeningLine(NamedTuple):
    """One look at sealed bars. `who` and `strategy` are None where they are not the reader's.

    `purpose` then leaves out a person's own words, which follow a colon.
    """

    opening: HoldoutOpening
    purpose: str
    who: str | None
    strategy: Strategy | None
    own_version: bool


def openings(
    rows: Iterable[HoldoutOpening],
    dataset: Dataset,
    strategies: Mapping[int, Strategy],
    reader: Any,
    *,
    sees_all: bool,
) -> list[OpeningLine]:
    """Openings with what the reader may know of them.

    `strategies` are those that one may see, by the run that opened.
    """
    lines = []
    for row in rows:
        named = row.user is not None and (sees_all or row.user_id == reader.pk)
        lines.append(
            OpeningLine(
                opening=row,
                purpose=gettext(row.purpose if named else row.purpose.partition(":")[0]),
                who=row.user.get_username() if named and row.user else None,
                strategy=strategies.get(row.run_id or 0),
                own_version=row.dataset_id == dataset.pk,
            )
        )
    return lines
