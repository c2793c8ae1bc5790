"""`manage.py reindex_memory`: brings the index by meaning in step with the database."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from config.recall.index import chosen
from config.recall.port import RecallError
from config.recall.sync import reindex
from config.runs.errors import explain


class Command(BaseCommand):
    help = _(
        "Bring the memory's index by meaning in step with the database: what is missing or stale "
        "is put, what is gone is dropped, and a broken index is made anew."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--all", action="store_true", help=_("delete the index and rebuild it"))

    def handle(self, *args: Any, **options: Any) -> None:
        if not chosen():
            raise CommandError(_("the memory is searched by words: set CRIVO_MEMORY=vectors"))
        try:
            synced = reindex(anew=options["all"], progress=self._progress)
        except RecallError as error:
            raise CommandError(explain(error)) from None
        for each in synced:
            counts = {"name": each.collection, "put": each.put, "dropped": each.dropped,
                    "rows": each.rows}  # fmt: skip
            message = _("%(name)s: %(put)s put, %(dropped)s dropped, %(rows)s in the index")
            self.stdout.write(message % counts)

    def _progress(self, line: str) -> None:
        self.stderr.write(line, style_func=str)
        self.stderr.flush()
