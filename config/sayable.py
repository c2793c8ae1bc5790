"""Errors that a face can say in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping


def N_(text: str) -> str:  # noqa: N802  # the usual name for "to be translated later"
    """Mark a text for the translation catalogue; the face translates it when it is shown."""
    return text


class SayableError(ValueError):
    """An error by `code`, with its `values`; its text is English, `template` is translatable.

    `path` is the place in a document that it is about, if any: a text begins with it.
    """

    messages: Mapping[str, str] = {}
    path: str = ""

    def __init__(self, code: str, **values: object) -> None:
        self.code = code
        self.values = values
        super().__init__(self.template % values)

    @property
    def template(self) -> str:
        """The sentence with its variables still open."""
        return self.messages[self.code]

    def __str__(self) -> str:
        return self.placed(super().__str__())

    def placed(self, said: str) -> str:
        """A sentence in whatever language, after the place it is about."""
        return f"{self.path}: {said}" if self.path else said
