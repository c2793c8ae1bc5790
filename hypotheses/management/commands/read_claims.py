"""`manage.py read_claims`: claims for the versions that an earlier release wrote."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from hypotheses.services.search import read_claims, unused_terms


class Command(BaseCommand):
    help = _(
        "Read the claims of versions that an earlier release wrote. Decisions stay as they were "
        "made; it can be stopped and started again."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        count = 0
        for count in read_claims():
            self.stderr.write(_("%(count)s versions read") % {"count": count}, style_func=str)
        self.stdout.write(_("%(count)s versions read") % {"count": count})
        if terms := unused_terms():
            self.stdout.write(_("terms of this site's lexicon, which is no longer needed:"))
            for term in terms:
                self.stdout.write(f"  {term}")
