"""A claim as text: a sentence, its hypotheses, or the author's words as a question."""

from hypotheses.analyst.writer.asides import plain
from hypotheses.analyst.writer.edit import opens_a_question as is_question
from hypotheses.analyst.writer.extent import echo, extent, is_observation, is_title, what_changed
from hypotheses.analyst.writer.focus import focused
from hypotheses.analyst.writer.places import located
from hypotheses.analyst.writer.scraps import without_scraps
from hypotheses.analyst.writer.statements import Statements, statements
from hypotheses.analyst.writer.writing import listing, question

__all__ = [
    "Statements",
    "echo",
    "extent",
    "focused",
    "is_observation",
    "is_question",
    "is_title",
    "listing",
    "located",
    "plain",
    "question",
    "statements",
    "what_changed",
    "without_scraps",
]
