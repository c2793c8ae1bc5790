"""Why a person's request was not carried out: one sentence, and a class for each kind of answer."""

from __future__ import annotations

from django.utils.translation import gettext as _

from config.runs.errors import RunError
from config.sayable import SayableError


class Refusal(ValueError):
    """A request that cannot be carried out; its text says what and why. Nothing was written."""


class Missing(Refusal):
    """What the request names is not there."""


class NotAllowed(Refusal):
    """This person may not do this."""


class Conflict(Refusal):
    """It cannot be done as things stand now: the text says how they stand."""


REFUSALS = (SayableError, Refusal, RunError)


def explain(error: Exception) -> str:
    """A refusal in the reader's language."""
    return _(error.template) % error.params if isinstance(error, SayableError) else str(error)
