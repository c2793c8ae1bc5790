"""Putting a decision in force, for whatever it is about."""

from __future__ import annotations

from datetime import datetime
from typing import Any, TypeVar

from django.db.models import Manager

from .models import Decision

D = TypeVar("D", bound=Decision)


def put_in_force(
    decisions: Manager[D],
    *,
    source: str,
    after: str,
    reason: str,
    user_id: int | None = None,
    actor: str = "",
    yields_to_persons_since: datetime | None = None,
    **about: Any,
) -> D:
    """Append a decision on a subject and put it in force instead of the one before.

    `decisions` are the subject's, through its related manager; `about` are fields of their model.
    With `yields_to_persons_since`, a person's decision made after that moment stays in force: the
    new one is kept as history. The caller is in a transaction.
    """
    before = decisions.select_for_update().filter(current=True).first()
    yields = (
        before is not None
        and yields_to_persons_since is not None
        and before.source == Decision.Source.HUMAN
        and before.created_at > yields_to_persons_since
    )
    if not yields:
        decisions.filter(current=True).update(current=False)
    return decisions.create(
        source=source,
        user_id=user_id,
        actor=actor,
        before=before.after if before else "",
        after=after,
        reason=reason,
        current=not yields,
        **about,
    )
