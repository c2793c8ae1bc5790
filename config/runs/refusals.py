"""What a service raises when it refuses, and how that reads."""

from __future__ import annotations

from django.utils.translation import gettext as _

from config.desk.refusals import Refusal
from config.runs.errors import RunError
from config.sayable import SayableError

REFUSALS = (SayableError, Refusal, RunError)


def explain(error: Exception) -> str:
    """A refusal in the reader's language."""
    if isinstance(error, SayableError):
        return error.placed(_(error.template) % error.values)
    return str(error)
