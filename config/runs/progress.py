"""A run's progress as lines for a person, on standard error."""

from __future__ import annotations

from django.core.management.base import OutputWrapper
from django.utils.translation import gettext as _

from .journal import OnEvent
from .models import Event


def printer(stream: OutputWrapper) -> OnEvent:
    """Writes one line an event to a command's `stderr`, in plain colour: it is no error."""

    def show(event: Event) -> None:
        stream.write(line(event), style_func=str)
        stream.flush()

    return show


def line(event: Event) -> str:
    """`run 7: step structurer 1 (0.21 s)`."""
    data = event.data
    words = [event.get_kind_display(), event.node]
    if event.kind == Event.Kind.STEP:
        words += [str(data["iteration"]), data["item"], f"({data['seconds']:.2f} s)"]
    words += [data.get("text", ""), data.get("error", "")]
    return _("run %(run)s") % {"run": event.run_id} + ": " + " ".join(filter(None, words))
