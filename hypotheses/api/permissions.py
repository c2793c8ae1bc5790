"""What the services leave to the faces."""

from __future__ import annotations

from typing import Any

from rest_framework.permissions import BasePermission

from config.desk.roles import is_admin


class OwnersReword(BasePermission):
    """An idea's words are its owner's; an admin may mend them."""

    def has_object_permission(self, request: Any, view: Any, obj: Any) -> bool:
        return (
            request.method != "PATCH" or obj.owner_id == request.user.pk or is_admin(request.user)
        )
