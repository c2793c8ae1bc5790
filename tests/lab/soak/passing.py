"""Rows that are let go in time: what they are called, and how many may be left in the end."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

OUTPUTS, LINES, MESSAGES, RECORDS = "step outputs", "history lines", "messages", "broker records"


def in_words() -> dict[str, str]:
    return {
        OUTPUTS: _("outputs of the steps of ended runs"),
        LINES: _("lines of the histories of ended runs"),
        MESSAGES: _("messages to workers"),
        RECORDS: _("records of messages delivered"),
    }


def too_many(left: Mapping[str, int]) -> dict[str, int]:
    """Those of which some are left: none may be."""
    return {name: number for name, number in left.items() if number}
