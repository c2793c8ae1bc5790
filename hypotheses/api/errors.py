"""What the domain refuses, as a 400 that names the field."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rest_framework.exceptions import ErrorDetail, ValidationError

from config.error_texts import TranslatableError
from config.runs.refusals import explain
from config.text.language import LanguageError
from hypotheses.domain.frame import FrameError
from hypotheses.domain.refinement import RefinementLimitError

_FIELDS: dict[type[TranslatableError], str] = {
    FrameError: "claim",
    LanguageError: "language",
    RefinementLimitError: "max_refinements",
}


@contextmanager
def field_errors(words: str) -> Iterator[None]:
    """What is wrong with a text is said of the field `words`, the rest of the field it is about."""
    try:
        yield
    except TranslatableError as error:
        name = _FIELDS.get(type(error), words)
        detail = ErrorDetail(explain(error), code=error.code)
        raise ValidationError({name: [detail]}) from error
