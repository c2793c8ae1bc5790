"""Roles as permissions. What a person may not even see is left to querysets: it is a 404."""

from __future__ import annotations

from typing import Any

from rest_framework.permissions import BasePermission

from config.desk.roles import is_reviewer


class ReviewersAdd(BasePermission):
    """Whoever sees a thing reads it; only reviewers and admins add to it."""

    def has_permission(self, request: Any, view: Any) -> bool:
        return view.action != "create" or is_reviewer(request.user)
