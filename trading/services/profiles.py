"""Gate profiles: as a development takes them, and as an admin writes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from config.desk.refusals import Conflict, Missing, NotAllowed
from config.desk.roles import is_admin
from trading.domain.gates import PROFILES, profile_of
from trading.domain.profiles import Criterion, Profile, ProfileError, check_profile
from trading.models import GateCriterion, GateProfile


def frozen_profile(name: str) -> Profile:
    """A profile by its name, as it is now. One that ships is there even without its rows.

    Raises ProfileError for an unknown or an unusable one.
    """
    row = GateProfile.objects.filter(name=name).first()
    if row is not None:
        return row.frozen()
    if name in PROFILES:
        return PROFILES[name]
    known = {*GateProfile.objects.values_list("name", flat=True), *PROFILES}
    raise ProfileError("unknown", name=name, known=", ".join(sorted(known)))


def add_profile(
    *,
    name: str,
    pass_score: float,
    criteria: Sequence[Mapping[str, Any]],
    user: User,
    final_error: float = 0.0,
) -> GateProfile:
    """A new set of gates. Raises NotAllowed for anybody but an admin, ProfileError, Conflict."""
    profile = _checked(name, pass_score, criteria, user, final_error)
    try:
        with transaction.atomic():
            row = GateProfile.objects.create(
                name=name, pass_score=pass_score, final_error=final_error
            )
            _put(row, profile)
    except IntegrityError as error:
        said = _("there is a gate profile %(name)s already") % {"name": name}
        raise Conflict(said) from error
    return row


def replace_profile(
    *,
    name: str,
    pass_score: float,
    criteria: Sequence[Mapping[str, Any]],
    user: User,
    final_error: float = 0.0,
) -> GateProfile:
    """Other gates under a name; developments that started before keep theirs.

    Raises NotAllowed for anybody but an admin, ProfileError, Missing.
    """
    profile = _checked(name, pass_score, criteria, user, final_error)
    with transaction.atomic():
        row = GateProfile.objects.select_for_update().filter(name=name).first()
        if row is None:
            raise Missing(_("there is no gate profile %(name)s") % {"name": name})
        row.pass_score, row.final_error = pass_score, final_error
        row.save(update_fields=["pass_score", "final_error", "changed_at"])
        row.criteria.all().delete()
        _put(row, profile)
    return row


def _checked(
    name: str,
    pass_score: float,
    criteria: Sequence[Mapping[str, Any]],
    user: User,
    final_error: float,
) -> Profile:
    if not is_admin(user):
        raise NotAllowed(_("only an admin changes gate profiles"))
    gates = tuple(Criterion(**each) for each in criteria)
    seen = [(gate.name, gate.segment) for gate in gates]
    for gate in gates:
        if seen.count((gate.name, gate.segment)) > 1:
            raise ProfileError("repeated", "name", given=gate.name, segment=gate.segment)
    return check_profile(profile_of(name, gates, pass_score, final_error))


def _put(row: GateProfile, profile: Profile) -> None:
    GateCriterion.objects.bulk_create(
        GateCriterion(profile=row, **{part: getattr(each, part) for part in GateCriterion.PARTS})
        for each in profile.criteria
    )
