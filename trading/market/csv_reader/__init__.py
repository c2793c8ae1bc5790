"""A user's price file into bars: all of it or nothing, every refusal with its place."""

from trading.market.csv_reader.layout import Layout
from trading.market.csv_reader.options import Options
from trading.market.csv_reader.read import PriceFile, price_faults, read_file, read_prices

__all__ = ["Layout", "Options", "PriceFile", "price_faults", "read_file", "read_prices"]
