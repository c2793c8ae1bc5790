"""Steps that another version of the code stored: what a run replays may no longer fit."""

from __future__ import annotations

from django.utils.translation import gettext as _

from .lease import Lease
from .models import Event, Step
from .version import code_version


def hint(lease: Lease) -> str:
    """What to add to the error of a run that replays such steps; empty for any other."""
    if not Step.objects.filter(run_id=lease.run_id, fence__lt=lease.fence).exists():
        return ""
    starts = (Event.Kind.STARTED, Event.Kind.RESUMED)
    events = Event.objects.filter(run_id=lease.run_id, kind__in=starts).order_by("id")
    ours = code_version()
    others = [code for code in events.values_list("data__code", flat=True) if code != ours]
    if not others:
        return ""
    said = _(
        "; its finished steps are of another version of Crivo (%(then)s; this is %(now)s): if they "
        "no longer fit, submit it anew"
    )
    return said % {"then": others[-1], "now": ours}
