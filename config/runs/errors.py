"""Errors of runs, and refusals of services."""

from __future__ import annotations

from django.utils.translation import gettext as _

from config.desk.refusals import Conflict, Missing, OverQuota, Refusal
from config.error_texts import TranslatableError


class RunError(Exception):
    """Base class: the text is one clear line for a person."""


class RunNotFound(RunError, Missing):
    """There is no run with that id."""


class WrongStatus(RunError, Conflict):
    """The run's status does not allow this."""


class QuotaExceeded(RunError, OverQuota):
    """This person has started as many runs as allowed."""


class UnknownKind(RunError, Conflict):
    """No run kind is registered under that name."""


class StepOutputError(RunError):
    """A step's output is not plain JSON."""


class RunTimeout(RunError):
    """The run took longer than RUN_TIMEOUT_SECONDS, or a node of it than its own limit."""


class LeaseLost(RunError):
    """Another process holds the run now: this one must not write to it any more."""


class RunCancelled(RunError):
    """The run was asked to stop."""


# A service's refusal, and its text.

REFUSALS = (TranslatableError, Refusal, RunError)


def status_of(error: Exception) -> int:
    """The HTTP status of a page that shows a refusal."""
    return error.status if isinstance(error, Refusal) else 422


def explain(error: Exception) -> str:
    """A refusal in the reader's language; one about a document begins with the place in it."""
    if not isinstance(error, TranslatableError):
        return str(error)
    values = {
        name: explain(value) if isinstance(value, TranslatableError) else value
        for name, value in error.values.items()
    }
    message = _(error.template) % values
    return f"{error.path}: {message}" if error.path else message
