"""What people may write: plain words within a limit. Everything else gets one clear message."""

from __future__ import annotations

import re
import unicodedata

from config.sayable import N_, SayableError

MESSAGES = {
    "empty": N_("the text is empty: write it in a sentence"),
    "too_long": N_("the text is longer than the %(limit)s characters that are taken"),
    "encoding": N_("the text is not valid UTF-8 (character %(place)s)"),
    "control": N_(
        "the text holds a control character (%(name)s, character %(place)s): take it out"
    ),
    "emoji": N_("the text holds an emoji (%(sign)s, character %(place)s): say it in words"),
    "markup": N_("the text holds HTML (%(sign)s, character %(place)s): write plain text"),
    "no_words": N_("the text holds no words"),
}
# A byte that is no UTF-8 reaches us as a surrogate.
_NOWHERE = {
    "encoding": re.compile(r"[\ud800-\udfff]"),
    "control": re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]"),
}
_NOT_IN_A_VERSION = {
    "emoji": re.compile(
        "[\U0001f000-\U0001faff\u2600-\u27bf\u231a\u231b\u23e9-\u23fa\u25fd\u25fe"
        "\u2b05-\u2b07\u2b1b\u2b1c\u2b50\u2b55\ufe0f]"
    ),
    # A tag as HTML reads it; `BMI <LLN and age >65` is none.
    "markup": re.compile(
        r"</?[a-z][\w:-]*(?:\s[^<>]{0,200}=[^<>]{0,500})?\s*/?>|<!(?:--|\[|doctype)|<script\b",
        re.IGNORECASE,
    ),
}
_LETTER = re.compile(r"[^\W\d_]")


class IdeaError(SayableError):
    """A text that cannot be taken as an idea, or as words on one."""

    messages = MESSAGES


def clean_words(text: str, limit: int) -> str:
    """Words on an idea, composed (NFC) and trimmed. Raises IdeaError for what nobody can read."""
    text = text.replace("\r\n", "\n").strip(" \n\r\t\u00a0\u200b\ufeff")
    if not text:
        raise IdeaError("empty")
    if len(text) > limit:
        raise IdeaError("too_long", limit=limit)
    _refuse(_NOWHERE, text)
    return unicodedata.normalize("NFC", text)


def clean_phrase(text: str, limit: int) -> str:
    """Words that may stand in a version. Raises IdeaError for what no version may hold."""
    text = clean_words(text, limit)
    _refuse(_NOT_IN_A_VERSION, text)
    return text


def clean_idea(text: str, limit: int) -> str:
    """An idea, composed (NFC) and trimmed. Raises IdeaError for what no idea may hold."""
    text = clean_phrase(text, limit)
    if not _LETTER.search(text):
        raise IdeaError("no_words")
    return text


def _refuse(signs: dict[str, re.Pattern[str]], text: str) -> None:
    for code, pattern in signs.items():
        if found := pattern.search(text):
            sign = found.group()
            raise IdeaError(
                code, sign=sign[:30], name=f"U+{ord(sign[0]):04X}", place=found.start() + 1
            )
