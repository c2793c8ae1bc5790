"""The pages of trading. Each view shows rows, or makes one service call."""
