"""What every page knows: who reads it, in which role, and in which theme."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from .roles import NAMES, role_of
from .theme import theme_of


def desk(request: HttpRequest) -> dict[str, Any]:
    """`role` of the reader (empty when not signed in), its `role_name`, and the `theme`."""
    role = role_of(request.user) if hasattr(request, "user") else ""
    return {"role": role, "role_name": NAMES.get(role, ""), "theme": theme_of(request)}
