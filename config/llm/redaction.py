"""Removes the key from what a server sent: nothing of it is stored or shown before.

Whole texts are redacted and shortened afterwards: shortening first could leave a part of the key.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

MARK = "[key]"
_SHORTEST = 8  # characters: a shorter key is a word such as "none", and no secret
_FOR_URLS = str.maketrans("+/", "-_")
_ESCAPED = re.compile(
    r"\\{1,4}(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2}))|&#(?:0*(\d{1,3})|[xX]0*([0-9a-fA-F]{1,2}));?"
    r"|%(?:25)*([0-9a-fA-F]{2})|=([0-9A-F]{2})|\\"
)
"""A character as escaped for JSON, HTML, URLs or mail; a backslash before one that needs none."""
_NEIGHBOURS = "[A-Za-z0-9+/=_-]{0,4}"  # of a key in base64: characters that hold bits of it


class Redactor:
    """Removes one key, as it is and in the encodings that servers and proxies use."""

    def __init__(self, key: str) -> None:
        self._key = key if len(key) >= _SHORTEST else ""
        self._whole = re.compile("|".join(_forms(self._key))) if self._key else None
        self._pieces = frozenset(_pieces(self._key)) if self._key else frozenset()

    def shown(self, text: str, length: int) -> str:
        """At most `length` characters of a text for rows, messages and traces.

        Where a server's text ends within the key, or leaves characters out, a part of the key is
        there: a run of eight of its characters is removed as well.
        """
        return self._without_runs(self.strike(text))[:length]

    def strike(self, text: str) -> str:
        """A text without the whole key and without characters that a database cannot store."""
        storable = text.replace("\x00", "").encode(errors="replace").decode()
        return self._whole.sub(MARK, storable) if self._whole else storable

    def answer(self, value: Any) -> Any:
        """A JSON value with its texts redacted: the agents get this."""
        if isinstance(value, str):
            return self.strike(value)
        if isinstance(value, list):
            return [self.answer(item) for item in value]
        if isinstance(value, dict):
            return {self.strike(name): self.answer(item) for name, item in value.items()}
        return value

    def _without_runs(self, text: str) -> str:
        parts, end = [], 0
        for start, stop in _joined(sorted(self._runs(text))):
            parts += [text[end:start], MARK]
            end = stop
        return "".join([*parts, text[end:]])

    def _runs(self, text: str) -> Iterator[tuple[int, int]]:
        """The places of every eight consecutive characters of the key, in any of its encodings."""
        if not self._pieces:
            return
        decoded, places = _decoded(text)
        for piece in self._pieces:
            at = decoded.find(piece)
            while at >= 0:
                yield places[at], places[at + len(piece)]
                at = decoded.find(piece, at + 1)


NO_KEY = Redactor("")


def _joined(places: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Sorted ranges, with overlapping and adjacent ones joined."""
    found: tuple[int, int] | None = None
    for start, stop in places:
        if found and start <= found[1]:
            found = found[0], max(found[1], stop)
        else:
            if found:
                yield found
            found = start, stop
    if found:
        yield found


def _forms(key: str) -> Iterator[str]:
    """Patterns of the key: each character as it is or escaped (JSON, URL, HTML); base64; hex."""
    yield "".join(map(_escaped, key))
    for inner in sorted({_base64(key, before) for before in range(3)}):
        either = re.escape(inner).replace(r"\+", "[+-]").replace("/", "[/_]")
        yield f"{_NEIGHBOURS}{either}{_NEIGHBOURS}"
    yield f"(?i:{key.encode().hex()})"


def _escaped(character: str) -> str:
    code = ord(character)
    return (
        rf"(?:\\{{0,4}}{re.escape(character)}|\\{{1,4}}u(?i:{code:04x})|%(?:25)?(?i:{code:02x})"
        rf"|&#0*{code};|&#[xX]0*(?i:{code:x});)"
    )


def _base64(key: str, before: int) -> str:
    """The key's base64 after this many other bytes: the part that these do not change."""
    coded = base64.b64encode(b"\x00" * before + key.encode()).decode().rstrip("=")
    whole = (before + len(key.encode())) % 3 == 0
    return coded[before + 1 if before else 0 : None if whole else -1]


def _pieces(key: str) -> Iterator[str]:
    """A pattern of eight consecutive characters of the key: as they are, in base64 and in hex."""
    yield from _windows(key, _SHORTEST)
    for before in range(3):
        for coded in {_base64(key, before), _base64(key, before).translate(_FOR_URLS)}:
            yield from _windows(coded, _SHORTEST * 4 // 3)
    for coded in (key.encode().hex(), key.encode().hex().upper()):
        yield from _windows(coded, 2 * _SHORTEST)


def _windows(text: str, length: int) -> Iterator[str]:
    return (text[at : at + length] for at in range(len(text) - length + 1))


def _decoded(text: str) -> tuple[str, Sequence[int]]:
    """A text with its escapes decoded; the start of each character in the text, and the end."""
    parts: list[str] = []
    places: list[int] = []
    end = 0
    for found in _ESCAPED.finditer(text):
        parts.append(text[end : found.start()])
        places += range(end, found.start())
        if digits := next(filter(None, found.groups()), ""):
            parts.append(chr(int(digits, 10 if digits == found[3] else 16)))
            places.append(found.start())
        end = found.end()
    if not end:
        return text, range(len(text) + 1)
    parts.append(text[end:])
    return "".join(parts), [*places, *range(end, len(text) + 1)]
