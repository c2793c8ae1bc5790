"""What a search by meaning leaves in the record of the run that it was made for."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from config.runs import journal
from config.runs.models import Event, LlmCall, Run
from config.runs.refusals import explain

from .errors import RecallError

NODE = "memory"


def searched(run: Run, *, calls: Sequence[int], why: RecallError | None) -> None:
    """The run pays for the calls of the search; that it was one by words alone is said there."""
    if calls:
        LlmCall.objects.filter(pk__in=calls, run=None).update(run=run)
    if why is not None:
        said = _("the memory was searched by words, not by meaning: %(why)s")
        journal.write(run.pk, Event.Kind.MESSAGE, NODE, text=said % {"why": explain(why)})
