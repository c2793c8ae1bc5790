"""`manage.py serve`: the web pages and the worker, until Ctrl-C."""

from __future__ import annotations

import os
from functools import partial
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections
from django.utils.translation import gettext as _

from config.desk.refusals import Refusal
from config.desk.roles import RESEARCHER, make_demo_users
from config.outage import require_database
from config.server_processes import (
    PortTaken,
    check_port,
    go_on_small,
    in_a_fork,
    run_gunicorn,
    web_command,
)
from config.static_files import collect


class Command(BaseCommand):
    help = _("Serve the web pages and run the worker, until Ctrl-C stops both.")

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help=_("default: 127.0.0.1"))
        parser.add_argument("--port", type=int, default=8000, help=_("default: 8000"))
        parser.add_argument(
            "--threads", type=int, default=8, help=_("requests answered at a time (default: 8)")
        )
        parser.add_argument(
            "--demo",
            action="store_true",
            help=_("make the demo's users, ideas and strategy, and print new passwords"),
        )

    def handle(self, *args: Any, **options: Any) -> None:
        host, port = options["host"], options["port"]
        require_database()
        try:
            check_port(host, port)
        except (PortTaken, OverflowError) as error:
            raise CommandError(
                _("cannot listen on %(host)s:%(port)s (%(problem)s): choose another --port")
                % {"host": host, "port": port, "problem": getattr(error, "strerror", error)}
            ) from error
        collect()
        connections.close_all()
        if options["demo"]:
            in_a_fork(self._demo)
        os.chdir(settings.SHIPPED_DIR)
        web = web_command(host, port, options["threads"])
        go_on_small(
            [partial(run_gunicorn, web), partial(call_command, "work")],
            ready=_("Crivo is at http://%(host)s:%(port)s (Ctrl-C stops it)") % options,
            ended=_("the web server or the worker ended by itself: see above"),
        )

    def _demo(self) -> None:
        try:
            passwords = make_demo_users()
        except Refusal as error:
            raise CommandError(str(error)) from error
        # The longest first: one worker develops while the other refines.
        for command in ("demo_strategy", "demo"):
            call_command(command, queue_for=RESEARCHER, stdout=self.stdout, stderr=self.stderr)
        self.stdout.write(_("The demo's users, with passwords that are new at each start:"))
        for name, password in passwords.items():
            self.stdout.write(f"  {name:<12}{password}")
