"""Plain text: its words, its language, and characters that are refused. Free of Django."""
