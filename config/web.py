"""What browsers are told they may load."""

from __future__ import annotations

from typing import Any

_SELF = ["'self'"]

# What the admin needs beyond the policy below, and no other page gets (ADR 0007).
ADMIN_CSP = {"script-src": ["'unsafe-eval'"], "style-src-attr": ["'unsafe-inline'"]}


def csp() -> dict[str, Any]:
    """The content security policy of every page: own files only, nothing inline."""
    return {
        "DIRECTIVES": {
            "default-src": _SELF,
            "script-src": _SELF,
            "style-src": _SELF,
            "img-src": ["'self'", "data:"],
            "object-src": ["'none'"],
            "base-uri": _SELF,
            "form-action": _SELF,
            "frame-ancestors": ["'none'"],
        },
    }
