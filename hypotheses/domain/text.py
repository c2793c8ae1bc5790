"""What an idea may be written in: plain words within a limit. Everything else gets one message."""

from __future__ import annotations

import re
import unicodedata

from hypotheses.domain.errors import N_, SayableError

_MARKUP = re.compile(r"<\s*(?:/\s*)?[a-zA-Z!][^<>]{0,200}>|<script\b", re.IGNORECASE)
_ALLOWED_CONTROLS = frozenset("\n\r\t")


MESSAGES = {
    "empty": N_("the idea is empty: write it in a sentence"),
    "too_long": N_("the idea has %(length)s characters: at most %(limit)s are taken"),
    "encoding": N_("the idea is not valid UTF-8 (character %(place)s)"),
    "control": N_(
        "the idea holds a control character (%(name)s, character %(place)s): take it out"
    ),
    "emoji": N_("the idea holds an emoji (%(sign)s, character %(place)s): say it in words"),
    "markup": N_("the idea holds HTML (%(tag)s, character %(place)s): write plain text"),
    "no_words": N_("the idea holds no words"),
}


class IdeaError(SayableError):
    """A text that cannot be taken as an idea."""

    messages = MESSAGES


def clean_idea(text: str, limit: int) -> str:
    """The idea, composed (NFC) and trimmed. Raises IdeaError for what no idea may hold."""
    text = text.replace("\r\n", "\n").strip(" \n\r\t\u00a0\u200b\ufeff")
    if not text:
        raise IdeaError("empty")
    if len(text) > limit:
        raise IdeaError("too_long", length=len(text), limit=limit)
    for place, character in enumerate(text, 1):
        if not character.isascii() or character < " " or character == "\x7f":
            _check(character, place)
    if markup := _MARKUP.search(text):
        raise IdeaError("markup", tag=markup.group()[:30], place=markup.start() + 1)
    if not re.search(r"[^\W\d_]", text):
        raise IdeaError("no_words")
    return unicodedata.normalize("NFC", text)


def _check(character: str, place: int) -> None:
    category = unicodedata.category(character)
    if category == "Cs":
        raise IdeaError("encoding", place=place)
    if category == "Cc" and character not in _ALLOWED_CONTROLS:
        raise IdeaError("control", name=f"U+{ord(character):04X}", place=place)
    if _is_emoji(character):
        raise IdeaError("emoji", sign=character, place=place)


def _is_emoji(character: str) -> bool:
    code = ord(character)
    return 0x1F000 <= code <= 0x1FAFF or 0x2600 <= code <= 0x27BF or code in (0x2B50, 0xFE0F)
