"""`manage.py chaos`: whether runs survive that what works on them is killed."""

from __future__ import annotations

import random
import signal
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from config.runs.console import as_json, whole_number
from tests.lab.chaos import scenarios
from tests.lab.chaos.errors import ChaosError
from tests.lab.chaos.options import add_place
from tests.lab.chaos.report import as_document, as_text
from tests.lab.chaos.rounds import make_chaos


class Command(BaseCommand):
    help = _(
        "Kill processes of a worker of its own at random moments while it refines and develops, "
        "and compare every row with that of runs left alone. Your data is not touched: it works "
        "in a temporary folder, on scratch databases. Exits 1 on any difference."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--kills",
            type=whole_number(1, 100_000),
            default=20,
            metavar="N",
            help=_("how many processes are killed (default: 20; takes about 8 seconds each)"),
        )
        parser.add_argument(
            "--seed",
            type=whole_number(0, 2**31 - 1),
            metavar="S",
            help=_("what decides whom and when (default: drawn, and printed)"),
        )
        add_place(parser)
        parser.add_argument(
            "--only", choices=scenarios.kinds(), help=_("runs of this kind alone (default: all)")
        )
        parser.add_argument(
            "--models",
            action="store_true",
            help=_("have the runs ask a model: a server on this machine that always says the same"),
        )
        parser.add_argument(
            "--upgrade-from",
            default="",
            metavar="COMMIT",
            help=_("begin each round by the code of this commit, and upgrade it amid the kills"),
        )

    def handle(self, *args: Any, **options: Any) -> None:
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C: it cleans up
        seed = options["seed"]
        if seed is None:
            seed = random.randrange(10_000)  # noqa: S311  # chance, not secrecy
        try:
            chaos = make_chaos(
                kills=options["kills"],
                seed=seed,
                database=options["database"],
                redis=options["redis"],
                only=options["only"] or "",
                models=options["models"],
                upgrade_from=options["upgrade_from"],
                progress=self.stderr.write,
            )
        except ChaosError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(as_json(as_document(chaos)) if options["json"] else as_text(chaos))
        if not chaos.well:
            raise CommandError(_("not all is as in the runs left alone"))
