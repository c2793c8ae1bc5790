"""What a service raises when it refuses, and how that reads."""

from __future__ import annotations

from django.utils.translation import gettext as _

from config.desk.refusals import Refusal
from config.error_texts import TranslatableError
from config.runs.errors import RunError

REFUSALS = (TranslatableError, Refusal, RunError)


def status_of(error: Exception) -> int:
    """The status of a page that says a refusal."""
    return error.status if isinstance(error, Refusal) else 422


def explain(error: Exception) -> str:
    """A refusal in the reader's language; one about a document begins with the place in it."""
    if not isinstance(error, TranslatableError):
        return str(error)
    values = {
        name: explain(value) if isinstance(value, TranslatableError) else value
        for name, value in error.values.items()
    }
    said = _(error.template) % values
    return f"{error.path}: {said}" if error.path else said
