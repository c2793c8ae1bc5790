"""A relation between two variables, as a text claims it."""

from __future__ import annotations

from typing import NamedTuple

from hypotheses.analyst.reading import Span


class Relation(NamedTuple):
    """Spans of the two variables (either may be None) and the tokens that relate them.

    `form` is verb, intransitive, comparative, effect, associated, pair, difference, conditional,
    change or listed.
    """

    form: str
    independent: Span | None
    dependent: Span | None
    at: Span
