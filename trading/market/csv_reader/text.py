"""The bytes of a file as text, or why they are none."""

from __future__ import annotations

import codecs
import re

from trading.market.errors import MarketError

UTF8, UTF16, WINDOWS = "utf-8-sig", "utf-16", "cp1252"
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)
_MAGIC = {
    b"PK\x03\x04": "a ZIP archive or an Excel workbook",
    b"\xd0\xcf\x11\xe0": "an Excel workbook",
    b"\x1f\x8b": "a gzip archive",
    b"%PDF": "a PDF document",
    b"PAR1": "a Parquet file",
    b"SQLite format 3": "an SQLite database",
    b"\x89PNG": "an image",
}
_MARKUP = re.compile(r"\s*<(?:!doctype|\?xml|html|head|body|table|div|svg)\b", re.IGNORECASE)
_JSON = re.compile(r"\s*[\[{]")
_SAMPLE = 4096


def text_of(data: bytes, max_bytes: int, *, prices: bool = False) -> str:
    """UTF-8 text, its byte order mark removed; of `prices`, where letters stand in the header
    alone, in one of `encoding_of`.

    Raises MarketError: too_large, empty, not_text, utf16, nul, not_utf8.
    """
    if len(data) > max_bytes:
        raise MarketError("too_large", limit=max_bytes)
    encoding = encoding_of(data) if prices else UTF8
    _refuse_binary(data, utf16=encoding == UTF16)
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        raise _not_utf8(data) from None
    if not text.strip():
        raise MarketError("empty")
    if _MARKUP.match(text):  # `<DATE>,<OPEN>` is a header
        raise MarketError("not_text", kind="HTML or XML")
    if _JSON.match(text):
        raise MarketError("not_text", kind="JSON")
    return text


def encoding_of(data: bytes) -> str:
    """Of what spreadsheets write as CSV: UTF-8, UTF-16 with its mark, else Windows-1252."""
    if data.startswith(_UTF16[:2]) and not data.startswith(_UTF16[2:]):
        return UTF16
    try:
        data.decode(UTF8)
    except UnicodeDecodeError:
        return UTF8 if data.startswith(codecs.BOM_UTF8) else WINDOWS
    return UTF8


def _not_utf8(data: bytes) -> MarketError:
    try:
        data.decode(UTF8)
    except UnicodeDecodeError as error:
        # With the mark's bytes counted: `object` is what was given, not what is left of it.
        at = error.start + len(data) - len(error.object)
        line = data[:at].count(b"\n") + 1
        return MarketError("not_utf8", line=line, value=f"0x{data[at]:02X}")
    return MarketError("utf16")


def _refuse_binary(data: bytes, *, utf16: bool) -> None:
    for magic, kind in _MAGIC.items():
        if data.startswith(magic):
            raise MarketError("not_text", kind=kind)
    if utf16:
        return
    # Without a mark, Latin text in UTF-16 has a NUL in every second byte.
    if data.startswith(_UTF16) or data[:_SAMPLE].count(0) * 3 > len(data[:_SAMPLE]) > 0:
        raise MarketError("utf16")
    if (at := data.find(0)) >= 0:
        raise MarketError("nul", line=data[:at].count(b"\n") + 1)
