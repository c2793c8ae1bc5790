"""What the commands of both apps share: errors in one line, and executing a run in this process."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import CommandError, OutputWrapper
from django.utils.translation import gettext as _

from config.runs.errors import REFUSALS, explain
from config.runs.execution import OnNode, execute
from config.runs.ledger import OnEvent
from config.runs.live_state import ended
from config.runs.models import Event, Run


@contextmanager
def one_line_errors() -> Iterator[None]:
    """An error that the user can fix becomes one line and exit code 1."""
    try:
        yield
    except REFUSALS as error:
        raise CommandError(explain(error)) from error


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """The argparse type for a whole number: a wrong value is one line, exit code 2."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = low - 1
        if not low <= number <= high:
            raise argparse.ArgumentTypeError(
                _("%(text)r: takes a whole number from %(low)s to %(limit)s")
                % {"text": text, "low": low, "limit": high}
            )
        return number

    return read


ROW_ID = whole_number(1, 2**63 - 1)
"""The argparse type for the number of a row, a 64-bit integer."""


def execute_here(run: Run, stderr: OutputWrapper, on_node: OnNode | None = None) -> Run:
    """Execute a run in this process, with progress on `stderr`. Raises CommandError if it fails.

    With `on_node`, that function is called for each node, and no events are printed. On Ctrl-C the
    state of the run is printed before the command ends.
    """
    on_event = None if on_node else printer(stderr)
    try:
        run = execute(run.pk, on_event=on_event, on_node=on_node)
    except (KeyboardInterrupt, SystemExit):
        stderr.write("\n" + interrupted(run.pk), style_func=str)
        raise
    if run.status != Run.Status.DONE:
        raise CommandError(ended(run))
    return run


def interrupted(run_id: int) -> str:
    """The state of a run that a signal stopped, and how to continue it."""
    return _(
        "run %(run)s was stopped; what it finished is kept.\n"
        "  to go on here:   manage.py retry %(run)s --wait\n"
        "  to drop it:      manage.py cancel %(run)s\n"
        "  A worker that is running goes on with it by itself."
    ) % {"run": run_id}


def as_json(report: Any) -> str:
    """Print a result for programs."""
    return json.dumps(report, ensure_ascii=False, indent=2)


def printer(stream: OutputWrapper) -> OnEvent:
    """Returns a function that prints one line per event to `stderr`, uncoloured: it is no error."""

    def show(event: Event) -> None:
        stream.write(line(event), style_func=str)
        stream.flush()

    return show


def line(event: Event) -> str:
    """`run 7: step structurer 1 (0.21 s)`."""
    data = event.data
    parts = [event.get_kind_display(), event.node]
    if event.kind == Event.Kind.STEP:
        parts += [str(data["iteration"]), data["item"], f"({data['seconds']:.2f} s)"]
    parts += [data.get("text", ""), data.get("error", "")]
    return _("run %(run)s") % {"run": event.run_id} + ": " + " ".join(filter(None, parts))


# Types of command arguments: a wrong value is one line and exit code 2.


def at_least_one(text: str) -> int:
    """A whole number of at least 1."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(
            _("%(text)r: takes a whole number of at least 1") % {"text": text}
        )
    return number


def account_named(name: str) -> User:
    """A person's account. Raises CommandError when no account has that name."""
    user = User.objects.filter(username=name).first()
    if user is None:
        raise CommandError(_("there is no user %(name)r") % {"name": name})
    return user


# Tables that read well as plain text and are valid Markdown.


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns padded to their widest cell; the last line has no line break."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = [head, ["-" * width for width in widths], *rows]
    return "\n".join(
        "| "
        + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        + " |"
        for line in lines
    )
