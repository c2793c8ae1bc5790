"""Rows of developments arranged for pages, without further queries."""
