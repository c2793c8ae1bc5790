"""Hypotheses that mean much the same, in either language: an option, CRIVO_MEMORY=chroma."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.contrib.auth.models import User

from config.desk.roles import is_reviewer
from config.recall import sync
from config.recall.index import chosen, search
from config.recall.port import Entry
from hypotheses.models import Hypothesis

COLLECTION = "hypotheses"
SHOWN = 3


def similar_hypotheses(
    *, text: str, user: User | None, but: Sequence[int] = ()
) -> tuple[Hypothesis, ...]:
    """The nearest by meaning of those that the user may see, the nearest first; few or none.

    They may claim the opposite: that it was looked at before is what a person wants to know.
    Empty without an index by meaning, or when it is of no use just now.
    """
    if not chosen():
        return ()
    owner = None if user is None or is_reviewer(user) else user.pk or -1
    found = search(text, [COLLECTION], owner)
    near = {pk: s for pk, s in found.scores.get(COLLECTION, {}).items() if s >= found.alike}
    seen = Hypothesis.objects.filter(erased_at=None).exclude(pk__in=but)
    if user is not None:
        seen = seen.visible_to(user)
    rows = seen.in_bulk(list(near))
    return tuple(rows[pk] for pk in sorted(rows, key=lambda pk: (-near[pk], pk))[:SHOWN])


def follow(*hypotheses: int) -> None:
    """The index follows these, once what became of them is committed."""
    sync.changed(COLLECTION, hypotheses)


def gone(*, instance: Hypothesis, **_sent: Any) -> None:
    """Django's word that a row was deleted, wherever that was."""
    follow(instance.pk)


def entries(rows: Sequence[int] | None) -> Iterator[Entry]:
    """What is found by of some hypotheses, or of all (None)."""
    there = Hypothesis.objects.filter(erased_at=None)
    if rows is not None:
        there = there.filter(pk__in=rows)
    for pk, owner, text in there.order_by("pk").values_list("pk", "owner", "text"):
        yield Entry(pk, owner or 0, (text,))
