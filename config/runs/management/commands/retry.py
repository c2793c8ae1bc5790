from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from config.runs import registry
from config.runs.console import execute_here
from config.runs.errors import RunError
from config.runs.models import Run
from config.runs.services import retry_run


class Command(BaseCommand):
    help = _(
        "Queue a failed, dead or cancelled run again. Its finished steps are kept and not repeated."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("run", type=int, metavar="RUN", help=_("the number of the run"))
        parser.add_argument(
            "--wait",
            action="store_true",
            help=_("execute it here and now instead of leaving it to a worker"),
        )

    def handle(self, *args: Any, **options: Any) -> None:
        wait = options["wait"]
        try:
            run = retry_run(run_id=options["run"], wake=not wait)
            if wait:
                run = execute_here(run, self.stderr)
        except RunError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(self._line(run))
        if wait and (result := registry.get(run.kind).result(run)):
            self.stdout.write(result)

    def _line(self, run: Run) -> str:
        return _("run %(run)s: %(status)s") % {"run": run.pk, "status": run.get_status_display()}
