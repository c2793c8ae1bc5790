"""Saved specs, by name and version."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from unicodedata import category

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from config.desk.refusals import Conflict, Missing, NotAllowed, Refusal
from config.desk.roles import is_admin
from trading.models import SavedSpec, Variant
from trading.services.spec_backtests import play_spec
from trading.strategies.parse import parse_spec
from trading.strategies.spec import spec_hash

__all__ = ["MAX_NAME", "archive_spec", "play_spec", "restore_spec", "save_spec"]

MAX_NAME = 120


def save_spec(
    *, name: str, spec: Mapping[str, Any] | str, user: User | None, variant: Variant | None = None
) -> SavedSpec:
    """Save a spec under a name of its owner's; another text under that name is its next version.

    The same text again is the existing version. Raises Refusal (the name), SpecError, Conflict (two
    at once).
    """
    called = _name(name)
    parsed = parse_spec(spec)
    document = parsed.document()
    mine = SavedSpec.objects.filter(owner=user, name=called)
    newest: SavedSpec | None = mine.order_by("-version").first()
    if newest is not None and newest.spec == document and newest.archived_at is None:
        return newest
    try:
        with transaction.atomic():
            saved: SavedSpec = SavedSpec.objects.create(
                name=called,
                version=(mine.aggregate(last=Max("version"))["last"] or 0) + 1,
                spec=document,
                spec_hash=spec_hash(parsed),
                variant=variant,
                owner=user,
            )
            return saved
    except IntegrityError as error:
        message = _("%(name)s was saved a moment ago: look at it, then save again")
        raise Conflict(message % {"name": called}) from error


def archive_spec(*, spec_id: int, user: User) -> SavedSpec:
    """Hide a saved spec, all its versions, from lists; all of it is kept.

    Raises Missing, NotAllowed for another's (but for an admin), Conflict for one that is archived.
    """
    return _keep(spec_id, user, hide=True)


def restore_spec(*, spec_id: int, user: User) -> SavedSpec:
    """Show an archived spec in lists again. Raises as `archive_spec`."""
    return _keep(spec_id, user, hide=False)


def _name(given: str) -> str:
    if any(category(character) in ("Cc", "Cs") for character in given.strip()):
        raise Refusal(_("the name of a spec holds a control character"))
    called = " ".join(given.split())
    if not called:
        raise Refusal(_("a saved spec needs a name"))
    if len(called) > MAX_NAME:
        raise Refusal(
            _("the name of a spec has at most %(limit)s characters") % {"limit": MAX_NAME}
        )
    return called


def _keep(spec_id: int, user: User, *, hide: bool) -> SavedSpec:
    row: SavedSpec | None = SavedSpec.objects.filter(pk=spec_id).first()
    if row is None:
        raise Missing(_("there is no saved spec %(id)s") % {"id": spec_id})
    if row.owner_id != user.pk and not is_admin(user):
        raise NotAllowed(_("a saved spec is archived and restored by its owner or an admin"))
    versions = SavedSpec.objects.filter(owner=row.owner_id, name=row.name)
    rows = versions.filter(archived_at__isnull=hide)
    if not rows.update(archived_at=timezone.now() if hide else None):
        message = _("%(name)s is archived already") if hide else _("%(name)s is not archived")
        raise Conflict(message % {"name": row.name})
    row.refresh_from_db()
    return row
