"""Runs over REST: look, follow, cancel, retry."""
