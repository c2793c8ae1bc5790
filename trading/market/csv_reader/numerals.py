"""One number as people write it: decimal point or comma, thousands between, a currency."""

from __future__ import annotations

import math
import re

_EXPONENT = r"(?:[eE][+-]?\d+)?"
_POINT = re.compile(
    rf"[+-]?(?:(?:\d+|[1-9]\d{{0,2}}(?:,\d{{3}})+|[1-9]\d?(?:,\d\d)+,\d{{3}})(?:\.\d*)?|\.\d+)"
    rf"{_EXPONENT}"
)  # 1,234,567.8 and, as in India, 12,34,567.8
_COMMA = re.compile(rf"[+-]?(?:(?:\d+|[1-9]\d{{0,2}}(?:\.\d{{3}})+)(?:,\d*)?|,\d+){_EXPONENT}")
_ABSENT = {"nan", "na", "n/a", "#n/a", "null", "none", "nil", "nd", "-", "--"}
_INFINITE = re.compile(r"[+-]?(?:inf|infinity|infinito|∞)", re.IGNORECASE)
_SIGN = r"(?:R\$|[A-Z]{0,3}\$|[€£¥₹₩₺₪₽₿฿]|[A-Z]{3}(?=[\s\d.,-])|kr|zł|Kč|Fr\.?)"
_CURRENCY = re.compile(rf"^{_SIGN}\s*(?=[-+\d.,])|(?<=[\d.,])\s*(?:{_SIGN}|[A-Z]{{3}}|p)$")
_THOUSANDS = re.compile(r"(?<=\d)[\s'’](?=\d{3}(?!\d))")
_SCALE = {
    "k": 1e3,
    "m": 1e6,
    "b": 1e9,
    "t": 1e12,  # 1.2M shares
    "mil": 1e3,
    "mi": 1e6,
    "bi": 1e9,
    "tri": 1e12,  # 1,2 mi
}
_SCALED = re.compile(r"(.*[\d.,])\s*([a-z]{1,3})", re.IGNORECASE)
MISSING, NO_NUMBER = "missing", "nan"
ABSENT = (MISSING, NO_NUMBER)
"""What `number` says of a cell that is empty, and of one that says that there is no number."""


def readings(cell: str) -> tuple[bool, bool]:
    """Whether a cell is a number with a decimal point, and whether with a decimal comma."""
    return bool(_POINT.fullmatch(cell)), bool(_COMMA.fullmatch(cell))


def bare(cell: str) -> str:
    """A number without the sign of a currency, and without blanks or apostrophes between its
    thousands."""
    found = _CURRENCY.sub("", cell.strip())
    return _THOUSANDS.sub("", found) if found[:1].isdigit() else found


def number(cell: str, decimal: str, *, scaled: bool = False) -> float | str:
    """The number a cell holds, or the code of what is wrong with it."""
    scale, cell = 1.0, bare(cell)
    words = _SCALED.fullmatch(cell) if scaled else None
    if words and words[2].lower() in _SCALE:
        cell, scale = words[1], _SCALE[words[2].lower()]
    form = _POINT if decimal == "." else _COMMA
    if not form.fullmatch(cell):
        return _wrong(cell)
    thousands = "," if decimal == "." else "."
    value = float(cell.replace(thousands, "").replace(decimal, ".")) * scale
    return value if math.isfinite(value) else "infinite"


def _wrong(cell: str) -> str:
    if not cell:
        return MISSING
    if cell.lower() in _ABSENT:
        return NO_NUMBER
    return "infinite" if _INFINITE.fullmatch(cell) else "text"
