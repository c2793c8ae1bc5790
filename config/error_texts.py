"""Errors whose text a page, the API or a command can give in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any


def N_(text: str) -> str:  # noqa: N802  # the usual name for "to be translated later"
    """Mark a text for the translation catalogue; it is translated where it is shown."""
    return text


LINE = 200
"""Characters of an error that is quoted in a log line or a message: what follows is a dump."""


def error_line(error: object, most: int = LINE) -> str:
    """The text of an error on one line; its type where it has none."""
    return " ".join(str(error).split())[:most] or type(error).__name__


class TranslatableError(ValueError):
    """An error by `code`, with its `values`; its text is English, `template` is translatable."""

    messages: Mapping[str, str] = {}
    path: str = ""
    """Where in a document the fault is, such as `indicators.fast.length`."""

    def __init__(self, code: str, **values: object) -> None:
        self.code = code
        self.values = values
        super().__init__(self.template % values)

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickling between processes: `args` hold the text alone."""
        return partial(type(self), self.code, **self.values), (), self.__dict__

    @property
    def template(self) -> str:
        """The sentence with its placeholders still open."""
        return self.messages[self.code]
