"""What browsers are told they may load."""

from __future__ import annotations

from typing import Any

_SELF = ["'self'"]


def csp() -> dict[str, Any]:
    """The content security policy of every page but the admin's: own files only, nothing inline."""
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
