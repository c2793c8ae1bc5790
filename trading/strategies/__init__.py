"""Strategies as specs: checked, run, changed, told in words and rendered as a script."""
