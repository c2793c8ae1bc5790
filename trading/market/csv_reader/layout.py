"""How a file was understood, for who imports it to agree."""

from __future__ import annotations

from typing import NamedTuple, Self

from .options import DateOrder
from .table import Table
from .written import unit_of


class Layout(NamedTuple):
    """`columns` maps our names to the file's; `unused` are columns that mean nothing to us.

    `date_order` is None where no date could be read in two ways. `decimal` is "." or ",". `counted`
    is the unit of times that are numbers since 1970: "s", "ms", "us", "ns", or "".
    """

    delimiter: str
    header_line: int
    columns: dict[str, str]
    unused: list[str]
    date_order: DateOrder | None
    decimal: str
    counted: str = ""

    @classmethod
    def of(cls, table: Table, date_order: DateOrder | None, decimal: str) -> Self:
        written = {name: table.written(name) for name in table.columns}
        dates = next((name for name in ("Date", "available_at") if name in written), "")
        counted = unit_of(table.rows[0][table.columns[dates]].strip()) if dates else ""
        return cls(
            table.delimiter, table.header_line, written, table.unused, date_order, decimal, counted
        )
