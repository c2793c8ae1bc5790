"""What the templates of hypotheses use."""
