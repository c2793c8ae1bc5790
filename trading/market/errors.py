"""What is refused of market data: each fault by its code, with line, column and value."""

from __future__ import annotations

from config.sayable import N_, SayableError

# Messages about a file begin with where: `line 7, column Close`.
MESSAGES = {
    # the ticker
    "bad_ticker": N_(
        "%(ticker)r is not a ticker: up to 20 of A-Z, 0-9, '.', '-', '_', '^' and '=', "
        "beginning with a letter, digit or '^'"
    ),
    "unknown_ticker": N_("unknown ticker %(ticker)s; known: %(known)s"),
    # the amount of data
    "too_few_bars": N_("%(bars)s bars are too few: at least %(minimum)s are needed"),
    "no_bars_in_range": N_("no bars of %(ticker)s from %(start)s to %(end)s"),
    "corrupt": N_("stored prices do not match their hash %(sha256)s: the database is damaged"),
}


class MarketError(SayableError):
    """Market data that cannot be used; `code` and `params` as in MESSAGES."""

    messages = MESSAGES

    @property
    def params(self) -> dict[str, object]:
        """What the open places of the sentence are filled with."""
        return self.values


class UnknownTicker(MarketError):
    """Nothing is known of the ticker; `params["known"]` lists those that are."""
