"""Why a person's request was not carried out: one sentence, and a class for each kind of answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from django.forms import BaseForm

    FormT = TypeVar("FormT", bound=BaseForm)


class Refusal(ValueError):
    """A request that cannot be carried out; its text says what and why. Nothing was written."""

    status = 422
    """Of the page that says it."""


class Missing(Refusal):
    """What the request names is not there."""


class NotAllowed(Refusal):
    """This person may not do this."""


class Conflict(Refusal):
    """It cannot be done as things stand now: the text says how they stand."""


class OverQuota(Refusal):
    """This person has had as much as allowed."""


class TooMuch(Refusal):
    """One request asks for more than is done in one: the text says how much that is."""

    status = 413


class TryLater(Refusal):
    """Others wait, too: it may be asked for again after so many seconds."""

    status = 429

    def __init__(self, text: str, seconds: int) -> None:
        super().__init__(text)
        self.seconds = seconds


def with_refusal(form: FormT, message: str, field: str | None = None) -> FormT:
    """The form as it was typed, checked, with what the service said of it or of a field."""
    form.full_clean()
    form.add_error(field, message)
    return form
