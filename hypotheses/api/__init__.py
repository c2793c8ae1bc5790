"""Hypotheses over REST."""
