"""Which texts people may enter: plain words within a limit. Everything else gets one clear
message."""

from __future__ import annotations

import re
import unicodedata

from config.error_texts import N_, TranslatableError
from config.text.lazy_regex import lazy_regex

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
# A byte that is no UTF-8 arrives as a surrogate.
_NOWHERE = {
    "encoding": lazy_regex(r"[\ud800-\udfff]"),
    "control": lazy_regex(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]"),
}
_NOT_PLAIN = {
    # Ranges end with an assigned character: tools write others in a form that JSON Schema lacks.
    "emoji": lazy_regex(
        "[\U0001f000-\U0001fbf9\u2600-\u27bf\u231a\u231b\u23e9-\u23fa\u25fd\u25fe"
        "\u2b05-\u2b07\u2b1b\u2b1c\u2b50\u2b55\ufe0f]"
    ),
    # A tag as HTML reads it; `BMI <LLN and age >65` is none.
    "markup": lazy_regex(
        r"</?[a-z][\w:-]*(?:\s[^<>]{0,200}=[^<>]{0,500})?\s*/?>|<!(?:--|\[|doctype)|<script\b",
        re.IGNORECASE,
    ),
}

# The same for the API's schema: a class of the characters that a text may hold.
_BLANK = r" \n\r\t\u00a0\u200b\ufeff"
_CONTROL = r"\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f"
_EMOJI = _NOT_PLAIN["emoji"].pattern[1:-1]
ANY_WORDS = rf"^[^{_CONTROL}]*$"
"""The pattern of an optional text: it may be empty."""
WORDS = rf"^[^{_CONTROL}]*[^{_CONTROL}{_BLANK}\s][^{_CONTROL}]*$"
ANY_PHRASE = rf"^[^{_CONTROL}{_EMOJI}]*$"
PHRASE = rf"^[^{_CONTROL}{_EMOJI}]*[^\W\d_][^{_CONTROL}{_EMOJI}]*$"
"""With a letter, and without emoji."""


class TextError(TranslatableError):
    """A text that is not accepted."""

    messages = MESSAGES


def clean_words(text: str, limit: int) -> str:
    """Text composed (NFC) and trimmed. Raises TextError for characters that nobody can read."""
    text = text.replace("\r\n", "\n").strip(" \n\r\t\u00a0\u200b\ufeff")
    if not text:
        raise TextError("empty")
    if len(text) > limit:
        raise TextError("too_long", limit=limit)
    _refuse(_NOWHERE, text)
    return unicodedata.normalize("NFC", text)


def clean_phrase(text: str, limit: int) -> str:
    """The text of a plain sentence. Raises TextError for emoji and markup, too."""
    text = clean_words(text, limit)
    _refuse(_NOT_PLAIN, text)
    return text


def _refuse(signs: dict[str, re.Pattern[str]], text: str) -> None:
    for code, pattern in signs.items():
        if found := pattern.search(text):
            sign = found.group()
            raise TextError(
                code, sign=sign[:30], name=f"U+{ord(sign[0]):04X}", place=found.start() + 1
            )


# People's texts in Markdown: shown as they are, never as markup.

_MARKS = lazy_regex(r"([\\`*_{}\[\]<>#|~&!])")
# What begins a list, a rule or a heading at the start of a line.
_BEGINS = lazy_regex(r"^(\s*)(?:([-+=])|(\d+)([.)]))")


def escaped(line: str) -> str:
    """A line that Markdown shows as it is."""
    line = _MARKS.sub(r"\\\1", line.strip())
    return _BEGINS.sub(lambda found: _begun(*found.groups()), line)


def _begun(space: str, sign: str | None, number: str | None, stop: str | None) -> str:
    return f"{space}\\{sign}" if sign else f"{space}{number}\\{stop}"


_LETTER = lazy_regex(r"[^\W\d_]")


def clean_idea(text: str, limit: int) -> str:
    """An idea, composed (NFC) and trimmed. Raises TextError for what an idea may not hold."""
    text = clean_phrase(text, limit)
    if not _LETTER.search(text):
        raise TextError("no_words")
    return text


def as_number(text: str, digits: int = 9) -> int | None:
    """The whole number that a text is, with at most `digits` ASCII digits; None for any other
    text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None
