"""Strategy development over REST."""
