"""Gate profiles, as a development takes them."""

from __future__ import annotations

from trading.domain.gates import PROFILES, Profile
from trading.domain.profiles import ProfileError
from trading.models import GateProfile


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
