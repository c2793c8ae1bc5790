"""`manage.py verify_certificate`: every number of a certificate, recomputed."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from config.runs.console import as_json, one_line_errors
from config.runs.errors import explain
from trading.management.certificate_text import verified_lines
from trading.services.certificate import CertificateError, read_certificate, verify_document


class Command(BaseCommand):
    help = _(
        "Check the hash of a certificate, recompute every number in it from the stored data, and "
        "say what agrees and what differs. Exits 1 when something differs, 2 for a file that is "
        "no certificate."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help=_("the certificate as JSON"))
        parser.add_argument("--json", action="store_true", help=_("print JSON"))

    def handle(self, *args: Any, **options: Any) -> None:
        with one_line_errors():
            try:
                certificate = read_certificate(options["file"])
            except CertificateError as error:
                raise CommandError(explain(error), returncode=2) from error
            found = verify_document(certificate)
        if options["json"]:
            self.stdout.write(as_json(found.as_json()))
        else:
            for line in verified_lines(found):
                self.stdout.write(line)
        if not found.holds:
            raise CommandError(_("the certificate does not hold"))
