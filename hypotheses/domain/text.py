"""What people may write: plain words within a limit. Everything else gets one clear message."""

from __future__ import annotations

import re

from config.text.validation import MESSAGES, TextError, clean_phrase, clean_words

__all__ = ["MESSAGES", "IdeaError", "clean_idea", "clean_phrase", "clean_words"]

IdeaError = TextError
_LETTER = re.compile(r"[^\W\d_]")


def clean_idea(text: str, limit: int) -> str:
    """An idea, composed (NFC) and trimmed. Raises IdeaError for what no idea may hold."""
    text = clean_phrase(text, limit)
    if not _LETTER.search(text):
        raise IdeaError("no_words")
    return text
