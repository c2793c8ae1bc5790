"""Plain text: its words, its language, and what nobody could read. Free of Django."""
