"""What a person does with a run on its subject's page."""

from __future__ import annotations

from collections.abc import Callable

from django.shortcuts import get_object_or_404

from .models import Run
from .refusals import REFUSALS, explain


def refused(act: Callable[..., Run], *, kind: str, subject_id: int, run_id: int) -> str:
    """Carry out `act` (retry, cancel) on a subject's run: why it was refused, or nothing.

    Raises Http404 for a run that is not the subject's.
    """
    get_object_or_404(Run, pk=run_id, kind=kind, subject_id=subject_id)
    try:
        act(run_id=run_id)
    except REFUSALS as error:
        return explain(error)
    return ""
