"""Trains the parser of sentences; what it makes is `hypotheses/analyst/syntax/model`."""
