"""The pages of hypotheses. Each view shows rows, or makes one service call."""
