"""A claim as text: a sentence, its hypotheses, or the author's words as a question."""

from hypotheses.analyst.writer.edit import is_aim, is_asking, is_spoken
from hypotheses.analyst.writer.extent import extent
from hypotheses.analyst.writer.places import located
from hypotheses.analyst.writer.plain import plain
from hypotheses.analyst.writer.statements import Statements, statements
from hypotheses.analyst.writer.writing import listing, question, reworded

__all__ = [
    "Statements",
    "extent",
    "is_aim",
    "is_asking",
    "is_spoken",
    "listing",
    "located",
    "plain",
    "question",
    "reworded",
    "statements",
]
