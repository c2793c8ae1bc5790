"""What is known of a ticker beside its prices: each row counts from its `available_at` on."""

from .kinds import KINDS, Kind
from .reader import read_rows
from .rows import as_of, decode_rows, encode_rows

__all__ = ["KINDS", "Kind", "as_of", "decode_rows", "encode_rows", "read_rows"]
