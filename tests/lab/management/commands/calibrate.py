"""`manage.py calibrate`: how often the gates err, on prices of which the truth is known."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.runs.console import one_line_errors, whole_number
from tests.lab.benchmarks.machine import Machine, this_machine
from tests.lab.calibration.carrying import REPLAYS
from tests.lab.calibration.figures import failed, sort_of, targets
from tests.lab.calibration.later import Step, power_with, report_with
from tests.lab.calibration.plan import BARS, FIRST_SEED, KINDS, RUNS, parse_kinds
from tests.lab.calibration.power import power
from tests.lab.calibration.report import document, verdict
from tests.lab.calibration.run import Asked, Calibrated, Progress, calibrate
from tests.lab.report_command import ReportCommand
from trading.backtest.child import usable_cpus
from trading.domain.gates import DEFAULT_PROFILE, PROFILES

MOST_RUNS, MOST_BARS, MOST_WORKERS, MOST_SEED = 100_000, 20_000, 64, 2_000_000_000


class Command(ReportCommand):
    help = _(
        "Measure how often the gates err: whole developments on random walks, on real bars in "
        "random order and on planted effects. Goes on where it stopped. A missed target is "
        "reported, not an error."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        self._number(parser, "runs", (0, MOST_RUNS), RUNS, _("developments in all"))
        self._number(parser, "workers", (1, MOST_WORKERS), usable_cpus(), _("side by side"))
        self._number(
            parser, "bars", (settings.MIN_BARS, MOST_BARS), BARS, _("of each price history")
        )
        self._number(parser, "seed", (0, MOST_SEED), FIRST_SEED, _("the first seed of each kind"))
        parser.add_argument(
            "--kinds",
            nargs="+",
            metavar="KIND",
            default=list(KINDS),
            help=_("of prices: %(kinds)s, or planted=.35 for one strength (default: all)")
            % {"kinds": ", ".join(KINDS)},
        )
        parser.add_argument(
            "--profile",
            choices=sorted(PROFILES),
            default=DEFAULT_PROFILE,
            help=_("the gates, as they ship (default: %(default)s)") % {"default": DEFAULT_PROFILE},
        )
        parser.add_argument(
            "--fresh", action="store_true", help=_("forget the runs of this setting, start anew")
        )
        parser.add_argument(
            "--carry",
            type=Path,
            metavar="FILE",
            help=_(
                "take over the runs of an earlier code, if a part of its cases ends alike to the "
                "last field with the present one"
            ),
        )
        parser.add_argument(
            "--compare",
            type=Path,
            metavar="FILE",
            help=_(
                "play a part of the cases of an earlier code again and tell how many end alike; "
                "the report and the pages' data that are there get this and nothing else"
            ),
        )
        self._number(
            parser, "replays", (REPLAYS, MOST_RUNS), REPLAYS, _("cases of FILE to play again")
        )
        parser.add_argument(
            "--report",
            type=Path,
            metavar="FILE",
            help=_("write the report, such as docs/calibration.md"),
        )

        parser.add_argument(
            "--power",
            type=Path,
            metavar="FILE",
            help=_("write what pages say of it, such as trading/presenting/power.json"),
        )

    def _number(
        self, parser: CommandParser, name: str, of: tuple[int, int], default: int, what: str
    ) -> None:
        values = {"what": what, "low": of[0], "high": of[1], "default": default}
        parser.add_argument(
            f"--{name}",
            type=whole_number(*of),
            metavar="N",
            default=default,
            help=_("%(what)s: %(low)s to %(high)s (default: %(default)s)") % values,
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["compare"] and bool(options["report"]) != bool(options["power"]):
            raise CommandError(_("with --compare, --report and --power go together: give both"))
        machine = this_machine()
        with one_line_errors():
            asked = Asked(
                runs=options["runs"],
                sorts=parse_kinds(options["kinds"]),
                profile=options["profile"],
                bars=options["bars"],
                workers=options["workers"],
                first_seed=options["seed"],
                fresh=options["fresh"],
                carry=options["carry"],
                compare=options["compare"],
                replays=options["replays"],
            )
            found = self._calibrated(asked)
        if found.compared:
            self._compared(found.compared, options["report"], options["power"])
        else:
            self._documents(found, machine, options["report"], options["power"])
            self.stdout.write(verdict(targets(found.lines)))
        self._failures(found)

    def _documents(
        self, found: Calibrated, machine: Machine, report: Path | None, pages: Path | None
    ) -> None:
        if not (report or pages):
            return
        known = power(found.lines, found.setting, found.carried)
        if report:
            self.write(report, report_with(document(found, machine), json.loads(known)))
        if pages:
            self.write(pages, known)

    def _compared(self, step: Step, report: Path | None, pages: Path | None) -> None:
        """What documents of an earlier code say of the present one; their figures stay."""
        self.stdout.write(json.dumps(step, indent=1))
        if report and pages:
            known = power_with(self.read(pages), step)
            self.write(pages, known)
            self.write(report, report_with(self.read(report), json.loads(known)))

    def _calibrated(self, asked: Asked) -> Calibrated:
        # Ended by a service manager as by Ctrl-C: nothing is left behind.
        before = signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            found = calibrate(asked, hear=self._hear, begin=self._begin)
        except KeyboardInterrupt:
            self.tell(_("stopped; the same command continues after the finished cases"))
            raise
        finally:
            signal.signal(signal.SIGTERM, before)
        self.tell(_("%(runs)s runs in %(file)s") % {"runs": len(found.lines), "file": found.path})
        if found.others:
            self.tell(
                ngettext(
                    "%(count)s other file there is of another code, profile or length: not counted",
                    "%(count)s other files there are of another code, profile or length: not "
                    "counted",
                    found.others,
                )
                % {"count": found.others}
            )
        return found

    def _begin(self, there: int, missing: int) -> None:
        self.tell(
            _("%(there)s of the runs are there already, %(missing)s to come")
            % {"there": there, "missing": missing}
        )

    def _hear(self, progress: Progress) -> None:
        line = progress.line
        values = {
            "done": progress.done,
            "of": progress.of,
            "kind": sort_of(line).name,
            "seed": line["seed"],
            "end": line["error"] if failed(line) else line["status"],
            "seconds": f"{line['seconds']:.1f}",
            "left": _left(progress.left),
        }
        self.tell(
            _("%(done)s/%(of)s  %(kind)s %(seed)s: %(end)s, %(seconds)s s; %(left)s left") % values
        )

    def _failures(self, found: Calibrated) -> None:
        """Raises CommandError where a run failed: what is said of the others is said already."""
        broken = sum(map(failed, found.lines))
        if broken:
            raise CommandError(
                ngettext("%(count)s run failed", "%(count)s runs failed", broken)
                % {"count": broken}
            )


def _left(seconds: float) -> str:
    """`12 s`, `8 min`, `1 h 20 min`."""
    minutes = round(seconds / 60)
    if seconds < 60:
        return f"{seconds:.0f} s"
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
