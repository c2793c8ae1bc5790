"""How a file was understood, for who imports it to agree."""

from __future__ import annotations

from typing import NamedTuple, Self

from trading.market.csv_reader.dates import Stamps
from trading.market.csv_reader.options import DateOrder
from trading.market.csv_reader.table import CsvTable


class Layout(NamedTuple):
    """`columns` maps our names to the file's; `unused` are columns that mean nothing to us.

    `date_order` is None where no date could be read in two ways. `decimal` is "." or ",". `counted`
    is the unit of times that are numbers: "s", "ms", "us", "ns" since 1970, "d" days of a
    spreadsheet, or "".
    """

    delimiter: str
    header_line: int
    columns: dict[str, str]
    unused: list[str]
    date_order: DateOrder | None
    decimal: str
    counted: str = ""

    @classmethod
    def of(cls, table: CsvTable, dates: Stamps, decimal: str) -> Self:
        written = {name: table.written(name) for name in table.columns}
        heading = table.heading
        return cls(
            heading.delimiter, heading.line, written, table.unused, dates.order, decimal, dates.unit
        )
