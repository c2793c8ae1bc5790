"""Trading strategies: from a ticker and an objective to a verdict."""
