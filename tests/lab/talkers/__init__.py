"""Models that talk like the built-in parts: what `manage.py chaos` has runs ask."""
