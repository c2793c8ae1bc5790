"""The five technical agents."""
