"""`manage.py messages`: the texts to translate, collected and compiled."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _


class Command(BaseCommand):
    help = _(
        "Collect the texts to translate into locale/ and compile them. "
        "Write the missing translations into locale/pt_BR/LC_MESSAGES/django.po and run it again."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check",
            action="store_true",
            help=_("change nothing; fail when a translation is missing or a file not up to date"),
        )
        parser.add_argument(
            "--root", type=Path, default=settings.BASE_DIR, help=_("project folder")
        )

    def handle(self, *args: Any, check: bool, root: Path, **options: Any) -> None:
        try:
            from config import catalogs
        except ModuleNotFoundError as error:
            raise CommandError(
                _("needs %(package)s: pip install -r requirements-dev.txt")
                % {"package": error.name}
            ) from None

        found = catalogs.collect(root)
        problems: list[str] = []
        for language in catalogs.LANGUAGES:
            catalog = catalogs.updated(root, language, found)
            if check:
                problems += catalogs.stale(root, language, catalog)
            else:
                catalogs.write(root, language, catalog)
            problems += catalogs.faults(catalog, language)
            problems += catalogs.wrong_terms(root, language, catalog)
        for problem in problems:
            self.stderr.write(problem)
        if problems:
            raise CommandError(_("the messages are not in order: `make messages`, then translate"))
        self.stdout.write(_("%(count)d texts, all translated") % {"count": len(found)})
