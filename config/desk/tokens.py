"""The keys with which programs come in a person's name."""

from __future__ import annotations

from django.utils.translation import gettext as _
from knox.models import AuthToken

from .refusals import Conflict


def revoke_tokens(*, user_id: int) -> int:
    """End all of a person's tokens at once; how many there were. Raises Conflict for none."""
    _total, each = AuthToken.objects.filter(user_id=user_id).delete()
    if not each.get("knox.AuthToken"):
        raise Conflict(_("there is no token to revoke"))
    return int(each["knox.AuthToken"])
