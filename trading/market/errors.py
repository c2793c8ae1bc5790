"""What is refused of market data: each fault by its code, with line, column and value."""

from __future__ import annotations

from config.error_texts import N_, TranslatableError

_TICKERS = {
    "bad_ticker": N_(
        "%(ticker)r is not a ticker: up to 20 of A-Z, 0-9, '.', '-', '_', '^' and '=', "
        "beginning with a letter, digit or '^'"
    ),
    "unknown_ticker": N_("unknown ticker %(ticker)s; known: %(known)s"),
    "unknown_source": N_("unknown source %(name)s; known: %(known)s"),
    "extra_missing": N_("the source %(name)s needs a package that is not installed: %(install)s"),
    "source_failed": N_("%(name)s gave no prices of %(ticker)s: %(reason)s"),
}
_AMOUNTS = {
    "too_long": N_("the %(name)s is longer than %(limit)s characters"),
    "too_few_bars": N_("%(bars)s bars are too few: at least %(minimum)s are needed"),
    "range_sealed": N_("the bars of %(ticker)s from %(start)s on are sealed: begin earlier"),
    "no_bars_in_range": N_("no bars of %(ticker)s from %(start)s to %(end)s"),
    "corrupt": N_("stored prices do not match their hash %(sha256)s: the database is damaged"),
}
_FILES = {
    "too_large": N_("the file is larger than %(limit)s bytes"),
    "empty": N_("the file is empty"),
    "not_text": N_("not a CSV file: it looks like %(kind)s"),
    "utf16": N_("the file is in UTF-16 or UTF-32: save it as UTF-8"),
    "nul": N_("line %(line)s: a NUL byte; not a CSV file"),
    "not_utf8": N_("line %(line)s: byte %(value)s is not UTF-8: save the file as UTF-8"),
    "not_csv": N_("line %(line)s: not a CSV file: %(reason)s"),
    "no_columns": N_(
        "line %(line)s: not a CSV file with ',', ';' or tab between its columns: %(value)s"
    ),
    "missing_column": N_("line %(line)s: no column %(column)s in the header: %(value)s"),
    "repeated_column": N_("line %(line)s: the columns %(first)s and %(second)s mean the same"),
    "row_length": N_("line %(line)s: %(found)s fields where the header has %(expected)s"),
    "no_rows": N_("the file has a header and no rows"),
}
_CELLS = {
    "missing": N_("line %(line)s, column %(column)s: no value"),
    "nan": N_("line %(line)s, column %(column)s: %(value)s is not a number"),
    "text": N_("line %(line)s, column %(column)s: %(value)s is text, not a number"),
    "infinite": N_("line %(line)s, column %(column)s: %(value)s is not finite"),
    "ambiguous_decimal": N_(
        "line %(line)s, column %(column)s: %(value)s may have thousands or decimals: "
        "say which with --decimal point or --decimal comma"
    ),
    "not_positive": N_("line %(line)s, column %(column)s: %(value)s is not above zero"),
    "negative": N_("line %(line)s, column %(column)s: %(value)s is below zero"),
    "absurd": N_("line %(line)s, column %(column)s: %(value)s is outside %(low)s to %(high)s"),
    "high_below_low": N_("line %(line)s, column %(column)s: %(value)s is below the low %(low)s"),
    "outside": N_(
        "line %(line)s, column %(column)s: %(value)s is outside the bar's %(low)s to %(high)s"
    ),
    "not_a_choice": N_("line %(line)s, column %(column)s: %(value)s is none of %(known)s"),
    "no_values": N_("line %(line)s: no value in any of the columns %(columns)s"),
}
_DATES = {
    "bad_date": N_("line %(line)s, column %(column)s: %(value)s is not a date of a known form"),
    "ambiguous_dates": N_(
        "line %(line)s, column %(column)s: %(value)s may be day/month or month/day, and no other "
        "row tells: say which with --date-order dmy or --date-order mdy"
    ),
    "contradicting_dates": N_(
        "line %(line)s, column %(column)s: %(value)s contradicts %(other)s of line %(other_line)s: "
        "one has the day first, the other the month"
    ),
    "mixed_zones": N_(
        "line %(line)s, column %(column)s: %(value)s: some times have a zone, others none"
    ),
    "no_such_time": N_(
        "line %(line)s, column %(column)s: %(value)s does not exist in %(zone)s: the clocks "
        "were put forward"
    ),
    "bad_zone": N_("%(zone)s is no time zone: a name such as UTC or America/Sao_Paulo is"),
    "bad_year": N_("%(bars)s is no number of bars a year: 1 to %(most)s are possible"),
    "duplicate_date": N_(
        "line %(line)s, column %(column)s: %(value)s is also on line %(other_line)s"
    ),
    "unsorted_dates": N_(
        "line %(line)s, column %(column)s: %(value)s comes after %(other)s of line %(other_line)s"
    ),
    "future": N_(
        "line %(line)s, column %(column)s: %(value)s is after today: no such bar can be known yet"
    ),
    "mixed_frequency": N_(
        "line %(line)s, column %(column)s: %(value)s: the file mixes bars of different length "
        "(mostly %(frequency)s)"
    ),
    "unknown_frequency": N_(
        "line %(line)s, column %(column)s: %(value)s: the bars are neither minutes or hours that "
        "divide a day, nor days, weeks or months apart"
    ),
}
MESSAGES = {**_TICKERS, **_AMOUNTS, **_FILES, **_CELLS, **_DATES}


class MarketError(TranslatableError):
    """Market data that cannot be used; `code` and `params` as in MESSAGES."""

    messages = MESSAGES

    @property
    def params(self) -> dict[str, object]:
        """What the open places of the sentence are filled with."""
        return self.values


class UnknownTicker(MarketError):
    """Nothing is known of the ticker; `params["known"]` lists those that are."""
