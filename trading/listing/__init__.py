"""Which rows a list shows, and in which order."""
