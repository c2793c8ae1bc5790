"""Reads a research claim: text -> frame, by a statistical model of labelled spans."""

from hypotheses.analyst.reader.reading import ClaimReading, FoundVeto, read

__all__ = ["ClaimReading", "FoundVeto", "read"]
