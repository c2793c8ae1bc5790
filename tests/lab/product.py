"""The product as it is measured: with the project's own settings, without the laboratory."""

from __future__ import annotations

import os


def settings_module() -> str:
    """Of a process that is measured; that of the tests, where they measure."""
    chosen = os.environ.get("DJANGO_SETTINGS_MODULE", "config.settings")
    return "config.settings" if chosen == "tests.lab.settings" else chosen
