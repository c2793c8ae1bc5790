"""The indicators of a spec as pydantic models, one a kind, made from the registry."""

from __future__ import annotations

import functools
import operator
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, create_model

from trading.strategies.conditions import SpecPart
from trading.strategies.errors import SpecError
from trading.strategies.indicators import KINDS
from trading.strategies.indicators.kinds import IndicatorKind
from trading.strategies.names import COLUMNS, FloatValue, IntValue, SeriesReference, series_of

if TYPE_CHECKING:
    from collections.abc import Mapping


class DeclaredIndicator(SpecPart):
    """An indicator as a spec declares it: its kind, its arguments and perhaps its source."""

    kind: str

    @property
    def definition(self) -> IndicatorKind:
        """The kind it is of."""
        return KINDS[self.kind]

    @property
    def arguments(self) -> dict[str, float | str]:
        """Its numbers by name, written out or as references to parameters.

        Not among them is one that is left out and is that of the prices.
        """
        found = {name: getattr(self, name) for name in self.definition.arguments}
        return {name: value for name, value in found.items() if value is not None}

    @property
    def source_reference(self) -> str | None:
        """The column or indicator it is computed from, where the spec may choose one."""
        return getattr(self, "source", None)


def _fields(kind: IndicatorKind) -> dict[str, Any]:
    fields: dict[str, Any] = {"kind": (Literal[kind.name], ...)}
    if "source" in kind.inputs:
        fields["source"] = (SeriesReference, Field("close", description="column or indicator"))
    for name, argument in kind.arguments.items():
        value: Any = IntValue if argument.type == "int" else FloatValue
        bounds = f"{argument.low:g} to {argument.high:g}, or a parameter"
        if argument.default is None:
            left_out = f"{bounds}; that of the prices where it is left out"
            fields[name] = (value | None, Field(None, description=left_out))
            continue
        default = int(argument.default) if argument.type == "int" else argument.default
        fields[name] = (value, Field(default, description=bounds))
    return fields


def _model(kind: IndicatorKind) -> type[DeclaredIndicator]:
    title = "".join(word.title() for word in kind.name.split("_"))
    return create_model(
        f"{title}Indicator", __base__=DeclaredIndicator, __doc__=kind.formula, **_fields(kind)
    )


MODELS = {name: _model(kind) for name, kind in KINDS.items()}

if TYPE_CHECKING:
    Indicator = DeclaredIndicator
else:
    _ANY = functools.reduce(operator.or_, MODELS.values())
    Indicator = Annotated[_ANY, Field(discriminator="kind")]


# In which order indicators are computed.


def source_of(indicator: Indicator) -> str | None:
    """The indicator this one is computed from; None where it reads a price column."""
    reference = indicator.source_reference
    name = series_of(reference)[0] if reference else None
    return None if name is None or name in COLUMNS else name


def in_order(indicators: Mapping[str, Indicator]) -> list[str]:
    """The names of the indicators, each after the one it is computed from; sorted otherwise.

    Raises SpecError ("circular") for one that is computed from itself.
    """
    ordered: dict[str, None] = {}
    for name in sorted(indicators):
        chain: list[str] = []
        at: str | None = name
        while at is not None and at not in ordered:
            if at in chain:
                said = " < ".join([*chain, at])
                raise SpecError("circular", f"indicators.{name}.source", chain=said)
            chain.append(at)
            at = source_of(indicators[at])
        ordered.update(dict.fromkeys(reversed(chain)))
    return list(ordered)
