"""A user's price file into bars: all of it or nothing, every refusal with its place."""

from .options import Options
from .read import read_prices

__all__ = ["Options", "read_prices"]
