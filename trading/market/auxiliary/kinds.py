"""The kinds of auxiliary data and their columns (described for users in docs/data.md)."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..csv_reader.headers import plain

_ANY = (-1e18, 1e18)
_COUNT = (0.0, 1e15)
_SCORE = (-1.0, 1.0)


@dataclass(frozen=True)
class AuxiliaryKind:
    """`required` and `optional` columns are numbers, each within its bounds; `texts` may be empty.

    A kind without required columns needs a number in any of the optional ones.
    """

    name: str
    required: dict[str, tuple[float, float]] = field(default_factory=dict)
    optional: dict[str, tuple[float, float]] = field(default_factory=dict)
    texts: tuple[str, ...] = ()

    @property
    def numbers(self) -> dict[str, tuple[float, float]]:
        return {**self.required, **self.optional}

    @property
    def columns(self) -> tuple[str, ...]:
        """All columns in their order; `available_at` is the first."""
        return ("available_at", *self.numbers, *self.texts)

    @property
    def spellings(self) -> dict[str, list[str]]:
        """How a header may call them: case, blanks and signs do not matter."""
        return {name: [plain(name)] for name in self.columns}


_REPORTED = (
    "revenue gross_profit operating_income ebitda net_income eps total_assets total_liabilities "
    "total_equity total_debt cash current_assets current_liabilities operating_cash_flow "
    "capital_expenditure dividends"
).split()

KINDS = {
    kind.name: kind
    for kind in (
        AuxiliaryKind(
            "fundamentals",
            optional={**dict.fromkeys(_REPORTED, _ANY), "shares_outstanding": _COUNT},
            texts=("period_end", "currency"),
        ),
        AuxiliaryKind("news", {"sentiment": _SCORE}, texts=("headline", "source")),
        AuxiliaryKind(
            "options",
            {"call_volume": _COUNT, "put_volume": _COUNT},
            {
                "call_open_interest": _COUNT,
                "put_open_interest": _COUNT,
                "implied_volatility": (0.0, 100.0),
            },
        ),
        # Bought above zero, sold below.
        AuxiliaryKind(
            "insider", {"shares": (-1e15, 1e15)}, {"price": (0.0, 1e9)}, ("insider", "role")
        ),
        # +1 up, -1 down, 0 kept.
        AuxiliaryKind(
            "analyst", {"rating_change": _SCORE}, {"target_price": (0.0, 1e9)}, ("firm", "rating")
        ),
        AuxiliaryKind("social", {"sentiment": _SCORE, "mentions": _COUNT}, texts=("platform",)),
    )
}
