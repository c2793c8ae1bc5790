"""The five sentiment agents."""
