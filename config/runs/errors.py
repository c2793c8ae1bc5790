"""What can go wrong with a run."""

from __future__ import annotations

from config.desk.refusals import Conflict, Missing, OverQuota


class RunError(Exception):
    """Base of all: its text is one clear line that a person can read."""


class RunNotFound(RunError, Missing):
    """There is no run with that id."""


class WrongStatus(RunError, Conflict):
    """The run's status doesn't allow what was asked."""


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
    """Somebody asked for the run to stop."""
