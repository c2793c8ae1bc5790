"""A user's price file into bars: all of it or nothing, every refusal with its place."""

from trading.market.csv_reader.read import PriceFile, price_faults, read_file, read_prices

from .layout import Layout
from .options import Options

__all__ = ["Layout", "Options", "PriceFile", "price_faults", "read_file", "read_prices"]
