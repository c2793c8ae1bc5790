"""The five fundamental agents."""
