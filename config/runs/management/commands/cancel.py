from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from config.runs.errors import RunError
from config.runs.models import Run
from config.runs.services import cancel_run


class Command(BaseCommand):
    help = _("Cancel a run: a queued one at once, a running one at its next step.")

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("run", type=int, metavar="RUN", help=_("the number of the run"))

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            run = cancel_run(run_id=options["run"])
        except RunError as error:
            raise CommandError(str(error)) from error
        at_once = run.status == Run.Status.CANCELLED
        text = _("run %(run)s: cancelled") if at_once else _("run %(run)s: asked to stop")
        self.stdout.write(text % {"run": run.pk})
