"""Where prices come from, by name: bundled ones, and online ones as optional extras."""

from .port import PriceSource, names, source

__all__ = ["PriceSource", "names", "source"]
