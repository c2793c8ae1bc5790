"""A lesson's figures as its page shows them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from trading.memory.figures import FIGURES, SEGMENTS
from trading.presenting.code_names import word
from trading.presenting.numbers import NONE, figure, p_value, significant, significant_digits

_NAMES: Mapping[str, str | Promise] = {
    "score": _("gate score"),
    "template": _("template"),
    "name": _("name"),
    "parameters": _("parameters"),
    "missed": _("gates missed"),
    "edge": _("edge that research spoke for"),
    "luck": _("Sharpe ratio that luck reaches"),
    "best_train": _("best Sharpe ratio on train"),
    "kinds": _("kinds of rule tried"),
    "rounds": _("rounds of research"),
    "failed": _("variants that failed"),
    "of": _("variants"),
    "agent": _("agent"),
    "domain": _("domain"),
    "value": _("value"),
    "unit": _("unit"),
    "n_obs": _("observations"),
    "signal": _("signal"),
    "confidence": _("confidence"),
    "p_value": _("p-value"),
    "p_adjusted": _("p-value among all tests"),
    "params": _("parameters"),
}
_RATIOS = frozenset({"score", "luck", "best_train"})
_GROUPS = {"agent": "agent", "domain": "domain", "unit": "unit", "edge": "kind", "template": "kind"}


class LessonFigure(NamedTuple):
    """A figure on train and on validation."""

    name: str
    train: str
    validation: str


class Pair(NamedTuple):
    """A value with its name."""

    name: str
    value: str


class Figures(NamedTuple):
    """A lesson's values: those of a variant by segment, and all others."""

    rows: list[LessonFigure]
    pairs: list[Pair]


def figures(values: Mapping[str, Any]) -> Figures:
    """What a lesson's sentence rests on, in words; what is empty is left out."""
    rows, used = [], set(SEGMENTS)
    for name in FIGURES:
        keys = [one if name == "sharpe_ratio" else f"{one}_{name}" for one in SEGMENTS]
        used.update(keys)
        if any(key in values for key in keys):
            train, validation = (figure(_float(values.get(key)), name) for key in keys)
            rows.append(LessonFigure(word(name, "figure"), train, validation))
    others = [key for key, value in values.items() if key not in used and value not in _EMPTY]
    others.sort(key=lambda key: isinstance(values[key], Mapping))  # parameters come last
    return Figures(rows, [Pair(_name(key), _said(key, values[key])) for key in others])


_EMPTY: tuple[Any, ...] = (None, "", [], {})


def _name(key: str) -> str:
    return str(_NAMES.get(key, key.replace("_", " ")))


def _said(key: str, value: Any) -> str:
    if isinstance(value, Mapping):
        given = {_name(name): each for name, each in value.items() if each not in _EMPTY}
        return ", ".join(f"{name} {_said('', each)}" for name, each in given.items()) or NONE
    if isinstance(value, list):
        return ", ".join(word(str(each), "figure") for each in value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return word(str(value), _GROUPS[key]) if key in _GROUPS else str(value)[:200]
    if key in ("p_value", "p_adjusted"):
        return p_value(value)
    if key in _RATIOS:
        return figure(value)
    return significant_digits(value) if not key or isinstance(value, int) else significant(value)


def _float(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) else None
