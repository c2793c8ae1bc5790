"""What an admin asks for with rows, and what it takes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.utils.functional import Promise
from unfold.enums import ActionVariant


@dataclass(frozen=True)
class AdminRequest:
    """What an admin asked for one row: who asks, what they saw of it and what they said."""

    pk: Any
    user: User
    seen: str = ""
    said: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Act:
    """One thing to do with rows.

    `perform` is one service call; what it refuses becomes a message, and so does a text it gives,
    in place of `done`. `warning` stands on the page that asks first: an act with one, or with a
    form, is never done from a list at once. `seen` gives what goes along as seen of a row, so that
    the service can tell a lost race; `fits` says on which rows' pages it is offered.
    """

    name: str
    title: str | Promise
    done: str | Promise
    perform: Callable[[AdminRequest], object]
    warning: str | Promise = ""
    form: type[forms.Form] = forms.Form
    seen: Callable[[Any], object] = lambda row: ""
    fits: Callable[[Any], bool] = lambda row: True
    icon: str = "bolt"
    variant: ActionVariant = ActionVariant.DEFAULT

    @property
    def asks(self) -> bool:
        return bool(self.warning) or self.form is not forms.Form
