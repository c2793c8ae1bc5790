"""`manage.py archive_memory`: archives lessons that no development has recalled for long."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from trading.services.lessons import archive_unused_lessons


class Command(BaseCommand):
    help = _(
        "Archive lessons that no development recalled for 90 days and that "
        "nobody pinned. `manage.py work` does so by itself, once an hour."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        count = archive_unused_lessons()
        message = ngettext("%(count)s lesson archived", "%(count)s lessons archived", count)
        self.stdout.write(message % {"count": count})
