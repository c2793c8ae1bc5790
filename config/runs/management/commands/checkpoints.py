from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from config.checkpoints.history import Checkpoint, CheckpointsUnreadable, checkpoints
from config.runs.console import at_least_one, table
from config.runs.models import Run

SHORT = 40  # characters of a value in the list


class Command(BaseCommand):
    help = _("List the checkpoints of a run, or show its state as it was at one of them.")

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("run", type=int, metavar="RUN", help=_("the number of the run"))
        parser.add_argument(
            "--at", type=at_least_one, metavar="N", help=_("the state at checkpoint N, as JSON")
        )
        parser.add_argument("--json", action="store_true", help=_("as JSON, the states included"))

    def handle(self, *args: Any, **options: Any) -> None:
        found = self._found(options["run"])
        if options["at"]:
            if options["at"] > len(found):
                raise CommandError(_("there are checkpoints 1 to %(last)s") % {"last": len(found)})
            self._print(asdict(found[options["at"] - 1]), options["json"])
        elif options["json"]:
            self._print([asdict(one) for one in found], compact=True)
        else:
            head = [_("number"), _("attempt"), _("when"), _("next"), _("what changed")]
            self.stdout.write(table(head, list(lines(found))))

    def _found(self, run_id: int) -> list[Checkpoint]:
        if not Run.objects.filter(pk=run_id).exists():
            raise CommandError(_("there is no run %(run)s") % {"run": run_id})
        try:
            found = checkpoints(run_id)
        except CheckpointsUnreadable as error:
            raise CommandError(str(error)) from error
        if found:
            return found
        if settings.CHECKPOINTS:
            raise CommandError(_("run %(run)s has no checkpoints") % {"run": run_id})
        raise CommandError(
            _("run %(run)s has no checkpoints: CRIVO_CHECKPOINTS=true has runs keep them")
            % {"run": run_id}
        )

    def _print(self, what: Any, compact: bool) -> None:
        self.stdout.write(json.dumps(what, ensure_ascii=False, indent=None if compact else 2))


def lines(found: list[Checkpoint]) -> Iterator[list[str]]:
    """A row per checkpoint: the small values that differ from those of the one before."""
    before: Mapping[str, Any] = {}
    for one in found:
        changes = one.error or " ".join(changed(before, one.state))
        after = ", ".join(one.next) or _("end")
        yield [str(one.number), str(one.attempt), one.at[:19], "" if one.error else after, changes]
        before = one.state or before


def changed(before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    for name, value in now.items():
        shown = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        was = before.get(name)
        if len(shown) <= SHORT and value != was and (value or was):
            yield f"{name}={shown}"
