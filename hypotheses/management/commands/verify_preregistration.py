"""`manage.py verify_preregistration`: whether what was frozen is still what is there."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from config.runs.console import as_json, one_line_errors
from hypotheses.services.preregister import sentence, verify_preregistration


class Command(BaseCommand):
    help = _(
        "Recompute the hash of a pre-registration from what is stored, compare it with the rows it "
        "was frozen from, and say what differs. Exits 1 when something does."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "id", type=int, metavar="ID", help=_("the id of the pre-registration, as its page says")
        )
        parser.add_argument("--json", action="store_true", help=_("print JSON"))

    def handle(self, *args: Any, **options: Any) -> None:
        with one_line_errors():
            found = verify_preregistration(preregistration_id=options["id"])
        if options["json"]:
            self.stdout.write(as_json(found.as_json()))
        else:
            self.stdout.write(f"SHA-256 {found.sha256}")
            for each in found.differences:
                self.stdout.write("  " + sentence(each))
        if not found.holds:
            raise CommandError(_("pre-registration %(id)s does not hold") % {"id": options["id"]})
        if not options["json"]:
            self.stdout.write(_("pre-registration %(id)s holds") % {"id": options["id"]})
