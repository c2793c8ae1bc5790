"""Price data: where it comes from, what is refused of it, and the holdout that stays sealed."""
