"""A strategy's signals played on prices: two engines, one truth."""
