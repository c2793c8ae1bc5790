"""`manage.py doctor`: what works, what is missing and how to mend it."""

from __future__ import annotations

import dataclasses
import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.doctor import DoctorFinding, Level, examine


class Command(BaseCommand):
    help = _("Report what works, what is missing and how to fix it. Exits 1 when a check fails.")
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help=_("print one JSON object"))

    def handle(self, *args: Any, **options: Any) -> None:
        findings = []
        for finding in examine():
            findings.append(finding)
            if not options["json"]:
                self.stdout.write(line(finding))
        failed = [finding.check for finding in findings if finding.level == Level.FAIL]
        if options["json"]:
            checks = [dataclasses.asdict(finding) for finding in findings]
            self.stdout.write(json.dumps({"ok": not failed, "checks": checks}, indent=2))
        if failed:
            raise CommandError(
                ngettext(
                    "%(count)d check failed: %(names)s",
                    "%(count)d checks failed: %(names)s",
                    len(failed),
                )
                % {"count": len(failed), "names": ", ".join(failed)}
            )


def line(finding: DoctorFinding) -> str:
    text = f"{finding.level:<5} {finding.check:<13} {finding.what}"
    return f"{text}\n{'':<19} -> {finding.mend}" if finding.mend else text
