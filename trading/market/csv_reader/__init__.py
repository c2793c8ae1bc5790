"""A user's price file into bars: all of it or nothing, every refusal with its place."""

from .layout import Layout
from .options import Options
from .read import Reading, price_faults, read_file, read_prices

__all__ = ["Layout", "Options", "Reading", "price_faults", "read_file", "read_prices"]
