"""The key struck from what a server sent: the only way in which any of it is kept or shown.

Texts are struck whole and cut afterwards: a cut first could leave a part of the key.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Iterator
from typing import Any

MARK = "[key]"
_SHORTEST = 8  # a key shorter than this is a word such as "none", and no secret
_NEIGHBOURS = "[A-Za-z0-9+/=_-]{0,4}"  # of a key in base64: they hold bits of it


class Redactor:
    """Strikes one key, as it is and in the encodings that servers and proxies use."""

    def __init__(self, key: str) -> None:
        self._key = key if len(key) >= _SHORTEST else ""
        self._whole = re.compile("|".join(_forms(self._key))) if self._key else None

    def shown(self, text: str, length: int) -> str:
        """At most so many characters of a text for rows, messages and traces.

        Where a server's text ends in the middle of the key, or leaves letters out, a part of the
        key is there: a run of eight of its characters is struck as well.
        """
        return self._without_runs(self.strike(text))[:length]

    def strike(self, text: str) -> str:
        """A text without the whole key, and without characters that no database keeps."""
        storable = text.replace("\x00", "").encode(errors="replace").decode()
        return self._whole.sub(MARK, storable) if self._whole else storable

    def answer(self, value: Any) -> Any:
        """A JSON value whose texts are struck: what the agents get."""
        if isinstance(value, str):
            return self.strike(value)
        if isinstance(value, list):
            return [self.answer(item) for item in value]
        if isinstance(value, dict):
            return {self.strike(name): self.answer(item) for name, item in value.items()}
        return value

    def _without_runs(self, text: str) -> str:
        kept, end = [], 0
        for start, stop in _joined(sorted(self._runs(text))):
            kept += [text[end:start], MARK]
            end = stop
        return "".join([*kept, text[end:]])

    def _runs(self, text: str) -> Iterator[tuple[int, int]]:
        """The places of every eight characters in a row of the key."""
        pieces = {self._key[at : at + _SHORTEST] for at in range(len(self._key) - _SHORTEST + 1)}
        for piece in pieces:
            at = text.find(piece)
            while at >= 0:
                yield at, at + _SHORTEST
                at = text.find(piece, at + 1)


NO_KEY = Redactor("")


def _joined(places: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Sorted places; those that overlap or touch as one."""
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
    """Of the key's base64 after so many other bytes: the part that these do not change."""
    coded = base64.b64encode(b"\x00" * before + key.encode()).decode().rstrip("=")
    whole = (before + len(key.encode())) % 3 == 0
    return coded[before + 1 if before else 0 : None if whole else -1]
