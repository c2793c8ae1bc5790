"""What is known of a ticker beside its prices: each row counts from its `available_at` on."""

from trading.market.auxiliary.kinds import KINDS, AuxiliaryKind

from .reader import RowsReading, read_rows, read_rows_file, row_faults
from .rows import as_of, decode_rows, encode_rows

__all__ = [
    "KINDS",
    "AuxiliaryKind",
    "RowsReading",
    "as_of",
    "decode_rows",
    "encode_rows",
    "read_rows",
    "read_rows_file",
    "row_faults",
]
