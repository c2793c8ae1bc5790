from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from config.desk.refusals import Refusal
from config.runs.console import as_json
from config.runs.model_check import all_models, check_model

LOADING = 120.0  # seconds to wait for a server that loads its model


class Command(BaseCommand):
    help = _("Ask each configured model one small question. Exits 1 when one does not answer.")

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", nargs="?", help=_("only the model provider of this name"))
        parser.add_argument("--json", action="store_true", help=_("as one JSON array"))

    def handle(self, *args: Any, **options: Any) -> None:
        names = [options["name"]] if options["name"] else [each.name for each in all_models()]
        if not names:
            raise CommandError(
                _("no model is configured: set CRIVO_LLM_BASE_URL and CRIVO_LLM_MODEL")
            )
        results = [self._checked(name, quiet=options["json"]) for name in names]
        if options["json"]:
            self.stdout.write(as_json(results))
        failed = [result["provider"] for result in results if not result["ok"]]
        if failed:
            raise CommandError(_("not fit for use: %(names)s") % {"names": ", ".join(failed)})

    def _checked(self, name: str, *, quiet: bool) -> dict[str, Any]:
        """The result for one model, printed at once."""
        language = "pt" if (get_language() or "").startswith("pt") else "en"
        try:
            checked = check_model(
                name=name, language=language, say=self.stderr.write, loading=LOADING
            )
        except Refusal as refusal:
            result: dict[str, Any] = {"provider": name, "ok": False, "error": str(refusal)}
            line = _("%(name)s: failed: %(why)s") % {"name": name, "why": refusal}
        else:
            cost = float(checked.cost_usd)
            result = {**checked._asdict(), "cost_usd": cost, "ok": True}
            line = "\n".join([f"{name}: {checked}", *(f"  {each}" for each in checked.can)])
        if not quiet:
            self.stdout.write(line)
        return result
