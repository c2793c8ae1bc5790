"""The REST interface of trading."""
