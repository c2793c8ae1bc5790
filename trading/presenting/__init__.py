"""Rows of developments put into reading order, without further queries."""
