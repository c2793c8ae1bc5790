"""Which tickers ship with Crivo's requirements; their prices are read by `bundled`."""

TICKERS = ("AAPL", "FB", "GOOG", "IBM", "MSFT")
