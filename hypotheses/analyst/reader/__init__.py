"""Reads a research claim: text -> frame, by a statistical model of labelled spans."""

from hypotheses.analyst.reader.reading import FoundVeto, Reading, read

__all__ = ["FoundVeto", "Reading", "read"]
