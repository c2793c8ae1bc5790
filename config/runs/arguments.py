"""Types of command arguments: a wrong value is one line and exit code 2."""

from __future__ import annotations

import argparse

from django.utils.translation import gettext as _


def at_least_one(text: str) -> int:
    """A whole number of at least 1."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(
            _("%(text)r: takes a whole number of at least 1") % {"text": text}
        )
    return number
