"""A command that measures: lines while it works, a document at the end."""

from __future__ import annotations

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _


class ReportCommand(BaseCommand):
    def tell(self, line: str) -> None:
        """A line of progress, on standard error, seen at once."""
        self.stderr.write(line, style_func=str)
        self.stderr.flush()

    def read(self, path: Path) -> str:
        """A document that is there. Raises CommandError, which names the file and why not."""
        try:
            return path.read_text(encoding="utf-8")
        except OSError as error:
            raise CommandError(
                _("cannot read %(file)s: %(reason)s") % {"file": path, "reason": error.strerror}
            ) from error

    def write(self, path: Path, text: str) -> None:
        """The document into a file. Raises CommandError, which names the file and why not."""
        try:
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise CommandError(
                _("cannot write %(file)s: %(reason)s") % {"file": path, "reason": error.strerror}
            ) from error
        self.tell(_("wrote %(file)s") % {"file": path})
