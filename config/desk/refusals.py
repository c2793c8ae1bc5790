"""Why a person's request was not carried out: one sentence, and a class for each kind of answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from django.forms import BaseForm

    FormT = TypeVar("FormT", bound=BaseForm)


class Refusal(ValueError):
    """A request that cannot be carried out; its text says what and why. Nothing was written."""

    status = 422
    """The HTTP status of the page that shows it."""


class Missing(Refusal):
    """What the request names does not exist."""


class NotAllowed(Refusal):
    """This person may not do this."""


class Conflict(Refusal):
    """It cannot be done in the present state: the text says which state that is."""


class OverQuota(Refusal):
    """This person has reached their limit."""


class TooMuch(Refusal):
    """One request asks for more than one request may: the text says how much that is."""

    status = 413


class TryLater(Refusal):
    """Others are waiting, too: it may be asked for again after `seconds`."""

    status = 429

    def __init__(self, text: str, seconds: int) -> None:
        super().__init__(text)
        self.seconds = seconds


def with_refusal(form: FormT, message: str, field: str | None = None) -> FormT:
    """The form as it was filled in, with the service's message about it or one of its fields."""
    form.full_clean()
    form.add_error(field, message)
    return form
