"""What every page knows: who reads it, in which role and theme, and what was typed for it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from config.desk.roles import NAMES, role_of

from .drafts import drafts_of
from .models import Draft
from .preferences import theme_of
from .undo import offered


def desk(request: HttpRequest) -> dict[str, Any]:
    """`role` of the reader (empty when not signed in), its `role_name`, the `theme`, the
    `kept_draft` that the address names, and the act that may be taken back (`undo_offer`)."""
    role = role_of(request.user) if hasattr(request, "user") else ""
    return {
        "role": role,
        "role_name": NAMES.get(role, ""),
        "theme": theme_of(request),
        "kept_draft": _draft(request) if role else None,
        "undo_offer": offered(request) if role else None,
    }


def _draft(request: HttpRequest) -> Draft | None:
    asked = request.GET.get("draft", "")
    if not (asked.isascii() and asked.isdigit() and len(asked) < 10):
        return None
    return drafts_of(request.user).filter(pk=int(asked)).first()
