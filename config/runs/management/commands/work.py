from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from config.outage import require_database
from config.runs.beats import AlreadyWorking
from config.runs.supervisor import supervise


class Command(BaseCommand):
    help = _(
        "Execute queued runs until stopped (Ctrl-C or SIGTERM). Workers that die are started "
        "again and their runs go on where they stopped."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        require_database()
        try:
            supervise()
        except AlreadyWorking as error:
            raise CommandError(str(error)) from error
