"""Plain JSON: the one form in which a step's output is kept."""

from __future__ import annotations

import math
from typing import Any

from django.utils.translation import gettext as _

from .errors import StepOutputError

_TEXT = frozenset({str})
_SCALARS = frozenset({str, int, bool, type(None)})


def require_plain(step: str, value: Any) -> None:
    """Raises StepOutputError, naming the step and the place, unless `value` is plain JSON.

    Plain means exactly str, int, float (finite), bool, None, list and dict with text keys. A
    subclass (a numpy scalar, an enum) or a tuple would come back from the store as another type.
    """
    if not _is_plain(value):
        raise StepOutputError(
            _("step %(step)s: its output is not plain JSON: %(place)s")
            % {"step": step, "place": _odd_place(value, "")}
        )


def _is_plain(value: Any) -> bool:
    """As `_odd_place`, of everything that is stored: so without the places."""
    kind = type(value)
    if kind is dict:
        return _TEXT.issuperset(map(type, value)) and all(map(_is_plain, value.values()))
    if kind is list:
        return all(map(_is_plain, value))
    return kind in _SCALARS or (kind is float and math.isfinite(value))


def _odd_place(value: Any, path: str) -> str | None:
    kind = type(value)
    if kind in _SCALARS:
        return None
    if kind is float and math.isfinite(value):
        return None
    if kind is list:
        return _first_odd((item, f"{path}[{index}]") for index, item in enumerate(value))
    if kind is dict and all(type(key) is str for key in value):
        return _first_odd((item, f"{path}.{key}") for key, item in value.items())
    shown = repr(value) if kind is float else kind.__name__
    return f"{path or '.'} ({shown})"


def _first_odd(places: Any) -> str | None:
    return next((odd for item, path in places if (odd := _odd_place(item, path))), None)
